import { nearestUnit } from '../base/timestamp.ts';
import type { Locator } from '../evidence/dialect.ts';
import { timestampForm } from './forms.ts';

/**
 * What the name of a place weighs for the event id: `event`, an event's id (`event_id`, `/event/id`); `message`, the id
 * of what is sent (`id` at the top or beside the type, `message_id`, `message` with an identifier); `id`, another id;
 * `key`, something that may serve as one; `any`, a name that says nothing; `never`, a place that holds something else.
 *
 * A name outweighs the evidence, whose quality is 1 at most: a place named like an event id is preferred even if every
 * delivery contradicts it. That is the breach that the checks look for, and a reference that happens to fit must not
 * hide it.
 */
export const WEIGHTS = { event: 9, message: 5, id: 1, key: 1, any: 0, never: -9 } as const;

/** The kind of name that a place has. */
type Name = keyof typeof WEIGHTS;

/** Headers that say nothing about an event: those of the HTTP layer, of proxies and of tracing. */
const OF_HTTP =
  /^header:(host|date|content-|connection|user-agent|accept|transfer-|(x-)?forwarded|trace|via|x-real|cf-|cdn-)/;

const ID = '(id|uuid|uid|guid|ulid|urn|ident|identifier)';
const SENT = '(event|evt|webhook|message|msg|notification)';

/** A last part that names the message itself: if it holds an identifier, this is the id of the message. */
const NOUN = new RegExp(`(?<=[/:])${SENT}$`);

/** The kinds of names, as written by {@link wordsOf}. The first match counts; a name without a match says nothing. */
const NAMES: readonly (readonly [Name, RegExp])[] = [
  // The customer's own data.
  ['never', /\/metadata\//],
  ['event', new RegExp(`/event/${ID}$`)],
  // If it is deeper, and not in a part about the event, it may be the id of another event.
  ['event', new RegExp(`^(header:.*|/|/(.*/)?(event|meta|envelope|header|webhook).*/)(event|evt)_?${ID}$`)],
  ['message', new RegExp(`${SENT}_?${ID}$`)],
  ['message', new RegExp(`^(/|header:)${ID}$`)],
  // An attempt has its own id.
  ['id', new RegExp(`(delivery|attempt)[^/]*/${ID}$`)],
  ['message', new RegExp(`(event|meta|envelope|header).*/${ID}$`)],
  ['id', new RegExp(`/${ID}$`)],
  ['key', /(^|[/:_])(id|uuid|guid|key|ref|reference|token|nonce|seq|sequence|serial|evt|event)$/],
  // Values that are computed from the body or the transaction.
  ['never', /(sign|digest|hash|hmac|checksum|sha\d|md5|etag)[^/]*$/],
];

/** Longer names are not ids. They would also make the patterns slow. */
const LONGEST = 300;

/** Common names of the field with the event type. */
const OF_A_TYPE = /[/:](type|event|event_?type|event_?name|topic|kind|action|name)$/;

/** An identifier: not a word, not a number, and with a digit. */
const LIKE_AN_ID = /^(?=.*\d)(?!-?\d+(?:\.\d+)?$)[\w.:@~+/=-]{8,}$/;

/** A value whose prefix says that it identifies a delivery attempt. */
const OF_AN_ATTEMPT = /^(dlv|dlvr|del|delivery|att|atm|attempt|try)[_-]/i;

/** A place that may hold the id of the endpoint, which all webhooks share. */
const OF_THE_ENDPOINT = /[/:](x-)?webhook([_-]?u?u?id)?$/i;

/** With this many values, a number that counts events differs from one that varies by chance. */
const ENOUGH_TO_COUNT = 20;

/**
 * The kind of name of a place. A place beside the type is also named as if it were at the top. A name without meaning
 * requires values that identify something other than attempts.
 *
 * @param beside pointers of the objects that hold the type
 * @param values the values in the place, without times
 */
export function nameOf(place: string, beside: ReadonlySet<string>, values: readonly string[]): Name {
  if (isOfHttp(place) || place.length > LONGEST) return 'never';
  const hasIds = () => mostly(values, LIKE_AN_ID);
  const words = wordsOf(place);
  const path = NOUN.test(words) && hasIds() ? words.replace(NOUN, 'id') : words;
  const paths = beside.has(parentOf(place)) ? [path, path.slice(path.lastIndexOf('/'))] : [path];
  const names = paths.map(own => NAMES.find(([, pattern]) => pattern.test(own))?.[0] ?? 'any');
  const name = names.reduce((best, name) => (WEIGHTS[name] > WEIGHTS[best] ? name : best));
  const identifies = () => hasIds() || (values.length >= ENOUGH_TO_COUNT && mostly(values, /^\d+$/));
  return name === 'any' && (mostly(values, OF_AN_ATTEMPT) || !identifies()) ? 'never' : name;
}

/** Whether a place may hold another id: that of the attempt or of the endpoint. */
export function isOfAnother(place: string, values: readonly string[]): boolean {
  return mostly(values, OF_AN_ATTEMPT) || (OF_THE_ENDPOINT.test(place) && new Set(values).size === 1);
}

/** Whether a place is named as the event type. */
export function isNamedAsType(place: string): boolean {
  return OF_A_TYPE.test(wordsOf(place));
}

/** Whether a header is one of the HTTP layer, of a proxy or of tracing. */
export function isOfHttp(place: string): boolean {
  return OF_HTTP.test(place);
}

/** A number that would be a time further from the delivery, in milliseconds, is an id with as many digits. */
const NEAR = 366 * 24 * 3_600_000;

/** Whether the value in a webhook that came at `at` is a time. A number counts only if it is near that. */
export function isTime(value: string, at: number): boolean {
  if (timestampForm(value) === undefined) return false;
  return !/^\d+(?:\.\d+)?$/.test(value) || Math.abs(nearestUnit(value, at)?.ageMs ?? 0) < NEAR;
}

function mostly(values: readonly string[], pattern: RegExp): boolean {
  return values.filter(value => pattern.test(value)).length > values.length / 2;
}

/** The distinct places of a locator. */
export function placesIn(locator: Locator | undefined): readonly string[] {
  return typeof locator === 'string' ? [locator] : Object.values(locator ?? {});
}

/** The pointers of the objects that hold a locator's places; empty for headers and top-level members. */
export function objectsOf(locator: Locator | undefined): readonly string[] {
  return placesIn(locator).map(parentOf);
}

function parentOf(place: string): string {
  return place.startsWith('header:') ? '' : place.slice(0, Math.max(0, place.lastIndexOf('/')));
}

/** The depth of a place: 1 for headers and for top-level members of a body. */
export function depth(place: string): number {
  return place.startsWith('header:') ? 1 : place.split('/').length - 1;
}

/** A place in lower case, with `_` between words: `header:evt_id` for `header:x-evt-id`, `/event_id` for `/eventId`. */
function wordsOf(place: string): string {
  const words = place.replace(/^header:x-/, 'header:').replace(/(?<=[a-z0-9])(?=[A-Z])|-/g, '_');
  return words.toLowerCase();
}
