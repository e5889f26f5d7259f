import { attribute } from '../evidence/attribution.ts';
import type { Places } from '../evidence/dialect.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { canonicalLocator, typeOf } from '../evidence/locator.ts';
import { type Candidate, idPlaces, inFamilies, type Owned, orderPlaces, typePlaces } from './score-places.ts';

/** The candidates for the places of one layout, best first. */
export interface PlacesLearned {
  readonly orders: readonly Candidate[];
  readonly types: readonly Candidate[];
  readonly ids: readonly Candidate[];
  /** Whole deliveries with their journeys, as far as the best places attribute them. */
  readonly owned: readonly Owned[];
  /** Every choice of one candidate for each place, best first. A place that is not known is in none. */
  readonly choices: readonly [Places, ...Places[]];
}

/**
 * Learns where the deliveries of some evidence hold their order id, type and event id, as if they had one layout. The
 * order is learned first, since it says whose a delivery is; then the type, since an event has one; then the event id.
 *
 * @param headers names of the headers that carry the signature
 * @param pinned places that are given, and not learned
 */
export function learnPlaces(evidence: Evidence, headers: readonly string[], pinned: Places = {}): PlacesLearned {
  const { deliveries, journeys } = evidence;
  const found = orderPlaces(deliveries, journeys);
  const orderOf = (own: readonly Owned[]) =>
    orderPlaces(
      own.map(({ delivery }) => delivery),
      journeys,
    )[0]?.place;
  const learnFrom = (owned: readonly Owned[]): PlacesLearned => {
    const types = pinnedAs(pinned.eventType) ?? typePlaces(owned);
    const typeAt = ({ delivery }: Owned) => typeOf(delivery, types[0]?.locator);
    const orders = pinnedAs(pinned.orderId) ?? found.map(order => inFamilies(order, owned, typeAt, orderOf));
    const ids = pinnedAs(pinned.eventId) ?? idPlaces(owned, types[0]?.locator, headers);
    return { orders, types, ids, owned, choices: choicesOf(orders, types, ids) };
  };
  const orderId = pinned.orderId ?? found[0]?.place;
  const first = learnFrom(ownedIn(evidence, orderId === undefined ? {} : { orderId }));
  // Again where that attributes more: deliveries that name no order, by their event id.
  const owned = ownedIn(evidence, first.choices[0]);
  const isSame =
    owned.length === first.owned.length && owned.every(({ journey }, n) => journey === first.owned[n]?.journey);
  return isSame ? first : learnFrom(owned);
}

function choicesOf(
  orders: readonly Candidate[],
  types: readonly Candidate[],
  ids: readonly Candidate[],
): PlacesLearned['choices'] {
  const choices = (key: keyof Places, candidates: readonly Candidate[]): readonly Places[] =>
    candidates.length === 0 ? [{}] : candidates.map(({ locator }) => ({ [key]: locator }));
  const all = combinations([choices('orderId', orders), choices('eventType', types), choices('eventId', ids)]);
  const [best, ...others] = all.map((parts): Places => Object.assign({}, ...parts));
  return [best ?? {}, ...others];
}

/** Every way to take one of each list: those first that take what stands first. */
export function combinations<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const all = lists.reduce<readonly { rank: number; parts: readonly T[] }[]>(
    (some, list) =>
      some.flatMap(({ rank, parts }) => list.map((part, nth) => ({ rank: rank + nth, parts: [...parts, part] }))),
    [{ rank: 0, parts: [] }],
  );
  // Without ranks, the first ones would differ in their last part only.
  return all.toSorted((a, b) => a.rank - b.rank).map(({ parts }) => parts);
}

/** A value that the dialect file gives, as the only candidate; undefined where it gives none. */
export function pinnedAs(locator: Candidate['locator'] | undefined): readonly Candidate[] | undefined {
  return locator === undefined ? undefined : [{ locator: canonicalLocator(locator), support: 1, samples: 0 }];
}

function ownedIn(evidence: Evidence, read: Places): readonly Owned[] {
  const owners = attribute(evidence, read);
  return evidence.deliveries.flatMap(delivery => {
    const journey = owners.get(delivery.id);
    return journey && delivery.complete ? [{ delivery, journey }] : [];
  });
}
