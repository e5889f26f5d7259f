import { attribute } from '../evidence/attribution.ts';
import type { Places } from '../evidence/dialect.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { canonicalLocator, typeOf } from '../evidence/interpretation.ts';
import { type Candidate, idPlaces, inFamilies, type Owned, orderPlaces, typePlaces } from './score-places.ts';

/** The places that every layout has. */
const PLACES = ['orderId', 'eventType', 'eventId'] as const;

/** The candidates for the places of one layout, best first. */
export interface PlacesLearned {
  readonly candidates: { readonly [Place in (typeof PLACES)[number]]: readonly Candidate[] };
  /** Complete deliveries with their journeys, as far as the best places attribute them. */
  readonly owned: readonly Owned[];
  /** Every combination of one candidate per place, best first. Unknown places are left out. */
  readonly choices: readonly [Places, ...Places[]];
}

/**
 * Learns where deliveries hold their order id, type and event id, assuming one layout. The order comes first, because
 * it attributes the delivery; then the type, because an event has one; then the event id.
 *
 * @param headers names of the signature headers
 * @param pinned places that the dialect file gives
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
    const candidates = { orderId: orders, eventType: types, eventId: ids };
    return { candidates, owned, choices: choicesOf(candidates) };
  };
  const orderId = pinned.orderId ?? found[0]?.place;
  const first = learnFrom(ownedIn(evidence, orderId === undefined ? {} : { orderId }));
  // Repeated if this attributes more: deliveries without an order, by their event id.
  const owned = ownedIn(evidence, first.choices[0]);
  const isSame =
    owned.length === first.owned.length && owned.every(({ journey }, n) => journey === first.owned[n]?.journey);
  return isSame ? first : learnFrom(owned);
}

function choicesOf(candidates: PlacesLearned['candidates']): PlacesLearned['choices'] {
  const lists = PLACES.filter(place => candidates[place].length > 0).map(place =>
    candidates[place].map(({ locator }): Places => ({ [place]: locator })),
  );
  const [best, ...others] = combinations(lists).map((parts): Places => Object.assign({}, ...parts));
  return [best ?? {}, ...others];
}

/** Every combination of one item from each list. Combinations of the first items come first. */
export function combinations<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const all = lists.reduce<readonly { rank: number; parts: readonly T[] }[]>(
    (some, list) =>
      some.flatMap(({ rank, parts }) => list.map((part, nth) => ({ rank: rank + nth, parts: [...parts, part] }))),
    [{ rank: 0, parts: [] }],
  );
  // Otherwise, the first combinations would differ only in their last part.
  return all.toSorted((a, b) => a.rank - b.rank).map(({ parts }) => parts);
}

/** A value of the dialect file, as the only candidate; `undefined` if the file has none. */
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
