import { isLoopback } from '../../world/loopback.ts';
import { answered } from './answers.ts';
import { breach, type Check, pass } from './check.ts';

/** The service is reached over HTTPS. It promises nothing on loopback. */
export const transportSecurity: Check = {
  id: 'transport-security',
  title: 'The service is reached over HTTPS',
  kind: 'safety',
  requirements: ['service.https'],
  *judge(view) {
    for (const { id, request } of answered(view)) {
      const { protocol, hostname } = new URL(request.url);
      if (protocol === 'https:') yield pass('service.https', id);
      else if (!isLoopback(hostname)) {
        yield breach({
          requirement: 'service.https',
          severity: 'advice',
          cause: 'http',
          message: 'SANDBOX_URL uses plain HTTP',
          expected: 'an https:// address',
          received: protocol,
          next: 'set SANDBOX_URL (and BASE_URL) to https:// addresses',
          evidence: [id],
        });
      }
    }
  },
};
