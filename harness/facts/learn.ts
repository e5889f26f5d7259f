import { nearestUnit, type TimestampUnit } from '../base/timestamp.ts';
import type { Dialect } from '../evidence/dialect.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { canonicalLayout, type Interpretation, type LaidOut } from '../evidence/interpretation.ts';
import { learnLayouts } from './learn-layouts.ts';
import { choicesOf, learnPlaces, pinnedAs } from './learn-places.ts';
import type { Candidate } from './places.ts';

/** What was learned about one part of a dialect: the candidates that fit, with their support. */
export interface Aspect {
  readonly aspect: 'signatureHeader' | 'timestampUnit' | 'eventId' | 'eventType' | 'orderId';
  readonly candidates: readonly Candidate[];
  /** True if the dialect file gives it, so that it was not learned. */
  readonly pinned: boolean;
}

/** What was learned from evidence. */
export interface Learned {
  /** Every interpretation of the webhooks that fits the evidence, best first; at least one. */
  readonly interpretations: readonly [Interpretation, ...Interpretation[]];
  readonly aspects: readonly Aspect[];
}

/** The neutral name of the signature header in the specification. */
export const NEUTRAL_HEADER = 'service-signature';

/**
 * Learns how to interpret a deployment's webhooks. The signature header is one whose HMAC verifies; the order id is one
 * of the run's orders; one type is `disbursement.completed`; an event id repeats on redelivery and differs between
 * events; `t` is near the clock. Where webhooks come in several layouts, this holds in each. Parts that the dialect
 * file gives are not learned.
 */
export function learn(evidence: Evidence, pinned: Dialect = {}): Learned {
  const headers = learnSignatureHeaders(evidence, pinned.signatureHeader);
  const units = pinned.timestampUnit ? [pinnedAs(pinned.timestampUnit)] : learnUnit(evidence);
  const names = headers.map(({ locator }) => String(locator));
  const whole = learnPlaces(evidence, names, pinned);
  const isPinned = pinned.eventId ?? pinned.eventType ?? pinned.orderId ?? pinned.layouts;
  const several = isPinned === undefined ? learnLayouts(evidence, names, whole) : undefined;
  const [main, ...further] = several ?? [];
  const places = main?.places ?? whole;
  const readings = further.reduce(
    (all: readonly RankedReading[], { where, places: own }) =>
      all.flatMap(one =>
        choicesOf(own).map(other => ({
          rank: one.rank + other.rank,
          read: { ...one.read, layouts: [...(one.read.layouts ?? []), { where, ...other.places }] },
        })),
      ),
    choicesOf(places).map(one => ({
      rank: one.rank,
      read: { ...one.places, ...(pinned.layouts && { layouts: pinned.layouts.map(canonicalLayout) }) },
    })),
  );
  const ranked = units.flatMap(({ locator: unit }, nth) =>
    readings.map(({ rank, read }) => ({
      rank: rank + nth,
      interpretation: { signatureHeaders: names, timestampUnit: unit as TimestampUnit, ...read },
    })),
  );
  ranked.sort((a, b) => a.rank - b.rank);
  const [best, ...rest] = ranked.map(({ interpretation }) => interpretation);
  return {
    interpretations: [best ?? { signatureHeaders: names, timestampUnit: 's' }, ...rest],
    aspects: [
      { aspect: 'signatureHeader', candidates: headers, pinned: pinned.signatureHeader !== undefined },
      { aspect: 'timestampUnit', candidates: units, pinned: pinned.timestampUnit !== undefined },
      { aspect: 'eventId', candidates: places.ids, pinned: pinned.eventId !== undefined },
      { aspect: 'eventType', candidates: places.types, pinned: pinned.eventType !== undefined },
      { aspect: 'orderId', candidates: places.orders, pinned: pinned.orderId !== undefined },
    ],
  };
}

/** One way to read places, by layout, with how far down its choices stand. */
interface RankedReading {
  readonly rank: number;
  readonly read: LaidOut;
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
