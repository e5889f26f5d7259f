import { attribute } from '../core/attribution.ts';
import { type Dialect, TIMESTAMP_UNITS, type TimestampUnit } from '../core/dialect.ts';
import type { Delivery, Evidence } from '../core/evidence.ts';
import type { Interpretation } from '../core/interpretation.ts';
import { canonicalLocator, typeOf } from '../core/locator.ts';
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
  const interpretations: { readonly interpretation: Interpretation; readonly rank: number }[] = [];
  for (const [nth, unit] of units.entries()) {
    for (const [mth, order] of orUndefined(orders).entries()) {
      for (const [lth, type] of orUndefined(types).entries()) {
        for (const [kth, id] of orUndefined(ids).entries()) {
          const interpretation = {
            signatureHeaders: names,
            timestampUnit: unit.locator as TimestampUnit,
            ...(order && { orderId: order.locator }),
            ...(type && { eventType: type.locator }),
            ...(id && { eventId: id.locator }),
          };
          interpretations.push({ interpretation, rank: nth + mth + lth + kth });
        }
      }
    }
  }
  // The first ones in this order differ in their last part only.
  interpretations.sort((a, b) => a.rank - b.rank);
  const [best, ...rest] = interpretations.slice(0, MOST_INTERPRETATIONS).map(({ interpretation }) => interpretation);
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

function orUndefined(candidates: readonly Candidate[]): readonly (Candidate | undefined)[] {
  return candidates.length > 0 ? candidates : [undefined];
}

/** The headers whose HMAC verifies most often; if none verifies, the one with the neutral name. */
function learnSignatureHeaders(evidence: Evidence, pinned: string | undefined): readonly Candidate[] {
  if (pinned !== undefined) return [pinnedAs(pinned.toLowerCase())];
  const tally = new Map<string, { verified: number; seen: number }>();
  for (const delivery of evidence.deliveries) {
    if (!delivery.ours) continue;
    for (const { header, slots } of delivery.signatures) {
      const count = tally.get(header.toLowerCase()) ?? { verified: 0, seen: 0 };
      tally.set(header.toLowerCase(), { verified: count.verified + (slots.length > 0 ? 1 : 0), seen: count.seen + 1 });
    }
  }
  const best = Math.max(0, ...[...tally.values()].map(({ verified }) => verified));
  const names = [...tally].filter(([, { verified }]) => verified === best);
  const preferred = best === 0 ? names.filter(([name]) => name === NEUTRAL_HEADER) : names;
  const chosen = preferred.length > 0 ? preferred : names;
  if (chosen.length === 0) return [{ locator: NEUTRAL_HEADER, support: 0, samples: 0 }];
  return chosen.map(([locator, { verified, seen }]) => ({ locator, support: verified / seen, samples: seen }));
}

/** Milliseconds per unit. */
const TO_MS: { readonly [unit in Exclude<TimestampUnit, 'iso'>]: number } = { s: 1000, ms: 1, us: 1e-3, ns: 1e-6 };

/** The unit in which `t` is nearest to the clock on most deliveries. */
function learnUnit(evidence: Evidence): readonly Candidate[] {
  const votes = new Map<TimestampUnit, number>();
  let samples = 0;
  for (const { ours, at, signatures } of evidence.deliveries) {
    const verified = signatures.filter(({ slots }) => slots.length > 0);
    const [t] = (verified[0] ?? signatures[0])?.t ?? [];
    if (!ours || t === undefined) continue;
    samples++;
    const distance = (unit: TimestampUnit) => Math.abs(millisecondsOf(t, unit) - at);
    const nearest = [...TIMESTAMP_UNITS]
      .filter(unit => Number.isFinite(distance(unit)))
      .sort((a, b) => distance(a) - distance(b))[0];
    if (nearest) votes.set(nearest, (votes.get(nearest) ?? 0) + 1);
  }
  const [best] = [...votes].sort(([, a], [, b]) => b - a);
  return best
    ? [{ locator: best[0], support: best[1] / samples, samples }]
    : [{ locator: 's', support: 0, samples: 0 }];
}

function millisecondsOf(t: string, unit: TimestampUnit): number {
  if (unit === 'iso') return /^\d{4}-/.test(t) ? Date.parse(t) : Number.NaN;
  return /^\d+$/.test(t) ? Number(t) * TO_MS[unit] : Number.NaN;
}
