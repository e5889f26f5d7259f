import { attribute } from '../core/attribution.ts';
import type { Dialect, TimestampUnit } from '../core/dialect.ts';
import type { Delivery, Evidence } from '../core/evidence.ts';
import type { Interpretation } from '../core/interpretation.ts';
import { canonicalLocator, typeOf } from '../core/locator.ts';
import { nearestUnit } from '../core/timestamp.ts';
import { learnIdPlace } from './learn-id-place.ts';
import { learnOrderPlace, orderFamilies } from './learn-order-place.ts';
import { learnTypePlace } from './learn-type-place.ts';
import type { Candidate, Owned } from './places.ts';

/** What was learned about one part of a dialect: the candidates that fit, with their support. */
export interface Aspect {
  readonly aspect: 'signatureHeader' | 'timestampUnit' | 'eventId' | 'eventType' | 'orderId';
  readonly candidates: readonly Candidate[];
  /** True if the dialect file gives it, so that it was not learned. */
  readonly pinned: boolean;
}

/** What was learned from evidence. */
export interface Learned {
  /** Every interpretation of the webhooks that fits the evidence; at least one. */
  readonly interpretations: readonly [Interpretation, ...Interpretation[]];
  readonly aspects: readonly Aspect[];
}

/** The neutral name of the signature header in the specification. */
export const NEUTRAL_HEADER = 'service-signature';

/** The most interpretations that are kept, best first. More would say that the evidence is too thin to choose. */
const MOST_INTERPRETATIONS = 6;

/**
 * Learns how to interpret a deployment's webhooks. The signature header is one whose HMAC verifies; the order id is one
 * of the run's orders; one type is `disbursement.completed`; an event id repeats on redelivery and differs between
 * events; `t` is near the clock. Parts that the dialect file gives are not learned.
 */
export function learn(evidence: Evidence, pinned: Dialect = {}): Learned {
  const headers = learnSignatureHeaders(evidence, pinned.signatureHeader);
  const units = pinned.timestampUnit ? [pinnedAs(pinned.timestampUnit)] : learnUnit(evidence);
  const places = pinned.orderId ? [] : learnOrderPlace(evidence);
  const named = pinned.orderId ? pinnedAs(pinned.orderId) : places[0];
  const names = headers.map(({ locator }) => String(locator));
  const from = (owned: readonly Owned[]) => {
    const types = pinned.eventType ? [pinnedAs(pinned.eventType)] : learnTypePlace(owned);
    const ids = pinned.eventId ? [pinnedAs(pinned.eventId)] : learnIdPlace(owned, types[0]?.locator, names);
    return { types, ids };
  };
  // Twice: deliveries that name no order are attributed by their event id, once its place is known.
  const first = from(ownedIn(evidence, named));
  const owned = ownedIn(evidence, named, first.types[0], first.ids[0]);
  const { types, ids } = from(owned);
  const typeAt = (delivery: Delivery) => typeOf(delivery, types[0]?.locator);
  const orders = pinned.orderId ? [pinnedAs(pinned.orderId)] : places.map(place => orderFamilies(place, owned, typeAt));
  const ranked = ranks(units).flatMap(unit =>
    ranks(orders).flatMap(order =>
      ranks(types).flatMap(type =>
        ranks(ids).map(id => ({
          rank: unit.rank + order.rank + type.rank + id.rank,
          interpretation: {
            signatureHeaders: names,
            timestampUnit: unit.locator as TimestampUnit,
            ...(order.locator !== undefined && { orderId: order.locator }),
            ...(type.locator !== undefined && { eventType: type.locator }),
            ...(id.locator !== undefined && { eventId: id.locator }),
          },
        })),
      ),
    ),
  );
  // Without ranks, the first ones would differ in their last part only.
  ranked.sort((a, b) => a.rank - b.rank);
  const [best, ...rest] = ranked.slice(0, MOST_INTERPRETATIONS).map(({ interpretation }) => interpretation);
  return {
    interpretations: [best ?? { signatureHeaders: names, timestampUnit: 's' }, ...rest],
    aspects: [
      { aspect: 'signatureHeader', candidates: headers, pinned: pinned.signatureHeader !== undefined },
      { aspect: 'timestampUnit', candidates: units, pinned: pinned.timestampUnit !== undefined },
      { aspect: 'eventId', candidates: ids, pinned: pinned.eventId !== undefined },
      { aspect: 'eventType', candidates: types, pinned: pinned.eventType !== undefined },
      { aspect: 'orderId', candidates: orders, pinned: pinned.orderId !== undefined },
    ],
  };
}

/** Whole deliveries with their journeys, as far as these places attribute them. */
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

function pinnedAs(locator: Candidate['locator']): Candidate {
  return { locator: canonicalLocator(locator), support: 1, samples: 0 };
}

/** Candidates with their rank; none at all stands for a place that is not known. */
function ranks(candidates: readonly Candidate[]): readonly { rank: number; locator?: Candidate['locator'] }[] {
  return candidates.length === 0 ? [{ rank: 0 }] : candidates.map(({ locator }, rank) => ({ rank, locator }));
}

/** The headers whose HMAC verifies most often; if none verifies, the one with the neutral name. */
function learnSignatureHeaders(evidence: Evidence, pinned: string | undefined): readonly Candidate[] {
  if (pinned !== undefined) return [pinnedAs(pinned.toLowerCase())];
  const seen = evidence.deliveries.flatMap(({ ours, signatures }) => (ours ? signatures : []));
  const headers = [...Map.groupBy(seen, ({ header }) => header.toLowerCase())].map(([locator, own]) => {
    const verified = own.filter(({ slots }) => slots.length > 0).length;
    return { locator, verified, support: verified / own.length, samples: own.length };
  });
  const best = Math.max(0, ...headers.map(({ verified }) => verified));
  const neutral = best === 0 ? headers.filter(({ locator }) => locator === NEUTRAL_HEADER) : [];
  const chosen = neutral.length > 0 ? neutral : headers.filter(({ verified }) => verified === best);
  if (chosen.length === 0) return [{ locator: NEUTRAL_HEADER, support: 0, samples: 0 }];
  return chosen.map(({ locator, support, samples }) => ({ locator, support, samples }));
}

/** The unit in which `t` is nearest to the clock on most deliveries. */
function learnUnit(evidence: Evidence): readonly Candidate[] {
  const votes = evidence.deliveries.flatMap(({ ours, at, signatures }) => {
    const [t] = (signatures.find(({ slots }) => slots.length > 0) ?? signatures[0])?.t ?? [];
    if (!ours || t === undefined) return [];
    return [nearestUnit(t, at)?.unit];
  });
  const counts = [...Map.groupBy(votes, unit => unit)].flatMap(([unit, own]) =>
    unit ? [[unit, own.length] as const] : [],
  );
  const [best] = counts.toSorted(([, a], [, b]) => b - a);
  if (best === undefined) return [{ locator: 's', support: 0, samples: 0 }];
  return [{ locator: best[0], support: best[1] / votes.length, samples: votes.length }];
}
