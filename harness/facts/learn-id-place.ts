import { scalars } from '../core/attribution.ts';
import type { Locator } from '../core/dialect.ts';
import type { Delivery } from '../core/evidence.ts';
import { typeOf, valueAt } from '../core/locator.ts';
import { byFamily, type Candidate, coverage, depth, lastName, type Owned } from './places.ts';

/** Headers that say nothing about an event. */
const NOT_ABOUT_EVENTS =
  /^header:(host|date|content-|connection|user-agent|accept|transfer-encoding|traceparent|tracestate|via|forwarded|x-forwarded|x-real|cf-|cdn-)/;

/** What the customer put there. */
const FREE_FORM = /\/metadata\//;

/** More of the evidence than this must bear a place out: the rest may be the breach that the checks are looking for. */
const PLAUSIBLE = 0.5;

/** A place with what the evidence says of it as an event id. */
interface Judged {
  readonly place: string;
  readonly samples: number;
  readonly name: Name;
  readonly support: number;
  readonly coverage: number;
}

/** How much a place is named like an event id. */
type Name = 'event-id' | 'id' | 'key' | 'other';

/**
 * Where deliveries hold the event id: a value that comes again on redelivery, and is not shared by events of other
 * types or orders. A place named like an event id is believed before one that is not, even where some deliveries speak
 * against it: those may be the breach that the checks are looking for. Equals are all kept.
 */
export function learnIdPlace(
  owned: readonly Owned[],
  typePlace: Locator | undefined,
  signatureHeaders: readonly string[],
): readonly Candidate[] {
  const typeAt = (delivery: Delivery) => typeOf(delivery, typePlace);
  const again = redelivered(owned, typeAt);
  const judged = placesOf(owned, signatureHeaders).map(place => judgePlace(place, owned, typeAt, again));
  for (const names of [['event-id'], ['id', 'key']] satisfies Name[][]) {
    const named = judged.filter(({ name }) => names.some(wanted => wanted === name));
    const best = Math.max(...named.map(rank));
    const chosen = named.filter(candidate => candidate.support > PLAUSIBLE && rank(candidate) === best);
    if (chosen.length > 0) {
      return chosen.map(({ place, support, samples }) => ({
        locator: byFamily(place, owned, typeAt, own => betterFor(own, judged)),
        support,
        samples,
      }));
    }
  }
  // An event id by its name, and by nothing else: the rule is broken all over.
  const [best] = judged.filter(({ name }) => name === 'event-id').sort((a, b) => b.coverage - a.coverage);
  return best ? [{ locator: best.place, support: best.support, samples: best.samples }] : [];
}

/** Places whose names let them be an id; not those that name the order. */
function placesOf(owned: readonly Owned[], signatureHeaders: readonly string[]): readonly string[] {
  const places = new Map<string, { all: number; orders: number }>();
  for (const { delivery, journey } of owned) {
    for (const { place, value } of scalars(delivery)) {
      const { all, orders } = places.get(place) ?? { all: 0, orders: 0 };
      places.set(place, { all: all + 1, orders: orders + (value === journey.order ? 1 : 0) });
    }
  }
  const skip = new Set(signatureHeaders.map(name => `header:${name}`));
  return [...places]
    .filter(([place, { all, orders }]) => orders <= all / 2 && !skip.has(place) && nameOf(place) !== 'other')
    .map(([place]) => place);
}

function judgePlace(
  place: string,
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
    name: nameOf(place),
    samples: having.length,
    coverage: coverage(place, owned),
    support: Math.min(
      share(sum(apart.map(({ kept }) => kept)), sum(apart.map(({ all }) => all))),
      share(values - 1, incidences - 1),
      share(recurring.length, known.length),
    ),
  };
}

/** A part of a whole; of nothing, all of it. */
function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function rank({ support, coverage }: Judged): number {
  return Math.round(1000 * support * coverage);
}

/** For events that lack the chosen place: the best-named one that nearly all of them have. */
function betterFor(own: readonly Owned[], judged: readonly Judged[]): string | undefined {
  const order: readonly Name[] = ['event-id', 'id'];
  return judged
    .filter(({ name, support, place }) => order.includes(name) && support > PLAUSIBLE && coverage(place, own) > 0.9)
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name) || b.support - a.support)[0]?.place;
}

/** A refused delivery, and the later ones of its journey that are of the same type. */
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

function nameOf(place: string): Name {
  if (NOT_ABOUT_EVENTS.test(place) || FREE_FORM.test(place)) return 'other';
  const words = lastName(place)
    .split(/[_-]|(?<=[a-z0-9])(?=[A-Z])/)
    .map(word => word.toLowerCase());
  const name = words.join('');
  if (/(^|event|evt|webhook|message|msg|notification)(id|uuid|uid|guid)$/.test(name)) {
    if (!/^(id|uuid|uid|guid)$/.test(name)) return 'event-id';
    return depth(place) <= 1 || /(event|meta|envelope|header)/i.test(place) ? 'event-id' : 'id';
  }
  return /^(id|uuid|guid|key|ref|reference|token|nonce)$/.test(words.at(-1) ?? '') ? 'key' : 'other';
}
