import { oncePerObject } from '../base/once.ts';
import { leadsToCredit } from '../contract/lifecycle.ts';
import { COMPLETED, type Locator } from '../evidence/dialect.ts';
import type { Delivery, Journey } from '../evidence/evidence.ts';
import { typeOf, valueAt } from '../evidence/interpretation.ts';
import { scalars } from '../evidence/mentions.ts';
import { depth, isNamedAsType, isOfAnother, isTime, nameOf, objectsOf, placesIn, WEIGHTS } from './place-names.ts';

/** A candidate for a place, with the share of samples that support it (0 to 1). */
export interface Candidate {
  readonly locator: Locator;
  readonly support: number;
  readonly samples: number;
}

/** A delivery and the journey that it belongs to. */
export interface Owned {
  readonly delivery: Delivery;
  readonly journey: Journey;
}

/** A delivery with the value that it holds at a place. */
interface Held extends Owned {
  readonly value: string;
}

/**
 * A candidate with its score, from its name and its evidence. Types are scored under the best place of the order, and
 * event ids under the best places of both, so that the best combination consists of the best candidates.
 */
interface Scored extends Omit<Candidate, 'locator'> {
  readonly place: string;
  readonly weight: number;
  readonly quality: number;
}

/** A place is plausible if more than this share of the evidence supports it. The rest may be a breach. */
const PLAUSIBLE = 0.5;

/** Decides only between otherwise equal candidates. */
const LITTLE = 1e-9;

/**
 * The deduction for an event id without plausible evidence. It outweighs most names, and leaves little of a name that
 * may belong to something else, for example an attempt.
 */
const DOUBT = { implausible: 2, ofAnother: 3 };

/** The weight for a type place that holds the credit signal: after the right step, or at any time. */
const SAYS = { rightly: 4, wrongly: 2 };

function scoreOf({ weight, quality }: Scored): number {
  return weight + quality;
}

/** The best candidates. Candidates with equally good evidence and names are all kept. */
function best<S extends Scored>(scored: readonly S[]): readonly S[] {
  const [top] = scored.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  const level = ({ weight }: Scored) => Math.min(weight, WEIGHTS.message);
  const isAsGood = (one: S, other: S) => one.quality === other.quality && level(one) === level(other);
  return scored.filter(one => one === top || (top && top.support > PLAUSIBLE && isAsGood(one, top)));
}

/** The places where deliveries name their order: those that hold a known order whose journey had started by then. */
export function orderPlaces(deliveries: readonly Delivery[], journeys: readonly Journey[]): readonly Scored[] {
  const known = new Map(journeys.map(journey => [journey.order, journey]));
  const named = deliveries.flatMap(delivery => {
    const all = delivery.ours && delivery.complete ? scalars(delivery) : [];
    return all.flatMap(({ place, value }) => {
      const journey = known.get(value);
      return journey ? [{ place, isRight: delivery.at >= startOf(journey) }] : [];
    });
  });
  return best(
    [...Map.groupBy(named, ({ place }) => place)].map(([place, all]) => {
      const right = all.filter(({ isRight }) => isRight).length;
      const support = right / all.length;
      return { place, support, samples: all.length, weight: 0, quality: right + LITTLE * support };
    }),
  );
}

function startOf({ steps, from = Number.POSITIVE_INFINITY }: Journey): number {
  return steps[0]?.at ?? from;
}

/**
 * The places of the event type: those that hold `disbursement.completed` in deliveries after the step that leads to it,
 * rather than before. A place that announces it in advance has it in the wrong deliveries. Places that more deliveries
 * have are preferred. If no delivery contains it, the place that is named like a type.
 */
export function typePlaces(owned: readonly Owned[]): readonly Candidate[] {
  return best(scoreTypes(owned)).map(one => candidate(one, typesAt(one.place, owned)));
}

function scoreTypes(owned: readonly Owned[]): readonly Scored[] {
  return [...heldBy(owned)].flatMap(([place, held]) => {
    const says = held.filter(({ value }) => value === COMPLETED);
    const coverage = held.length / owned.length;
    if (says.length === 0) {
      const quality = coverage - LITTLE * depth(place);
      return isNamedAsType(place) ? [{ place, support: 0, samples: owned.length, weight: 0, quality }] : [];
    }
    const right = says.filter(({ delivery, journey }) =>
      journey.steps.some(({ event, at }) => leadsToCredit(event) && at <= delivery.at),
    ).length;
    const more = 2 * right - says.length;
    const weight = SAYS[more > 0 ? 'rightly' : 'wrongly'];
    return { place, support: right / says.length, samples: says.length, weight, quality: coverage + LITTLE * more };
  });
}

/** The place of each type. Deliveries without a value in a place have their type in the best other place. */
function typesAt(place: string, owned: readonly Owned[]): { readonly [type: string]: string } {
  const types = owned.map(({ delivery }) => valueAt(delivery, place));
  const left = owned.filter((_, nth) => types[nth] === undefined);
  const [next] = best(scoreTypes(left).filter(({ weight }) => weight !== SAYS.wrongly));
  const here = types.flatMap(type => (type === undefined ? [] : [[type, place] as const]));
  return { ...Object.fromEntries(here), ...(next && typesAt(next.place, left)) };
}

