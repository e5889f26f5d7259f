import { jsonOf, walkInside } from '../base/json.ts';
import { nearestUnit, type TimestampUnit } from '../base/timestamp.ts';
import { COMPLETED, type Dialect, type Layout, type Locator, type Places } from '../evidence/dialect.ts';
import type { Delivery, Evidence } from '../evidence/evidence.ts';
import {
  canonicalLocator,
  eventIdOf,
  eventTypeOf,
  holds,
  type Interpretation,
  orderIdOf,
  type Readable,
} from '../evidence/interpretation.ts';
import { mentions, scalars } from '../evidence/mentions.ts';
import { combinations, learnPlaces, type PlacesLearned, pinnedAs } from './learn-places.ts';
import { depth, isOfHttp, nameOf, objectsOf, placesIn } from './place-names.ts';
import type { Candidate, Owned } from './score-places.ts';

const ASPECTS = ['signatureHeader', 'timestampUnit', 'eventId', 'eventType', 'orderId'] as const;

/** The candidates that fit one part of a dialect, with their support. */
export interface Aspect {
  readonly aspect: (typeof ASPECTS)[number];
  readonly candidates: readonly Candidate[];
  /** Whether the dialect file gives it, so that it was not learned. */
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
 * Learns how to interpret a deployment's webhooks. The signature header is one whose HMAC verifies; the order id is
 * that of an order of the run; one type is `disbursement.completed`; an event id repeats on redelivery and differs
 * between events; `t` is near the clock. If webhooks have several layouts, this holds in each. Parts that the dialect
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
    places.choices,
    ...further.map(({ where, places: own }) => own.choices.map(other => ({ layouts: [{ where, ...other }] }))),
    pinned.layouts ? [{ layouts: pinned.layouts.map(canonicalLayout) }] : [{}],
  ]).map((parts): Interpretation => {
    const layouts = parts.flatMap(part => part.layouts ?? []);
    const read = { signatureHeaders: names, timestampUnit: 's', ...Object.assign({}, ...parts) };
    return layouts.length > 0 ? { ...read, layouts } : read;
  });
  const found = { signatureHeader: headers, timestampUnit: units, ...places.candidates };
  return {
    interpretations: readings as [Interpretation, ...Interpretation[]],
    aspects: ASPECTS.map(aspect => ({ aspect, candidates: found[aspect], pinned: pinned[aspect] !== undefined })),
  };
}

