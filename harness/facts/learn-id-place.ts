import { countsOf } from '../core/counts.ts';
import type { Locator } from '../core/dialect.ts';
import type { Delivery } from '../core/evidence.ts';
import { typeOf, valueAt } from '../core/locator.ts';
import { scalars } from '../core/mentions.ts';
import { byFamily, type Candidate, coverage, depth, lastName, type Owned } from './places.ts';

/** Headers that say nothing about an event: those of the HTTP layer, and those of proxies and tracing. */
const OF_HTTP = /^header:(host|date|content-|connection|user-agent|accept|transfer-encoding)/;
const OF_THE_PATH = /^header:(traceparent|tracestate|via|forwarded|x-forwarded|x-real|cf-|cdn-)/;

/** The customer's own data, unless the type is there too. */
const FREE_FORM = /\/metadata\//;

/** A name that may be the id of the endpoint, which all webhooks share. */
const OF_THE_ENDPOINT = /^webhook[_-]?u?u?id$/i;

/** Names of ids. */
const ID = '(id|uuid|uid|guid|ulid|urn|ident|identifier)';

/** The id of the event or message; `id` alone belongs to the object that holds it. */
const ID_OF_WHAT_IS_SENT = new RegExp(`(^|event|evt|webhook|message|msg|notification)${ID}$`);
const BARE_ID = new RegExp(`^${ID}$`);
const ID_OF_THE_EVENT = new RegExp(`(event|evt)${ID}$`);

/** Names that may serve as an id, by their last word. */
const MAY_SERVE = /^(id|uuid|guid|key|ref|reference|token|nonce|seq|sequence|serial|evt|event)$/;

/** A value whose prefix says that it identifies a delivery attempt. */
const OF_AN_ATTEMPT = /^(dlv|dlvr|del|delivery|att|atm|attempt|try)[_-]/i;

/** A part of a body about the delivery attempt, whose id is not the event's. */
const ABOUT_ATTEMPTS = /\/[^/]*(delivery|attempt)[^/]*\/[^/]+$/i;

/** A place is plausible if more than this share of the evidence supports it. The rest may be a breach. */
const PLAUSIBLE = 0.5;

/** A place with what the evidence says about it as an event id. */
interface Judged {
  readonly place: string;
  readonly samples: number;
  readonly name: Name;
  readonly support: number;
  readonly coverage: number;
  /** Whether it may be the id of something else, such as an attempt or the endpoint. */
  readonly doubtful: boolean;
}

/**
 * The kind of name that a place has: `event`, an event's id (`event_id`, `/event/id`); `message`, the id of what is
 * sent (`id` at the top or beside the type, `message_id`); `id`, another id; `key`, something that may serve as one.
 */
type Name = 'event' | 'message' | 'id' | 'key' | 'other';

/**
 * The places where deliveries hold the event id: a value that repeats on redelivery and differs between events. A
 * place named like an event id is preferred even if every delivery contradicts it. That is the breach that the checks
 * look for, and a reference that happens to fit must not hide it. The evidence decides only between places with the
 * same kind of name. Equally good places are all kept.
 */
export function learnIdPlace(
  owned: readonly Owned[],
  typePlace: Locator | undefined,
  signatureHeaders: readonly string[],
): readonly Candidate[] {
  const typeAt = (delivery: Delivery) => typeOf(delivery, typePlace);
  const again = redelivered(owned, typeAt);
  const judged = placesOf(owned, typePlace, signatureHeaders).map(named => judgePlace(named, owned, typeAt, again));
  const among = (...names: readonly Name[]) => judged.filter(({ name }) => names.includes(name));
  const literal = among('event').filter(place => place.coverage > PLAUSIBLE);
  const strong = among('event', 'message');
  const best = bestSupported(strong);
  const chosen =
    [
      literal.length === 0 || best.some(place => literal.includes(place)) ? best : [],
      bestSupported(literal),
      leastWrong(literal),
      leastWrong(strong.filter(({ doubtful }) => !doubtful)),
      bestSupported(among('id', 'key')),
      // Doubtful, but there is nothing else.
      leastWrong(strong),
    ].find(places => places.length > 0) ?? [];
  return chosen.map(({ place, support, samples }) => ({
    locator: byFamily(place, owned, typeAt, own => betterFor(own, judged)),
    support,
    samples,
  }));
}

/**
 * Whether a place is named as the event id, or as the id of the message that is sent: a value that only behaves like
 * one is not.
 */
export function isNamedAsEventId(locator: Locator, typePlace: Locator | undefined): boolean {
  const beside = new Set(placesIn(typePlace).map(parentOf));
  return placesIn(locator).every(place => ['event', 'message'].includes(nameOf(place, beside)));
}

/** Whether a header is one of the HTTP layer, of a proxy or of tracing. */
export function isOfHttp(place: string): boolean {
  return OF_HTTP.test(place) || OF_THE_PATH.test(place);
}

function placesIn(locator: Locator | undefined): readonly string[] {
  return typeof locator === 'string' ? [locator] : Object.values(locator ?? {});
}

/** The plausible places with the most support. */
function bestSupported(places: readonly Judged[]): readonly Judged[] {
  const best = Math.max(...places.map(rank));
  return places.filter(candidate => candidate.support > PLAUSIBLE && rank(candidate) === best);
}