/**
 * The places of the event id: values that repeat on redelivery and differ between events, weighted by name. If no place
 * is named like an id, any identifier that behaves like an event id will do, because the specification promises no
 * name.
 */
export function idPlaces(
  owned: readonly Owned[],
  typePlace: Locator | undefined,
  signatureHeaders: readonly string[],
): readonly Candidate[] {
  const typeAt = ({ delivery }: Owned) => typeOf(delivery, typePlace);
  const taken = new Set([...placesIn(typePlace), ...signatureHeaders.map(name => `header:${name}`)]);
  const places = [...heldBy(owned)].map(([place, held]) => {
    const ofOrder = held.filter(({ value, journey }) => value === journey.order).length;
    return { place, held, ofOrder, isTaken: taken.has(place) || ofOrder > held.length / 2 };
  });
  const namesOrder = (parent: string) => places.some(one => one.ofOrder > 0 && one.place.startsWith(`${parent}/`));
  // An object that holds the type is about the event, unless it also names the order.
  const beside = new Set(objectsOf(typePlace).filter(parent => parent !== '' && !namesOrder(parent)));
  const scored = places.flatMap(({ place, held, isTaken }) => {
    const values = held.flatMap(({ value, delivery }) => (isTime(value, delivery.at) ? [] : [value]));
    const name = isTaken ? 'never' : nameOf(place, beside, values);
    if (name === 'never') return [];
    const coverage = held.length / owned.length;
    const support = supportAsId(held, typeAt);
    const doubt = support > PLAUSIBLE ? 0 : DOUBT.implausible + (isOfAnother(place, values) ? DOUBT.ofAnother : 0);
    const weight = WEIGHTS[name === 'event' && coverage <= PLAUSIBLE ? 'message' : name] - doubt;
    const one = { place, name, support, samples: held.length, weight, quality: coverage * (support + LITTLE) };
    return scoreOf(one) > 0 ? [one] : [];
  });
  // An event without the place may have another id. A value that only behaves like an id would hide a breach.
  const ids = scored.filter(({ name, support }) => ['event', 'message', 'id'].includes(name) && support > PLAUSIBLE);
  const another = (own: readonly Owned[]) => best(ids.filter(({ place }) => coverageOf(place, own) > 0.9))[0]?.place;
  return best(scored).map(one => inFamilies(one, owned, typeAt, another));
}

/**
 * How well values serve as event ids: the lowest of three shares. These are the types of a journey with a unique value,
 * the values that no other journey has, and the refused deliveries whose value comes again.
 */
function supportAsId(held: readonly Held[], typeAt: (one: Owned) => string | undefined): number {
  const journeys = [...Map.groupBy(held, ({ journey }) => journey).values()].map(own => {
    const types = [...Map.groupBy(own, typeAt).values()];
    return { types: types.length, values: distinct(own), again: types.flatMap(redelivered) };
  });
  const again = journeys.flatMap(own => own.again);
  return Math.min(
    share(
      sum(journeys.map(({ types, values }) => Math.min(types, values) - 1)),
      sum(journeys.map(({ types }) => types - 1)),
    ),
    share(distinct(held) - 1, sum(journeys.map(({ values }) => values)) - 1),
    share(again.filter(isSame => isSame).length, again.length),
  );
}

/** For each refused delivery of one type in a journey, whether its value comes again, if any does. */
function redelivered(held: readonly Held[]): readonly boolean[] {
  return held.flatMap(({ delivery, value }, nth) => {
    const later = delivery.answer.refused ? held.slice(nth + 1) : [];
    return later.length > 0 ? [later.some(other => other.value === value)] : [];
  });
}

/**
 * A candidate with places by event type, if event families differ: a type that mostly lacks the place gets the place
 * that `another` finds in its deliveries.
 */
export function inFamilies(
  one: Scored,
  owned: readonly Owned[],
  typeAt: (one: Owned) => string | undefined,
  another: (own: readonly Owned[]) => string | undefined,
): Candidate {
  const places = [...Map.groupBy(owned, typeAt)].flatMap(([type, own]) => {
    const found = coverageOf(one.place, own) > PLAUSIBLE ? one.place : another(own);
    return type !== undefined && found !== undefined ? [[type, found] as const] : [];
  });
  return candidate(one, Object.fromEntries(places));
}

/** A candidate with its places by type, or with one place if it serves all types. */
function candidate({ place, support, samples }: Scored, byType: { readonly [type: string]: string }): Candidate {
  const isOne = Object.values(byType).every(own => own === place);
  return { locator: isOne ? place : byType, support, samples };
}

const heldBy = oncePerObject((owned: readonly Owned[]): ReadonlyMap<string, readonly Held[]> => {
  const places = new Map<string, Held[]>();
  for (const { delivery, journey } of owned) {
    for (const { place, value } of scalars(delivery)) {
      const held = places.get(place);
      if (held) held.push({ delivery, journey, value });
      else places.set(place, [{ delivery, journey, value }]);
    }
  }
  return places;
});

function coverageOf(place: string, owned: readonly Owned[]): number {
  return owned.filter(({ delivery }) => valueAt(delivery, place) !== undefined).length / owned.length;
}

function distinct(held: readonly Held[]): number {
  return new Set(held.map(({ value }) => value)).size;
}

/** A share; 1 if the whole is 0. */
function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
