import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import type { Service } from '../service.ts';
import { ApiError, asApiError, errorReply } from './api-error.ts';
import type { Call, RouteName } from './call.ts';
import { control, type SandboxEnv } from './control.ts';
import { parseBody, readBody } from './read-body.ts';
import type { Reply } from './reply.ts';
import type { Route } from './route.ts';
import { enquiry } from './routes/enquiry.ts';
import { onramp } from './routes/onramp.ts';
import { previewRoutes } from './routes/preview.ts';
import { simulate } from './routes/simulate.ts';
import { send } from './send.ts';
import { withIdempotency } from './with-idempotency.ts';

/** The service as a hono application, with its `/_control`. @param listenHost the name or address that it listens on */
export function createApp(service: Service, listenHost: string): Hono<SandboxEnv> {
  const { dialect, faults } = service;
  const app = new Hono<SandboxEnv>({
    getPath: request => faults.apply('path', getPath(request), { method: request.method }),
  });
  const respond = async (
    c: Context<SandboxEnv>,
    name: RouteName,
    replyTo: (call: Call, incoming: IncomingMessage) => Reply | Promise<Reply>,
  ) => {
    const { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse } = c.env;
    const call: Call = {
      route: name,
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      params: c.req.param(),
      headers: incoming.headers,
      requestId: service.newRequestId(),
      body: {},
    };
    await send(service, call, await replyTo(call, incoming), outgoing);
    return RESPONSE_ALREADY_SENT;
  };
  const refuse = (c: Context<SandboxEnv>, name: RouteName, error: ApiError) =>
    respond(c, name, () => errorReply(error, name, dialect));

  for (const route of [enquiry, onramp, simulate(dialect), ...previewRoutes(dialect)]) {
    app.on(route.method, route.path, c =>
      respond(c, route.name, (call, incoming) => handle(service, route, call, incoming)),
    );
    const wrongMethod = new ApiError('method_not_allowed', `The method must be ${route.method}.`);
    app.all(route.path, c => refuse(c, route.name, wrongMethod));
  }
  app.route('/_control', control(service, listenHost));
  app.notFound(c => refuse(c, nearestRoute(c.req.path), new ApiError('not_found', 'This path does not exist.')));
  return app;
}

/** The route whose error shape an unknown path gets. */
function nearestRoute(path: string): RouteName {
  return path.startsWith('/v1/banks/') ? 'enquiry' : 'none';
}

/** Handles a call: checks its key, reads its body and runs its route. An error becomes a reply in the route's shape. */
async function handle(service: Service, route: Route, call: Call, incoming: IncomingMessage): Promise<Reply> {
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
