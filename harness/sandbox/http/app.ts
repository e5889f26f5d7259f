import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { Service } from '../service.ts';
import { answer } from './answer.ts';
import type { Call, RouteName } from './call.ts';
import { control } from './control.ts';
import { Refusal, refusalReply } from './refusal.ts';
import type { Reply } from './reply.ts';
import type { Route } from './route.ts';
import { enquiry } from './routes/enquiry.ts';
import { onramp } from './routes/onramp.ts';
import { previewRoutes } from './routes/preview.ts';
import { simulate } from './routes/simulate.ts';
import { send } from './send.ts';

/** The environment of every handler: Node's own request and response. */
export interface SandboxEnv {
  readonly Bindings: HttpBindings;
}

/** The whole service as a hono application, and `/_control` beside it. */
export function createApp(service: Service): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  const routes = [enquiry, onramp, simulate(service.dialect), ...previewRoutes(service.dialect)];
  for (const route of routes) {
    app.on(route.method, route.path, async c => {
      const { incoming, outgoing } = exchange(c);
      const answered = await answer(service, route, callOf(service, c, route.name), incoming);
      return sent(service, answered.call, answered.reply, outgoing);
    });
    app.all(route.path, c => refuse(service, c, route.name, wrongMethod(route)));
  }
  app.route('/_control', control(service));
  app.notFound(c =>
    refuse(service, c, nearest(c.req.path), new Refusal('not_found', 'There is nothing at this path.')),
  );
  return app;
}

function wrongMethod(route: Route): Refusal {
  return new Refusal('method_not_allowed', `This path takes ${route.method} only.`);
}

/** The route whose error shape a stray path gets: that of the banks for what stands beside it, else the common one. */
function nearest(path: string): RouteName {
  return path.startsWith('/v1/banks/') ? 'enquiry' : 'none';
}

function refuse(service: Service, c: Context<SandboxEnv>, name: RouteName, refusal: Refusal): Promise<Response> {
  const reply = refusalReply(refusal, name, service.dialect);
  return sent(service, callOf(service, c, name), reply, exchange(c).outgoing);
}

async function sent(service: Service, call: Call, reply: Reply, outgoing: ServerResponse): Promise<Response> {
  await send(service, call, reply, outgoing);
  return RESPONSE_ALREADY_SENT;
}

function callOf(service: Service, c: Context<SandboxEnv>, route: RouteName): Call {
  const { incoming } = exchange(c);
  return {
    route,
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    params: c.req.param(),
    headers: incoming.headers,
    requestId: service.newRequestId(),
    body: {},
  };
}

function exchange(c: Context<SandboxEnv>): { incoming: IncomingMessage; outgoing: ServerResponse } {
  return c.env;
}
