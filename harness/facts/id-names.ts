import type { Locator } from '../evidence/dialect.ts';
import { depth, lastName } from './places.ts';
import { timestampForm } from './timestamp-form.ts';

/** Headers that say nothing about an event: those of the HTTP layer, and those of proxies and tracing. */
const OF_HTTP = /^header:(host|date|content-|connection|user-agent|accept|transfer-encoding)/;
const OF_THE_PATH = /^header:(traceparent|tracestate|via|forwarded|x-forwarded|x-real|cf-|cdn-)/;

/** The customer's own data, unless the type is there too. */
const FREE_FORM = /\/metadata\//;

/** A name that may be the id of the endpoint, which all webhooks share. */
export const OF_THE_ENDPOINT = /^webhook([_-]?u?u?id)?$/i;

/** Names of ids. */
const ID = '(id|uuid|uid|guid|ulid|urn|ident|identifier)';

/** The id of the event or message; `id` alone belongs to the object that holds it. */
const ID_OF_WHAT_IS_SENT = new RegExp(`(^|event|evt|webhook|message|msg|notification)${ID}$`);
const BARE_ID = new RegExp(`^${ID}$`);
const ID_OF_THE_EVENT = new RegExp(`(event|evt)${ID}$`);

/** What is sent, by its name alone: its value may be its id. */
const WHAT_IS_SENT = /^(event|evt|webhook|message|msg|notification)$/;

/** Names of what is computed from the body or the transaction, and serves another purpose. */
const COMPUTED = /sign|digest|hash|hmac|checksum|sha\d|md5|etag/i;

/** An identifier: no words, no number, and something that tells it from a word. */
const LIKE_AN_ID = /^(?=.*\d)(?!-?\d+(?:\.\d+)?$)[\w.:@~+/=-]{8,}$/;
const COUNTER = /^\d+$/;

/** Names that may serve as an id, by their last word. */
const MAY_SERVE = /^(id|uuid|guid|key|ref|reference|token|nonce|seq|sequence|serial|evt|event)$/;

/** A part of a body about the delivery attempt, whose id is not the event's. */
const ABOUT_ATTEMPTS = /\/[^/]*(delivery|attempt)[^/]*\/[^/]+$/i;

/**
 * The kind of name that a place has: `event`, an event's id (`event_id`, `/event/id`); `message`, the id of what is
 * sent (`id` at the top or beside the type, `message_id`, `message` with an identifier); `id`, another id; `key`,
 * something that may serve as one; `any`, a name that says nothing; `never`, a place that holds something else.
 */
export type Name = 'event' | 'message' | 'id' | 'key' | 'any' | 'never';

/**
 * Whether a place is named as the event id, or as the id of the message that is sent: a value that only behaves like
 * one is not.
 */
export function isNamedAsEventId(locator: Locator, typePlace: Locator | undefined): boolean {
  const beside = new Set(placesIn(typePlace).map(parentOf));
  return placesIn(locator).every(place => ['event', 'message'].includes(nameOf(place, beside, () => true)));
}

/** Whether a header is one of the HTTP layer, of a proxy or of tracing. */
export function isOfHttp(place: string): boolean {
  return OF_HTTP.test(place) || OF_THE_PATH.test(place);
}

/** Whether a value looks like an identifier, and not like a word, a number, a text or a time. */
export function isLikeAnId(value: string): boolean {
  return LIKE_AN_ID.test(value) && timestampForm(value) === undefined;
}

/** Whether a value may count events up. */
export function isCounter(value: string): boolean {
  return COUNTER.test(value) && timestampForm(value) === undefined;
}

/** The places of a locator, each once for each type that has it. */
export function placesIn(locator: Locator | undefined): readonly string[] {
  return typeof locator === 'string' ? [locator] : Object.values(locator ?? {});
}

/** The pointer of the object that holds a member; empty for headers and top-level members. */
export function parentOf(place: string): string {
  return place.startsWith('header:') ? '' : place.slice(0, Math.max(0, place.lastIndexOf('/')));
}

/**
 * The kind of name of a place.
 *
 * @param beside pointers of the objects that hold the type
 * @param hasIds whether the values there look like identifiers
 */
export function nameOf(place: string, beside: ReadonlySet<string>, hasIds: () => boolean): Name {
  if (isOfHttp(place) || (FREE_FORM.test(place) && !beside.has(parentOf(place)))) return 'never';
  const words = lastName(place)
    .split(/[_-]|(?<=[a-z0-9])(?=[A-Z])/)
    .map(word => word.toLowerCase());
  const name = words.join('');
  const isNoun = WHAT_IS_SENT.test(name) && hasIds();
  if (isNoun || ID_OF_WHAT_IS_SENT.test(name)) {
    const bare = isNoun || BARE_ID.test(name);
    if (bare ? /\/event\/[^/]+$/i.test(place) : isLiteral(place, name)) return 'event';
    if (!bare) return 'message';
    if (beside.has(parentOf(place)) || depth(place) <= 1) return 'message';
    return /(event|meta|envelope|header)/i.test(place) && !ABOUT_ATTEMPTS.test(place) ? 'message' : 'id';
  }
  if (MAY_SERVE.test(words.at(-1) ?? '')) return 'key';
  return COMPUTED.test(name) ? 'never' : 'any';
}

/**
 * Whether a name is literally the event's id, at a place about the event. Deeper, it may be the id of another event.
 */
function isLiteral(place: string, name: string): boolean {
  if (place.startsWith('header:')) return ID_OF_THE_EVENT.test(name);
  return (
    /^(event|evt)/.test(name) &&
    ID_OF_THE_EVENT.test(name) &&
    (depth(place) === 1 || /\/(event|meta|envelope|header|webhook)/i.test(parentOf(place)))
  );
}
