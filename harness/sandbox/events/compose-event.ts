import { type MutableJson, setAtPointer } from '../../base/set-at-pointer.ts';
import type { Locator } from '../../evidence/dialect.ts';
import { DIALECT_KEYS } from '../dialect/dialect-keys.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { EXTRA_EVENT_FIELDS } from '../formats/extra-fields.ts';
import { type Filling, fillExample } from '../formats/fill-example.ts';
import type { IdKind } from '../formats/new-id.ts';
import { asNumber } from '../formats/write-id.ts';
import { writeTimestamp } from '../formats/write-timestamp.ts';
import type { Json } from '../json/json.ts';
import type { EventDraft } from './event-draft.ts';

/** The headers and the body of an event. */
export interface ComposedEvent {
  readonly headers: { readonly [name: string]: string };
  readonly body: Json;
}

const { eventId, eventType } = DIALECT_KEYS;

/** Ends the name of an example for orders that received another amount than was due. */
export const OF_ANOTHER_AMOUNT = ' of another amount';

/** Lays an event out in the dialect. The id, the type and the order id replace a field at the same place. */
export function composeEvent(draft: EventDraft, dialect: SandboxDialect): ComposedEvent {
  const example = exampleFor(draft, dialect.webhook.bodies);
  const body = (example ? fillExample(example, fillingOf(draft, dialect)) : {}) as MutableJson;
  const headers: { [name: string]: string } = {};
  const put = (place: string | undefined, value: Json | undefined) => {
    if (place === undefined || value === undefined) return;
    if (place.startsWith('header:')) headers[place.slice('header:'.length)] = String(value);
    else setAtPointer(body, place, value);
  };
  const ownNumber = (id: string, kind: IdKind) => asNumber(id, kind, dialect);
  const putIdentity = () => {
    put(placeOf(dialect.eventId, draft.type) ?? placeOf(eventId.choices[0], draft.type), ownNumber(draft.id, 'event'));
    put(placeOf(dialect.eventType, draft.type) ?? placeOf(eventType.choices[0], draft.type), draft.type);
  };
  const putOrderId = () =>
    put(placeOf(dialect.orderId, draft.type), draft.orderId && ownNumber(draft.orderId, 'order'));
  putIdentity();
  if (example) {
    putOrderId();
    return { headers, body: body as Json };
  }
  put(dialect.webhook.createdAt, writeTimestamp(draft.createdAt, dialect.formats.timestamps));
  putOrderId();
  for (const [name, value] of Object.entries(draft.data)) put(`${dialect.webhook.envelope}/${name}`, value);
  if (dialect.extraFields) for (const [name, value] of Object.entries(EXTRA_EVENT_FIELDS)) put(`/${name}`, value);
  // The first time puts them at the start of the body, the second lets them win.
  putIdentity();
  putOrderId();
  return { headers, body: body as Json };
}

/** The example of a type, or the one of that type for an order that received another amount than was due. */
function exampleFor({ type, data }: EventDraft, bodies: SandboxDialect['webhook']['bodies']): Json | undefined {
  const isMismatch = (data.amount_mismatch ?? 'none') !== 'none';
  const names = [...(isMismatch ? [`${type}${OF_ANOTHER_AMOUNT}`] : []), type];
  const name = names.find(each => Object.hasOwn(bodies, each));
  return name === undefined ? undefined : bodies[name];
}

function fillingOf({ orderId = '', createdAt, data }: EventDraft, dialect: SandboxDialect): Filling {
  return { order: asNumber(orderId, 'order', dialect), fields: data, at: createdAt };
}

function placeOf(locator: Locator, type: string): string | undefined {
  if (typeof locator === 'string') return locator;
  return Object.hasOwn(locator, type) ? locator[type] : undefined;
}
