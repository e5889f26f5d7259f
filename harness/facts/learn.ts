import { nearestUnit, type TimestampUnit } from '../base/timestamp.ts';
import type { Dialect } from '../evidence/dialect.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { canonicalLayout, type Interpretation } from '../evidence/interpretation.ts';
import { learnLayouts } from './learn-layouts.ts';
import { choicesOf, combinations, learnPlaces, pinnedAs } from './learn-places.ts';
import type { Candidate } from './score-places.ts';

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
const NEUTRAL_HEADER = 'service-signature';

/**
 * Learns how to interpret a deployment's webhooks. The signature header is one whose HMAC verifies; the order id is one
 * of the run's orders; one type is `disbursement.completed`; an event id repeats on redelivery and differs between
 * events; `t` is near the clock. Where webhooks come in several layouts, this holds in each. Parts that the dialect
 * file gives are not learned.
 */
export function learn(evidence: Evidence, pinned: Dialect = {}): Learned {
  const headers = pinnedAs(pinned.signatureHeader?.toLowerCase()) ?? learnSignatureHeaders(evidence);
  const units = pinnedAs(pinned.timestampUnit) ?? learnUnit(evidence);
  const names = headers.map(({ locator }) => String(locator));
  const whole = learnPlaces(evidence, names, pinned);
  const isPinned = pinned.eventId ?? pinned.eventType ?? pinned.orderId ?? pinned.layouts;
  const several = isPinned === undefined ? learnLayouts(evidence, names, whole) : undefined;
  const [{ places } = { places: whole }, ...further] = several ?? [];
  const readings = combinations<Partial<Interpretation>>([
    units.map(({ locator }) => ({ timestampUnit: locator as TimestampUnit })),
    choicesOf(places),
    ...further.map(({ where, places: own }) => choicesOf(own).map(other => ({ layouts: [{ where, ...other }] }))),
    pinned.layouts ? [{ layouts: pinned.layouts.map(canonicalLayout) }] : [{}],
  ]).map((parts): Interpretation => {
    const layouts = parts.flatMap(part => part.layouts ?? []);
    const read = { signatureHeaders: names, timestampUnit: 's', ...Object.assign({}, ...parts) };
    return layouts.length > 0 ? { ...read, layouts } : read;
  });
  return {
    interpretations: readings as [Interpretation, ...Interpretation[]],
    aspects: [
      { aspect: 'signatureHeader', candidates: headers, pinned: pinned.signatureHeader !== undefined },
      { aspect: 'timestampUnit', candidates: units, pinned: pinned.timestampUnit !== undefined },
      { aspect: 'eventId', candidates: places.ids, pinned: pinned.eventId !== undefined },
      { aspect: 'eventType', candidates: places.types, pinned: pinned.eventType !== undefined },
      { aspect: 'orderId', candidates: places.orders, pinned: pinned.orderId !== undefined },
    ],
  };
}

/** The headers whose HMAC verifies most often; if none verifies, the one with the neutral name. */
function learnSignatureHeaders(evidence: Evidence): readonly Candidate[] {
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
