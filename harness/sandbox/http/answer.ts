import type { IncomingMessage } from 'node:http';
import type { Service } from '../service.ts';
import { authorise } from './authorise.ts';
import type { Call } from './call.ts';
import { idempotently } from './idempotently.ts';
import { parseBody, readBody } from './read-body.ts';
import { Refusal, refusalReply } from './refusal.ts';
import type { Reply } from './reply.ts';
import type { Route } from './route.ts';

/** What a route made of a call, and the call as it was read. */
export interface Answer {
  readonly call: Call;
  readonly reply: Reply;
}

/** Answers a call: who asks, then what, then the route; whatever is refused on the way is an error of its shape. */
export async function answer(service: Service, route: Route, call: Call, incoming: IncomingMessage): Promise<Answer> {
  let read = call;
  try {
    if (route.needsKey) authorise(service, call);
    if (route.method === 'GET') return { call, reply: route.handle(service, call) };
    const bytes = await readBody(incoming, service.dialect.limits.bodyBytes);
    read = { ...call, body: service.faults.apply('asked', parseBody(bytes, call.headers), call) };
    const reply = service.store.transaction(() =>
      idempotently(service, read, bytes, () => refusable(service, read, () => route.handle(service, read))),
    );
    service.wake();
    return { call: read, reply };
  } catch (thrown) {
    return { call: read, reply: refusalReply(asRefusal(thrown), call.route, service.dialect) };
  }
}

/** A refusal as the reply that it is, so that it is kept with its idempotency key; anything else undoes the transaction. */
function refusable(service: Service, call: Call, act: () => Reply): Reply {
  try {
    return act();
  } catch (thrown) {
    if (thrown instanceof Refusal) return refusalReply(thrown, call.route, service.dialect);
    throw thrown;
  }
}

function asRefusal(thrown: unknown): Refusal {
  return thrown instanceof Refusal ? thrown : new Refusal('internal_error', 'Something failed on our side.');
}
