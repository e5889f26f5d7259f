import type { Locator } from '../../core/dialect.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { DIALECT } from '../dialect.ts';
import { EXTRA_EVENT_FIELDS } from '../formats/extra-fields.ts';
import { writeTimestamp } from '../formats/write-timestamp.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { type MutableJson, setAtPointer } from '../json/set-at-pointer.ts';
import type { EventDraft } from './event-draft.ts';

/** An event laid out: what goes into headers, and the body as a value. */
export interface ComposedEvent {
  readonly headers: { readonly [name: string]: string };
  readonly body: JsonObject;
}

/** Lays an event out as the dialect does. The id, the type and the order id win over a field in their place. */
export function composeEvent(draft: EventDraft, dialect: SandboxDialect): ComposedEvent {
  const body: MutableJson = {};
  const headers: { [name: string]: string } = {};
  const put = (place: string | undefined, value: Json | undefined) => {
    if (place === undefined || value === undefined) return;
    if (place.startsWith('header:')) headers[place.slice('header:'.length)] = String(value);
    else setAtPointer(body, place, value);
  };
  const identify = () => {
    put(placeOf(dialect.eventId, draft.type) ?? DIALECT.eventId.default.toString(), draft.id);
    put(placeOf(dialect.eventType, draft.type) ?? DIALECT.eventType.default.toString(), draft.type);
  };
  identify();
  put(dialect.webhook.createdAt, writeTimestamp(draft.createdAt, dialect.formats.timestamps));
  put(placeOf(dialect.orderId, draft.type), draft.orderId);
  for (const [name, value] of Object.entries(draft.data)) put(`${dialect.webhook.envelope}/${name}`, value);
  if (dialect.extraFields) for (const [name, value] of Object.entries(EXTRA_EVENT_FIELDS)) put(`/${name}`, value);
  // Set first, they lead the body; set again, they win.
  identify();
  put(placeOf(dialect.orderId, draft.type), draft.orderId);
  return { headers, body: body as JsonObject };
}

function placeOf(locator: Locator, type: string): string | undefined {
  if (typeof locator === 'string') return locator;
  return Object.hasOwn(locator, type) ? locator[type] : undefined;
}
