import { COMPLETED } from '../../evidence/dialect.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { DraftContext, EventDraft } from '../events/compose-event.ts';
import type { Call, Reply, RouteName } from '../http/call.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { FaultHooks } from './fault.ts';

type Condition = (reply: Pick<Reply, 'status'> & Partial<Reply>, call: Call) => boolean;

/** Selects the successful replies of a route. */
export function succeeded(route: RouteName): Condition {
  return ({ status }, call) => call.route === route && status < 400;
}

/** Selects the error replies of a route, optionally with certain statuses. */
export function failed(route: RouteName, ...only: readonly number[]): Condition {
  return ({ status }, call) => call.route === route && status >= 400 && (only.length === 0 || only.includes(status));
}

/** Whether the reply to an accepted step shows the order. */
export function stepShowsOrder({ simulateBody, simulateStatus }: SandboxDialect): boolean {
  return simulateBody === 'order' && simulateStatus !== 204;
}

/** Whether every webhook names its order in its body, at one location. */
export function namesOrderInBody({ orderId }: Pick<SandboxDialect, 'orderId'>): boolean {
  return typeof orderId === 'string' && orderId.startsWith('/');
}

/** Changes the replies that meet a condition. */
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

/** Edits the bodies of the error replies of a route, optionally with certain statuses. */
export function onError(route: RouteName, edit: Edit, ...only: readonly number[]): FaultHooks {
  return onReply(failed(route, ...only), reply => editBody(reply, edit));
}

/** Sets the media type of the replies that meet a condition. */
export function withMediaType(condition: Condition, mediaType: string): FaultHooks {
  return onReply(condition, ({ headers }) => ({ headers: { ...headers, 'Content-Type': mediaType } }));
}

/** Also sends `disbursement.completed`. @param when after which steps, or with which of their events */
export function alsoCrediting(when: (context: DraftContext, events: readonly EventDraft[]) => boolean): FaultHooks {
  return { events: (events, context) => (when(context, events) ? [...events, context.draft(COMPLETED)] : undefined) };
}

/** Whether an event credits its order. */
export function isCompleted({ type }: EventDraft): boolean {
  return type === COMPLETED;
}

/** Replaces error replies of a route by an HTML page, as a proxy would. @param text selects replies by their text */
export function asHtml(route: RouteName, text = /./): FaultHooks {
  const isReplaced = (status: number, call: Call, body: string) => failed(route)({ status }, call) && text.test(body);
  return {
    ...withMediaType((reply, call) => isReplaced(reply.status, call, JSON.stringify(reply.body)), 'text/html'),
    replyBytes: (bytes, { call, status }) =>
      isReplaced(status, call, bytes.toString()) ? Buffer.from('<html><body><h1>Error</h1></body></html>') : undefined,
  };
}

/** Changes the bodies of the requests to a route before it reads them. */
export function onBody(route: RouteName, change: (body: JsonObject) => JsonObject | undefined): FaultHooks {
  return { requestBody: (body, call) => (call.route === route ? change(body) : undefined) };
}

function editBody({ body }: Reply, edit: Edit): Partial<Reply> | undefined {
  const edited = isJsonObject(body) ? edit(body) : undefined;
  return edited === undefined ? undefined : { body: edited };
}

/** Changes the events that meet a condition. */
export function changing(
  condition: (event: EventDraft) => boolean,
  change: (event: EventDraft) => Partial<EventDraft>,
): FaultHooks {
  return {
    events: events =>
      events.some(condition)
        ? events.map(event => (condition(event) ? { ...event, ...change(event) } : event))
        : undefined,
  };
}

/** A change to an object; `undefined` if it changes nothing. */
export type Edit = (body: JsonObject) => Json | undefined;

/** Replaces the value of a present field by a value or by the result of a function. */
export function change(name: string, to: Json | ((value: Json) => Json | undefined)): Edit {
  return body => {
    const value = body[name];
    if (value === undefined) return undefined;
    return { ...body, [name]: typeof to === 'function' ? to(value) : to };
  };
}

/** Adds fields that depend on a present one. */
export function beside(name: string, add: (value: Json) => JsonObject): Edit {
  return body => (body[name] === undefined ? undefined : { ...body, ...add(body[name]) });
}

/** Edits the object in a field. */
export function inside(name: string, edit: Edit): Edit {
  return body => {
    const value = body[name];
    const edited = isJsonObject(value) ? edit(value) : undefined;
    return edited === undefined ? undefined : { ...body, [name]: edited };
  };
}

/** Edits a value and every object in it, the outer ones first. */
function deeply(value: Json, edit: (object: JsonObject) => Json): Json {
  if (Array.isArray(value)) return value.map(item => deeply(item, edit));
  if (!isJsonObject(value)) return value;
  const edited = edit(value);
  if (!isJsonObject(edited)) return edited;
  const members = Object.entries(edited).map(([name, member]) => [name, member && deeply(member, edit)]);
  return Object.fromEntries(members);
}

/** Maps every member of an object, at any depth; `undefined` removes it. */
export function mapMembers(
  body: JsonObject,
  map: (name: string, value: Json) => readonly [string, Json] | undefined,
): JsonObject {
  return deeply(body, object => {
    const members = Object.entries(object).flatMap(([name, value]) => {
      const mapped = value === undefined ? undefined : map(name, value);
      return mapped ? [mapped] : [];
    });
    return Object.fromEntries(members);
  }) as JsonObject;
}

/** Applies an edit to a body and to every object in it. */
export function everywhere(edit: Edit): (body: JsonObject) => JsonObject {
  return body => {
    const whole = deeply(body, object => edit(object) ?? object);
    return isJsonObject(whole) ? whole : body;
  };
}

/** Converts a snake_case name to the spelling of fault names. */
export function dashed(name: string): string {
  return name.replaceAll('_', '-');
}
