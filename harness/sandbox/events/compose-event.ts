import { resolvePointer } from '../../base/json.ts';
import { type MutableJson, setAtPointer } from '../../base/set-at-pointer.ts';
import type { SimulateEvent } from '../../contract/lifecycle.ts';
import type { Locator } from '../../evidence/dialect.ts';
import { DIALECT_KEYS, type SandboxDialect } from '../dialect/resolve-dialect.ts';
import { asNumber, EXTRA_EVENT_FIELDS, fillExample, TIMESTAMP_FORMS } from '../formats/bodies.ts';
import type { Json, JsonObject } from '../json.ts';
import type { OrderState } from '../lifecycle/lifecycle.ts';

/** An event before it is laid out as a webhook. */
export interface EventDraft {
  readonly id: string;
  readonly type: string;
  /** Undefined for an event about no order. */
  readonly orderId: string | undefined;
  /** Milliseconds since the Unix epoch, by the service's clock. */
  readonly createdAt: number;
  /** The fields of the order, without its id. */
  readonly data: JsonObject;
}

/** The cause of events. */
export interface DraftContext {
  /** The step that causes them; absent for the creation of the order. */
  readonly step?: SimulateEvent;
  /** The state of the order before the step. */
  readonly from?: OrderState;
  /** Creates another event about the same order. */
  draft(type: string): EventDraft;
  /** The types of the webhooks that a step sends in the dialect. */
  typesOf(step: SimulateEvent): readonly string[];
  /** Whether the order exists. A call may name one that does not. */
  readonly exists: boolean;
  /** Whether an earlier event about the order is neither delivered nor given up. */
  hasPending(): boolean;
  /** The ids of all other orders, oldest first. */
  otherOrders(): readonly string[];
}

interface ComposedEvent {
  readonly headers: { readonly [name: string]: string };
  readonly body: Json;
}

const { eventId, eventType } = DIALECT_KEYS;

/** The suffix of an example's name for orders that received another amount than was due. */
export const OF_ANOTHER_AMOUNT = ' of another amount';

/**
 * Lays an event out in the dialect. The id, the type and the order id replace fields at the same location;
 * an id is a number if the example has one there.
 */
export function composeEvent(draft: EventDraft, dialect: SandboxDialect): ComposedEvent {
  const example = exampleFor(draft, dialect.webhook.bodies);
  const { orderId: order = '', createdAt: at, data: fields } = draft;
  const body = (example ? fillExample(example, { order, fields, at }) : {}) as MutableJson;
  const headers: { [name: string]: string } = {};
  const put = (place: string | undefined, value: Json | undefined) => {
    if (place === undefined || value === undefined) return;
    if (place.startsWith('header:')) headers[place.slice('header:'.length)] = String(value);
    else setAtPointer(body, place, value);
  };
  const putId = (place: string | undefined, id: string | undefined) => {
    const isNumber = place?.startsWith('/') && typeof resolvePointer(body as never, place) === 'number';
    put(place, isNumber && id !== undefined ? asNumber(id) : id);
  };
  const putIdentity = () => {
    putId(placeOf(dialect.eventId, draft.type) ?? placeOf(eventId.choices[0], draft.type), draft.id);
    put(placeOf(dialect.eventType, draft.type) ?? placeOf(eventType.choices[0], draft.type), draft.type);
  };
  const putOrderId = () => putId(placeOf(dialect.orderId, draft.type), draft.orderId);
  putIdentity();
  if (example) {
    putOrderId();
    return { headers, body: body as Json };
  }
  put(dialect.webhook.createdAt, TIMESTAMP_FORMS[dialect.formats.timestamps](draft.createdAt));
  putOrderId();
  for (const [name, value] of Object.entries(draft.data)) put(`${dialect.webhook.envelope}/${name}`, value);
  if (dialect.extraFields) for (const [name, value] of Object.entries(EXTRA_EVENT_FIELDS)) put(`/${name}`, value);
  // The first call puts them at the start of the body; the second makes them win.
  putIdentity();
  putOrderId();
  return { headers, body: body as Json };
}

/** The example body of a type, for an order with an amount mismatch if it has one. */
function exampleFor({ type, data }: EventDraft, bodies: SandboxDialect['webhook']['bodies']): Json | undefined {
  const isMismatch = (data.amount_mismatch ?? 'none') !== 'none';
  const names = [...(isMismatch ? [`${type}${OF_ANOTHER_AMOUNT}`] : []), type];
  const name = names.find(each => Object.hasOwn(bodies, each));
  return name === undefined ? undefined : bodies[name];
}

function placeOf(locator: Locator, type: string): string | undefined {
  if (typeof locator === 'string') return locator;
  return Object.hasOwn(locator, type) ? locator[type] : undefined;
}
