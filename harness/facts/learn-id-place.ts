import type { Locator } from '../evidence/dialect.ts';
import type { Delivery } from '../evidence/evidence.ts';
import { typeOf, valueAt } from '../evidence/locator.ts';
import { scalars } from '../evidence/mentions.ts';
import { isCounter, isLikeAnId, type Name, nameOf, OF_THE_ENDPOINT, parentOf, placesIn } from './id-names.ts';
import { byFamily, type Candidate, coverage, lastName, type Owned } from './places.ts';

/** A value whose prefix says that it identifies a delivery attempt. */
const OF_AN_ATTEMPT = /^(dlv|dlvr|del|delivery|att|atm|attempt|try)[_-]/i;

/** A place is plausible if more than this share of the evidence supports it. The rest may be a breach. */
const PLAUSIBLE = 0.5;

/** So many deliveries tell a number that counts events from one that only happens to differ. */
const ENOUGH_TO_COUNT = 20;

/** A place with what the evidence says about it as an event id. */
interface IdCandidate {
  readonly place: string;
  readonly samples: number;
  readonly name: Name;
  readonly support: number;
  readonly coverage: number;
  /** Whether it may be the id of something else, such as an attempt or the endpoint. */
  readonly doubtful: boolean;
}

/**
 * The places where deliveries hold the event id: a value that repeats on redelivery and differs between events. A
 * place named like an event id is preferred even if every delivery contradicts it. That is the breach that the checks
 * look for, and a reference that happens to fit must not hide it. The evidence decides only between places with the
 * same kind of name. Equally good places are all kept. Where no name is that of an id, any identifier that behaves
 * like the event id serves: the specification promises no name.
 */
export function learnIdPlace(
  owned: readonly Owned[],
  typePlace: Locator | undefined,
  signatureHeaders: readonly string[],
): readonly Candidate[] {
  const typeAt = (delivery: Delivery) => typeOf(delivery, typePlace);
  const again = redelivered(owned, typeAt);
  const places = placesOf(owned, typePlace, signatureHeaders);
  const judge = (named: NamedPlace) => judgePlace(named, owned, typeAt, again);
  const judged = places.filter(({ name }) => name !== 'any').map(judge);
  const among = (...names: readonly Name[]) => judged.filter(({ name }) => names.includes(name));
  const literal = among('event').filter(place => place.coverage > PLAUSIBLE);
  const strong = among('event', 'message');
  const best = bestSupported(strong);
  const named = [
    literal.length === 0 || best.some(place => literal.includes(place)) ? best : [],
    bestSupported(literal),
    leastWrong(literal),
    leastWrong(strong.filter(({ doubtful }) => !doubtful)),
    bestSupported(among('id', 'key')),
  ].find(places => places.length > 0);
  const chosen =
    named ??
    bestSupported(
      places
        .filter(isUnnamedId)
        .map(judge)
        .filter(({ doubtful }) => !doubtful),
    );
  // Doubtful, but there is nothing else.
  return (chosen.length > 0 ? chosen : leastWrong(strong)).map(({ place, support, samples }) => ({
    locator: byFamily(place, owned, typeAt, own => betterFor(own, judged)),
    support,
    samples,
  }));
}

/** The plausible places with the most support. */
function bestSupported(places: readonly IdCandidate[]): readonly IdCandidate[] {
  const best = Math.max(...places.map(rank));
  return places.filter(candidate => candidate.support > PLAUSIBLE && rank(candidate) === best);
}

/** The place that most deliveries have; of several, the one with the most support. */
function leastWrong(places: readonly IdCandidate[]): readonly IdCandidate[] {
  return places.toSorted((a, b) => b.coverage - a.coverage || b.support - a.support).slice(0, 1);
}

/** A place that may hold an id, with its name and its values. */
interface NamedPlace extends Pick<IdCandidate, 'place' | 'name'> {
  readonly values: readonly string[];
}

/** Whether a place whose name says nothing holds identifiers. */
function isUnnamedId({ name, values }: NamedPlace): boolean {
  return (
    name === 'any' && (mostly(values, isLikeAnId) || (values.length >= ENOUGH_TO_COUNT && mostly(values, isCounter)))
  );
}

function mostly(values: readonly string[], test: (value: string) => boolean): boolean {
  return values.filter(test).length > values.length / 2;
}

/** Places that may hold an id, except those that name the order. */
function placesOf(
  owned: readonly Owned[],
  typePlace: Locator | undefined,
  signatureHeaders: readonly string[],
): readonly NamedPlace[] {
  const held = owned.flatMap(({ delivery, journey: { order } }) =>
    scalars(delivery).map(({ place, value }) => ({ place, value, isOrder: value === order })),
  );
  const orders = new Set(held.flatMap(({ place, isOrder }) => (isOrder ? [place] : [])));
  // An object that holds the type is about the event, unless it names the order as well.
  const beside = new Set(
    placesIn(typePlace)
      .map(parentOf)
      .filter(parent => parent !== '' && ![...orders].some(place => place.startsWith(`${parent}/`))),
  );
  const skip = new Set(signatureHeaders.map(name => `header:${name}`));
  return [...Map.groupBy(held, ({ place }) => place)].flatMap(([place, all]) => {
    if (all.filter(({ isOrder }) => isOrder).length > all.length / 2 || skip.has(place)) return [];
    const values = all.map(({ value }) => value);
    const name = nameOf(place, beside, () => mostly(values, isLikeAnId));
    return name === 'never' ? [] : [{ place, name, values }];
  });
}

function judgePlace(
  { place, name }: NamedPlace,
  owned: readonly Owned[],
  typeAt: (delivery: Delivery) => string | undefined,
  again: readonly Repeated[],
): IdCandidate {
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

function rank({ support, coverage }: IdCandidate): number {
  return Math.round(1000 * support * coverage);
}

/** For events that lack the chosen place: the best-named place that nearly all of them have. */
function betterFor(own: readonly Owned[], judged: readonly IdCandidate[]): string | undefined {
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