/** The place that most deliveries have; of several, the one with the most support. */
function leastWrong(places: readonly Judged[]): readonly Judged[] {
  return places.toSorted((a, b) => b.coverage - a.coverage || b.support - a.support).slice(0, 1);
}

/** Places whose names may be those of an id, except those that name the order. */
function placesOf(
  owned: readonly Owned[],
  typePlace: Locator | undefined,
  signatureHeaders: readonly string[],
): readonly Pick<Judged, 'place' | 'name'>[] {
  const held = owned.flatMap(({ delivery, journey: { order } }) =>
    [...scalars(delivery)].map(({ place, value }) => ({ place, isOrder: value === order })),
  );
  const places = countsOf(held.map(({ place }) => place));
  const orders = countsOf(held.flatMap(({ place, isOrder }) => (isOrder ? [place] : [])));
  const aboutOrders = [...orders.keys()];
  // An object that holds the type is about the event, unless it names the order as well.
  const beside = new Set(
    placesIn(typePlace)
      .map(parentOf)
      .filter(parent => parent !== '' && !aboutOrders.some(place => place.startsWith(`${parent}/`))),
  );
  const skip = new Set(signatureHeaders.map(name => `header:${name}`));
  return [...places]
    .filter(([place, count]) => (orders.get(place) ?? 0) <= count / 2 && !skip.has(place))
    .map(([place]) => ({ place, name: nameOf(place, beside) }))
    .filter(({ name }) => name !== 'other');
}

/** The pointer of the object that holds a member; empty for headers and top-level members. */
function parentOf(place: string): string {
  return place.startsWith('header:') ? '' : place.slice(0, Math.max(0, place.lastIndexOf('/')));
}

function judgePlace(
  { place, name }: Pick<Judged, 'place' | 'name'>,
  owned: readonly Owned[],
  typeAt: (delivery: Delivery) => string | undefined,
  again: readonly Repeated[],
): Judged {
  const having = owned.flatMap(item => {
    const value = valueAt(item.delivery, place);
    return value === undefined ? [] : [{ ...item, value }];
  });
  const apart = [...Map.groupBy(having, ({ journey }) => journey).values()].map(items => {
    const events = new Set(items.map(({ delivery }) => typeAt(delivery))).size;
    return { all: events - 1, kept: Math.min(new Set(items.map(({ value }) => value)).size, events) - 1 };
  });
  const incidences = new Set(having.map(({ value, journey }) => JSON.stringify([value, journey.id]))).size;
  const values = new Set(having.map(({ value }) => value)).size;
  const known = again.filter(([{ delivery }]) => valueAt(delivery, place) !== undefined);
  const recurring = known.filter(([{ delivery }, later]) =>
    later.some(other => valueAt(other.delivery, place) === valueAt(delivery, place)),
  );
  return {
    place,
    name,
    samples: having.length,
    coverage: coverage(place, owned),
    support: Math.min(
      share(sum(apart.map(({ kept }) => kept)), sum(apart.map(({ all }) => all))),
      share(values - 1, incidences - 1),
      share(recurring.length, known.length),
    ),
    doubtful:
      (values === 1 && having.length > 1 && OF_THE_ENDPOINT.test(lastName(place))) ||
      having.filter(({ value }) => OF_AN_ATTEMPT.test(value)).length > having.length / 2,
  };
}

/** A share; 1 if the whole is 0. */
function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function rank({ support, coverage }: Judged): number {
  return Math.round(1000 * support * coverage);
}

/** For events that lack the chosen place: the best-named place that nearly all of them have. */
function betterFor(own: readonly Owned[], judged: readonly Judged[]): string | undefined {
  const order: readonly Name[] = ['event', 'message', 'id'];
  return judged
    .filter(({ name, support, place }) => order.includes(name) && support > PLAUSIBLE && coverage(place, own) > 0.9)
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name) || b.support - a.support)[0]?.place;
}

/** A refused delivery and the later ones of its journey with the same type. */
type Repeated = readonly [Owned, readonly Owned[]];

function redelivered(owned: readonly Owned[], typeAt: (delivery: Delivery) => string | undefined): readonly Repeated[] {
  return owned
    .filter(({ delivery }) => delivery.answer.refused)
    .map((first): Repeated => {
      const later = owned.filter(
        ({ delivery, journey }) =>
          journey === first.journey && delivery.at > first.delivery.at && typeAt(delivery) === typeAt(first.delivery),
      );
      return [first, later];
    })
    .filter(([, later]) => later.length > 0);
}

/** @param beside pointers of the objects that hold the type */
function nameOf(place: string, beside: ReadonlySet<string>): Name {
  if (isOfHttp(place) || (FREE_FORM.test(place) && !beside.has(parentOf(place)))) return 'other';
  const words = lastName(place)
    .split(/[_-]|(?<=[a-z0-9])(?=[A-Z])/)
    .map(word => word.toLowerCase());
  const name = words.join('');
  if (ID_OF_WHAT_IS_SENT.test(name)) {
    const bare = BARE_ID.test(name);
    if (bare ? /\/event\/[^/]+$/i.test(place) : isLiteral(place, name)) return 'event';
    if (!bare) return 'message';
    if (beside.has(parentOf(place)) || depth(place) <= 1) return 'message';
    return /(event|meta|envelope|header)/i.test(place) && !ABOUT_ATTEMPTS.test(place) ? 'message' : 'id';
  }
  return MAY_SERVE.test(words.at(-1) ?? '') ? 'key' : 'other';
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
