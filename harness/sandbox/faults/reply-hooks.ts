import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { Call, RouteName } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { isJsonObject } from '../json/json.ts';
import type { Edit } from './edits.ts';
import type { FaultHooks } from './fault.ts';

type Condition = (reply: Pick<Reply, 'status'> & Partial<Reply>, call: Call) => boolean;

/** True of the successful replies of a route. */
export function succeeded(route: RouteName): Condition {
  return ({ status }, call) => call.route === route && status < 400;
}

/** True of the error replies of a route, or of those with one status. */
export function failed(route: RouteName, only?: number): Condition {
  return ({ status }, call) => call.route === route && status >= 400 && status === (only ?? status);
}

/** Whether the reply to an accepted step shows the order. */
export function stepShowsOrder({ simulateBody, simulateStatus }: SandboxDialect): boolean {
  return simulateBody === 'order' && simulateStatus !== 204;
}

/** Changes the replies for which a condition is true. */
export function onReply(condition: Condition, change: (reply: Reply) => Partial<Reply> | undefined): FaultHooks {
  return {
    reply: (reply, call) => {
      const changed = condition(reply, call) ? change(reply) : undefined;
      return changed && { ...reply, ...changed };
    },
  };
}

/** Edits the bodies of the successful replies of a route. */
export function onOk(route: RouteName, edit: Edit): FaultHooks {
  return onReply(succeeded(route), reply => editBody(reply, edit));
}

/** Edits the bodies of the error replies of a route, or of those with one status. */
export function onError(route: RouteName, edit: Edit, only?: number): FaultHooks {
  return onReply(failed(route, only), reply => editBody(reply, edit));
}

/** Sets the media type of the replies for which a condition is true. */
export function withMediaType(condition: Condition, mediaType: string): FaultHooks {
  return onReply(condition, ({ headers }) => ({ headers: { ...headers, 'Content-Type': mediaType } }));
}

function editBody({ body }: Reply, edit: Edit): Partial<Reply> | undefined {
  const edited = isJsonObject(body) ? edit(body) : undefined;
  return edited === undefined ? undefined : { body: edited };
}
