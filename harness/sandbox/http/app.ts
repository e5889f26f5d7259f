import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import type { Service } from '../service.ts';
import { ApiError, errorReply } from './api-error.ts';
import type { Call, RouteName } from './call.ts';
import { control, type SandboxEnv } from './control.ts';
import { handle } from './handle.ts';
import type { Reply } from './reply.ts';
import { enquiry } from './routes/enquiry.ts';
import { onramp } from './routes/onramp.ts';
import { previewRoutes } from './routes/preview.ts';
import { simulate } from './routes/simulate.ts';
import { send } from './send.ts';

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
