import type { Reply } from '../http/reply.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { FaultHooks } from './fault.ts';

/** A change to an object, or undefined where it has nothing to change. */
export type Edit = (body: JsonObject) => JsonObject | undefined;

/** Replaces one field that is there by what `change` makes of it. */
export function editField(name: string, change: (value: Json) => Json | undefined): Edit {
  return body => {
    const value = body[name];
    return value === undefined ? undefined : { ...body, [name]: change(value) };
  };
}

/** An edit of an onramp order that was read. */
export function onOrder(edit: Edit): FaultHooks {
  return {
    replied: (reply, { route }) => (route === 'onramp' && !isError(reply) ? edited(reply, edit) : undefined),
  };
}

/** Whether an answer is an error. */
export function isError({ status }: Reply): boolean {
  return status >= 400;
}

/** An answer without its request-id, whatever the case of its name. */
export function withoutRequestId(reply: Reply): Reply {
  const rest = Object.entries(reply.headers).filter(([name]) => name.toLowerCase() !== 'request-id');
  return { ...reply, headers: Object.fromEntries(rest) };
}

function edited(reply: Reply, edit: Edit): Reply | undefined {
  const body = isJsonObject(reply.body) ? edit(reply.body) : undefined;
  return body === undefined ? undefined : { ...reply, body };
}
