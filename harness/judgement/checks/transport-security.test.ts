import { expect, test } from 'vitest';
import { outcomeOfCalls } from '../../testing/outcome.ts';
import { transportSecurity } from './transport-security.ts';

const reached = (url: string) => outcomeOfCalls(transportSecurity, 'getOnrampOrder', { url });

test('transport-security passes HTTPS', () => {
  expect(reached('https://sandbox.test/v1')).toEqual({ breaches: [], passes: { 'service.https': ['x1'] } });
});

test.each(['http://sandbox.test/v1', 'http://10.0.0.1/', 'http://localhost.example/', 'http://127.0.0.1.example/'])(
  'transport-security advises against %s',
  url => {
    expect(reached(url)).toMatchObject({
      breaches: [
        {
          requirement: 'service.https',
          severity: 'advice',
          cause: 'http',
          message: 'SANDBOX_URL uses plain HTTP',
          expected: 'an https:// address',
          received: 'http:',
          next: 'set SANDBOX_URL (and BASE_URL) to https:// addresses',
          evidence: ['x1'],
        },
      ],
      passes: {},
    });
  },
);

test.each(['http://localhost:1/', 'http://127.0.0.1:8080/', 'http://127.1.2.3/', 'http://[::1]:9/'])(
  'transport-security says nothing of %s',
  url => expect(reached(url)).toEqual({ breaches: [], passes: {} }),
);
