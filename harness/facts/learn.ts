import { attribute } from '../core/attribution.ts';
import { type Dialect, TIMESTAMP_UNITS, type TimestampUnit } from '../core/dialect.ts';
import type { Delivery, Evidence } from '../core/evidence.ts';
import type { Interpretation } from '../core/interpretation.ts';
import { canonicalLocator, typeOf } from '../core/locator.ts';
import { learnIdPlace } from './learn-id-place.ts';
import { learnOrderPlace, orderFamilies } from './learn-order-place.ts';
import { learnTypePlace } from './learn-type-place.ts';
import type { Candidate, Owned } from './places.ts';

/** What was learned about one part of a dialect: the candidates that survived, and how sure they are. */
export interface Aspect {
  readonly aspect: 'signatureHeader' | 'timestampUnit' | 'eventId' | 'eventType' | 'orderId';
  readonly candidates: readonly Candidate[];
  /** True where it was told, not learned. */
  readonly told: boolean;
}

/** What was learned from evidence. */
export interface Learned {
  /** Every way to read the webhooks that the evidence bears out; at least one. */
  readonly interpretations: readonly [Interpretation, ...Interpretation[]];
  readonly aspects: readonly Aspect[];
}

/** The neutral name of the signature header in the specification. */
export const NEUTRAL_HEADER = 'service-signature';

/** More readings than this say that the evidence tells too little to choose; the best are kept. */
const MOST_READINGS = 6;

/**
 * Learns how to read a deployment's webhooks. Candidates, not guesses: the signature header is one whose HMAC
 * verifies; the order id is ours; one type is `disbursement.completed`; an event id comes again on redelivery and
 * differs between events; `t` is near the clock. What the dialect says is taken as told.
 */
export function learn(evidence: Evidence, told: Dialect = {}): Learned {
  const headers = learnSignatureHeaders(evidence, told.signatureHeader);
  const units = told.timestampUnit ? [toldAs(told.timestampUnit)] : learnUnit(evidence);
  const places = told.orderId ? [] : learnOrderPlace(evidence);
  const named = told.orderId ? toldAs(told.orderId) : places[0];
  const names = headers.map(({ locator }) => String(locator));
  const from = (owned: readonly Owned[]) => {
    const types = told.eventType ? [toldAs(told.eventType)] : learnTypePlace(owned);
    const ids = told.eventId ? [toldAs(told.eventId)] : learnIdPlace(owned, types[0]?.locator, names);
    return { types, ids };
  };
  // Twice: what names no order can be told apart by its event id, once that is known.
  const first = from(ownedIn(evidence, named));
  const owned = ownedIn(evidence, named, first.types[0], first.ids[0]);
  const { types, ids } = from(owned);
  const typeAt = (delivery: Delivery) => typeOf(delivery, types[0]?.locator);
  const orders = told.orderId ? [toldAs(told.orderId)] : places.map(place => orderFamilies(place, owned, typeAt));
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
  // Were the first few kept as they come, they would differ in their last part only.
  interpretations.sort((a, b) => a.rank - b.rank);
  const [best, ...rest] = interpretations.slice(0, MOST_READINGS).map(({ interpretation }) => interpretation);
  return {
    interpretations: [best ?? { signatureHeaders: names, timestampUnit: 's' }, ...rest],
    aspects: [
      { aspect: 'signatureHeader', candidates: headers, told: told.signatureHeader !== undefined },
      { aspect: 'timestampUnit', candidates: units, told: told.timestampUnit !== undefined },
      { aspect: 'eventId', candidates: ids, told: told.eventId !== undefined },
      { aspect: 'eventType', candidates: types, told: told.eventType !== undefined },
      { aspect: 'orderId', candidates: orders, told: told.orderId !== undefined },
    ],
  };
}

/** Whole deliveries with their journeys, as far as they can be attributed so. */
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

function toldAs(locator: Candidate['locator']): Candidate {
  return { locator: canonicalLocator(locator), support: 1, samples: 0 };
}

function orUndefined(candidates: readonly Candidate[]): readonly (Candidate | undefined)[] {
  return candidates.length > 0 ? candidates : [undefined];
}

/** Headers whose HMAC verifies, those that do so most often; where none does, the one that was told, or is named so. */
function learnSignatureHeaders(evidence: Evidence, told: string | undefined): readonly Candidate[] {
  if (told !== undefined) return [toldAs(told.toLowerCase())];
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

/** How long before the epoch's unit changes: what a `t` of each unit near now looks like, in milliseconds. */
const TO_MS: { readonly [unit in Exclude<TimestampUnit, 'iso'>]: number } = { s: 1000, ms: 1, us: 1e-3, ns: 1e-6 };

/** The unit in which `t` is nearest to the clock, on most deliveries. */
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
