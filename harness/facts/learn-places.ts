import { attribute } from '../evidence/attribution.ts';
import type { Places } from '../evidence/dialect.ts';
import type { Delivery, Evidence } from '../evidence/evidence.ts';
import { canonicalLocator, typeOf } from '../evidence/locator.ts';
import { learnIdPlace } from './learn-id-place.ts';
import { learnOrderPlace, orderFamilies } from './learn-order-place.ts';
import { learnTypePlace } from './learn-type-place.ts';
import type { Candidate, Owned } from './places.ts';

/** The candidates for the places of one layout, best first. */
export interface PlacesLearned {
  readonly orders: readonly Candidate[];
  readonly types: readonly Candidate[];
  readonly ids: readonly Candidate[];
  /** Whole deliveries with their journeys, as far as the best places attribute them. */
  readonly owned: readonly Owned[];
}

/**
 * Learns where the deliveries of some evidence hold their order id, type and event id, as if they had one layout.
 *
 * @param headers names of the headers that carry the signature
 * @param pinned places that are given, and not learned
 */
export function learnPlaces(evidence: Evidence, headers: readonly string[], pinned: Places = {}): PlacesLearned {
  const places = pinned.orderId ? [] : learnOrderPlace(evidence);
  const named = pinned.orderId ? pinnedAs(pinned.orderId) : places[0];
  const from = (owned: readonly Owned[]) => {
    const types = pinned.eventType ? [pinnedAs(pinned.eventType)] : learnTypePlace(owned);
    const ids = pinned.eventId ? [pinnedAs(pinned.eventId)] : learnIdPlace(owned, types[0]?.locator, headers);
    return { types, ids };
  };
  // Twice: deliveries that name no order are attributed by their event id, once its place is known.
  const first = from(ownedIn(evidence, named));
  const owned = ownedIn(evidence, named, first.types[0], first.ids[0]);
  const { types, ids } = from(owned);
  const typeAt = (delivery: Delivery) => typeOf(delivery, types[0]?.locator);
  const orders = pinned.orderId ? [pinnedAs(pinned.orderId)] : places.map(place => orderFamilies(place, owned, typeAt));
  return { orders, types, ids, owned };
}

/** Every way to choose one candidate for each place, best first, with how far down its choices stand. */
export function choicesOf({ orders, types, ids }: PlacesLearned): readonly { rank: number; places: Places }[] {
  const all = ranks(orders).flatMap(order =>
    ranks(types).flatMap(type =>
      ranks(ids).map(id => ({
        rank: order.rank + type.rank + id.rank,
        places: {
          ...(order.locator !== undefined && { orderId: order.locator }),
          ...(type.locator !== undefined && { eventType: type.locator }),
          ...(id.locator !== undefined && { eventId: id.locator }),
        },
      })),
    ),
  );
  // Without ranks, the first ones would differ in their last part only.
  return all.sort((a, b) => a.rank - b.rank);
}

/** A value that the dialect file gives, as the only candidate. */
export function pinnedAs(locator: Candidate['locator']): Candidate {
  return { locator: canonicalLocator(locator), support: 1, samples: 0 };
}

/** Candidates with their rank; none at all stands for a place that is not known. */
function ranks(candidates: readonly Candidate[]): readonly { rank: number; locator?: Candidate['locator'] }[] {
  return candidates.length === 0 ? [{ rank: 0 }] : candidates.map(({ locator }, rank) => ({ rank, locator }));
}

function ownedIn(evidence: Evidence, order?: Candidate, type?: Candidate, id?: Candidate): readonly Owned[] {
  const owners = attribute(evidence, {
    ...(order && { orderId: order.locator }),
    ...(type && { eventType: type.locator }),
    ...(id && { eventId: id.locator }),
  });
  return evidence.deliveries.flatMap(delivery => {
    const journey = owners.get(delivery.id);
    return journey && delivery.complete ? [{ delivery, journey }] : [];
  });
}
