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

/** The last part of a place is what is sent, by its name alone: where it has an identifier, it is its id. */
const NOUN = new RegExp(`(?<=[/:])${SENT}$`);

/** The kinds of names, in words of {@link wordsOf}. The first that fits counts; what fits none says nothing. */
const NAMES: readonly (readonly [Name, RegExp])[] = [
  // The customer's own data.
  ['never', /\/metadata\//],
  ['event', new RegExp(`/event/${ID}$`)],
  // Deeper, and not in a part about the event, it may be the id of another event.
  ['event', new RegExp(`^(header:.*|/|/(.*/)?(event|meta|envelope|header|webhook).*/)(event|evt)_?${ID}$`)],
  ['message', new RegExp(`${SENT}_?${ID}$`)],
  ['message', new RegExp(`^(/|header:)${ID}$`)],
  // An attempt has an id of its own.
  ['id', new RegExp(`(delivery|attempt)[^/]*/${ID}$`)],
  ['message', new RegExp(`(event|meta|envelope|header).*/${ID}$`)],
  ['id', new RegExp(`/${ID}$`)],
  ['key', /(^|[/:_])(id|uuid|guid|key|ref|reference|token|nonce|seq|sequence|serial|evt|event)$/],
  // What is computed from the body or the transaction.
  ['never', /(sign|digest|hash|hmac|checksum|sha\d|md5|etag)[^/]*$/],
];

/** No name of an id is so long. The patterns take long for what may be sent instead. */
const LONGEST = 300;

/** Common names of the field with the event type. */
const OF_A_TYPE = /[/:](type|event|event_?type|event_?name|topic|kind|action|name)$/;

/** An identifier: no words, no number, and something that tells it from a word. */
const LIKE_AN_ID = /^(?=.*\d)(?!-?\d+(?:\.\d+)?$)[\w.:@~+/=-]{8,}$/;

/** A value whose prefix says that it identifies a delivery attempt. */
const OF_AN_ATTEMPT = /^(dlv|dlvr|del|delivery|att|atm|attempt|try)[_-]/i;

/** A place that may hold the id of the endpoint, which all webhooks share. */
const OF_THE_ENDPOINT = /[/:](x-)?webhook([_-]?u?u?id)?$/i;

/** What looks like an identifier. */
const AN_ID = 'evt_00000000';

/** So many values tell a number that counts events from one that only happens to differ. */
const ENOUGH_TO_COUNT = 20;

/**
 * The kind of name of a place. Where the object that holds it holds the type too, it is named as at the top as well. A
 * name that says nothing needs values that identify something else than attempts.
 *
 * @param beside pointers of the objects that hold the type
 * @param values what is there
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

/** Whether a place may hold the id of something else: of each attempt, or of the endpoint. */
export function isOfAnother(place: string, values: readonly string[]): boolean {
  return mostly(values, OF_AN_ATTEMPT) || (OF_THE_ENDPOINT.test(place) && new Set(values).size === 1);
}

/**
 * Whether a place is named as the event id, or as the id of the message that is sent: a value that only behaves like
 * one is not.
 */
export function isNamedAsEventId(locator: Locator, typePlace: Locator | undefined): boolean {
  const beside = new Set(objectsOf(typePlace));
  return placesIn(locator).every(place => ['event', 'message'].includes(nameOf(place, beside, [AN_ID])));
}

/** Whether a place is named as the event type. */
export function isNamedAsType(place: string): boolean {
  return OF_A_TYPE.test(wordsOf(place));
}

/** Whether a header is one of the HTTP layer, of a proxy or of tracing. */
export function isOfHttp(place: string): boolean {
  return OF_HTTP.test(place);
}

/** Whether most values fit a pattern and are no times. */
function mostly(values: readonly string[], pattern: RegExp): boolean {
  return values.filter(value => pattern.test(value) && timestampForm(value) === undefined).length > values.length / 2;
}

/** The places of a locator, once for each type that has it. */
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

/** How deep a place lies: 1 for headers and for the members at the top of a body. */
export function depth(place: string): number {
  return place.startsWith('header:') ? 1 : place.split('/').length - 1;
}

/** A place in lower case, with `_` between words: `header:evt_id` for `header:x-evt-id`, `/event_id` for `/eventId`. */
function wordsOf(place: string): string {
  const words = place.replace(/^header:x-/, 'header:').replace(/(?<=[a-z0-9])(?=[A-Z])|-/g, '_');
  return words.toLowerCase();
}