/** A layout in its canonical form: header names, which are case-insensitive, in lower case. */
function canonicalLayout({ where, ...places }: Layout): Layout {
  const canonical = Object.entries(places).map(([key, locator]) => [key, canonicalLocator(locator)]);
  return { where: where.startsWith('header:') ? where.toLowerCase() : where, ...Object.fromEntries(canonical) };
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

/** The unit in which `t` is nearest to the clock for most deliveries. */
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

/** One layout of several: a place that only its deliveries have, and its other places. */
interface LayoutLearned {
  readonly where: string;
  readonly places: PlacesLearned;
}

/** Several layouts are considered only if less than this share of the deliveries fits one layout. */
const READ_AS_ONE = 0.98;
/** The least share of the deliveries that must fit the layouts. The rest may be broken. */
const MOSTLY = 2 / 3;
/** The places of a layout must read more than this share of its deliveries, and so must the support of its event id. */
const PLAUSIBLE = 0.5;
/** The most layouts, the fewest deliveries per layout, and the most divisions that are tried. */
const MOST_LAYOUTS = 4;
const LEAST_DELIVERIES = 3;
const MOST_DIVISIONS = 24;
/** The sample that determines the divisions: how many deliveries, how many places of each, and how deep. */
const LARGEST_SAMPLE = 600;
const MOST_PLACES = 300;
const DEEPEST = 3;

/**
 * The layouts of a deployment that sends webhooks in several, always in the same order; `undefined` if one layout
 * explains as much. A member or header that only its webhooks have identifies a layout. A group of deliveries counts as
 * a layout only if it has a credit signal and an event id that is named like one. Webhooks that merely lack something
 * therefore stay incomplete webhooks.
 */
function learnLayouts(
  evidence: Evidence,
  headers: readonly string[],
  whole: PlacesLearned,
): readonly LayoutLearned[] | undefined {
  const sofar = quality(whole);
  if (sofar >= READ_AS_ONE) return undefined;
  const [best] = [...divisionsOf(whole.owned.map(({ delivery }) => delivery))]
    .flatMap(wheres => {
      const layouts = wheres.map(where => {
        const deliveries = evidence.deliveries.filter(delivery => holds(delivery, where));
        return { where, places: learnPlaces({ ...evidence, deliveries }, headers) };
      });
      if (!layouts.every(isLayout)) return [];
      const mean = (of: (places: PlacesLearned) => number) =>
        layouts.reduce((sum, { places }) => sum + of(places) * places.owned.length, 0) / whole.owned.length;
      return [{ layouts, read: mean(readShare), quality: mean(quality) }];
    })
    .filter(({ quality }) => quality > sofar)
    .sort((a, b) => b.read - a.read || b.quality - a.quality || a.layouts.length - b.layouts.length);
  // By name, because the more frequent layout may differ between runs.
  return best?.layouts.toSorted((a, b) => (a.where < b.where ? -1 : 1));
}

/** Whether a group of deliveries is a layout, and not part of another or broken. */
function isLayout({ places }: LayoutLearned): boolean {
  const [id] = places.candidates.eventId;
  const [own] = places.choices;
  return (
    places.owned.length >= LEAST_DELIVERIES &&
    id !== undefined &&
    id.support > PLAUSIBLE &&
    isNamedAsEventId(id.locator, own.eventType) &&
    readShare(places) > PLAUSIBLE &&
    places.owned.some(({ delivery }) => eventTypeOf(delivery, own) === COMPLETED)
  );
}

/** How well places read deliveries, from 0 (not at all) to 1. */
function quality(places: PlacesLearned): number {
  return readShare(places) * (places.candidates.eventId[0]?.support ?? 0);
}

function readShare(places: PlacesLearned): number {
  const [own] = places.choices;
  return places.owned.filter(item => isRead(item, own)).length / Math.max(1, places.owned.length);
}

/** Whether the places of a delivery hold an id, its type and, if it names an order, the right one. */
function isRead({ delivery, journey }: Owned, places: Places): boolean {
  const type = eventTypeOf(delivery, places);
  if (type === undefined || eventIdOf(delivery, places) === undefined) return false;
  if (type !== COMPLETED && scalars(delivery).some(({ value }) => value === COMPLETED)) return false;
  return orderIdOf(delivery, places) === journey.order || mentions(delivery, new Set([journey.order])).length === 0;
}

/** Sets of places such that most deliveries have one of them and none has two, largest parts first. */
function* divisionsOf(deliveries: readonly Delivery[]): Generator<readonly string[]> {
  const every = Math.ceil(deliveries.length / LARGEST_SAMPLE);
  const sample = deliveries.filter((delivery, nth) => nth % every === 0 && jsonOf(delivery.body) !== undefined);
  const parts = partsIn(sample);
  const least = sample.length * MOSTLY;
  let left = MOST_DIVISIONS;
  function* divide(from: number, taken: readonly Part[], covered: bigint): Generator<readonly string[]> {
    const size = taken.reduce((sum, part) => sum + part.size, 0);
    if (taken.length > 1 && size >= least && left-- > 0) yield taken.map(({ place }) => place);
    if (taken.length === MOST_LAYOUTS) return;
    for (const [nth, part] of parts.entries()) {
      // The next parts are no larger.
      if (left <= 0 || size + part.size * (MOST_LAYOUTS - taken.length) < least) return;
      if (nth >= from && (part.mask & covered) === 0n) yield* divide(nth + 1, [...taken, part], covered | part.mask);
    }
  }
  yield* divide(0, [], 0n);
}

/** The deliveries that have a place, as a bit set. */
interface Part {
  readonly place: string;
  readonly mask: bigint;
  readonly size: number;
}

/** The groups of deliveries that share a place, each with its shortest place. */
function partsIn(sample: readonly Delivery[]): readonly Part[] {
  const masks = new Map<string, bigint>();
  for (const [nth, delivery] of sample.entries())
    for (const place of heldBy(delivery)) masks.set(place, (masks.get(place) ?? 0n) | (1n << BigInt(nth)));
  const shallow = [...masks].sort(([a], [b]) => depth(a) - depth(b) || a.length - b.length || (a < b ? -1 : 1));
  const parts = new Map<bigint, string>();
  for (const [place, mask] of shallow) if (!parts.has(mask)) parts.set(mask, place);
  return [...parts]
    .map(([mask, place]) => ({ mask, place, size: mask.toString(2).replaceAll('0', '').length }))
    .filter(({ size }) => size >= LEAST_DELIVERIES && size < sample.length)
    .sort((a, b) => b.size - a.size);
}

/** Places near the root of a delivery that hold a value, an object or an array (by its first element). */
function heldBy(delivery: Readable): readonly string[] {
  const body = jsonOf(delivery.body);
  const members = body ? [...walkInside(body.value)].map(({ pointer }) => pointer) : [];
  const headers = delivery.headers.map(([name]) => `header:${name.toLowerCase()}`);
  const near = members.filter(place => place !== '' && depth(place) <= DEEPEST && !/\/[1-9]\d*(\/|$)/.test(place));
  return [...near.slice(0, MOST_PLACES), ...headers.filter(place => !isOfHttp(place))];
}

/** A text that looks like an identifier. */
const AN_ID = 'evt_00000000';

/** Whether a place is named like the event id or the id of the message. A value that only behaves like an id is not. */
function isNamedAsEventId(locator: Locator, typePlace: Locator | undefined): boolean {
  const beside = new Set(objectsOf(typePlace));
  return placesIn(locator).every(place => ['event', 'message'].includes(nameOf(place, beside, [AN_ID])));
}
