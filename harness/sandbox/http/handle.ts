import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Service } from '../service.ts';
import { ApiError, asApiError, errorReply } from './api-error.ts';
import type { Call } from './call.ts';
import { parseBody, readBody } from './read-body.ts';
import type { Reply } from './reply.ts';
import type { Route } from './route.ts';
import { withIdempotency } from './with-idempotency.ts';

/** Handles a call: checks its key, reads its body and runs its route. An error becomes a reply in the route's shape. */
export async function handle(service: Service, route: Route, call: Call, incoming: IncomingMessage): Promise<Reply> {
  const { dialect, faults, store } = service;
  const toReply = (error: ApiError) => errorReply(error, call.route, dialect);
  try {
    const isOpen = dialect.lenience.openHead && call.route === 'onramp' && call.method === 'HEAD';
    if (route.needsKey && !isOpen) authenticate(service, call);
    if (route.method === 'GET') return route.handle(service, call);
    const bytes = await readBody(incoming, dialect.limits.bodyBytes);
    const takesAny = dialect.requests.anyMediaType.some(name => name === call.route);
    const received = faults.apply('requestBytes', { bytes, headers: call.headers }, call);
    const body = faults.apply('requestBody', parseBody(received, takesAny), call);
    const own = { ...call, body };
    const first = () => {
      try {
        return route.handle(service, own);
      } catch (thrown) {
        // An ApiError is stored under its idempotency key. Anything else rolls the transaction back.
        if (thrown instanceof ApiError) return toReply(thrown);
        throw thrown;
      }
    };
    const reply = store.transaction(() =>
      withIdempotency(service, call, bytes, first, () => route.replayed?.(service, own)),
    );
    service.wake();
    return reply;
  } catch (thrown) {
    return toReply(asApiError(thrown));
  }
}

/** Checks the `X-API-Key` of a call (Authentication). @throws ApiError `unauthorized` */
function authenticate({ apiKey, faults }: Service, call: Call): void {
  const key = call.headers['x-api-key'];
  const sha256 = (text: string) => hash('sha256', text, 'buffer');
  const isRight = typeof key === 'string' && timingSafeEqual(sha256(key), sha256(apiKey));
  if (faults.apply('keyAccepted', isRight, { ...call, apiKey })) return;
  const message = key === undefined ? 'The X-API-Key header is missing.' : 'The API key is not accepted.';
  throw new ApiError('unauthorized', message);
}
