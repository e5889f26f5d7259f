import { mentions, scalars } from '../core/attribution.ts';
import { COMPLETED, type Locator } from '../core/dialect.ts';
import type { Delivery, Evidence, Journey } from '../core/evidence.ts';
import { typeOf, valueAt } from '../core/locator.ts';

/** A candidate for a place, with how often the evidence bears it out (0 to 1) and over how many samples. */
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

/**
 * Where deliveries name their order: places that hold a known order, one already under way when the delivery came
 * (on a journey that ran alone, its own). Best first; equals are all kept, for nothing tells them apart.
 */
export function learnOrderPlace(evidence: Evidence): readonly Candidate[] {
  const journeys = new Map(evidence.journeys.map(journey => [journey.order, journey]));
  const orders = new Set(journeys.keys());
  const tally = new Map<string, { right: number; all: number }>();
  for (const delivery of evidence.deliveries) {
    if (!delivery.ours || !delivery.complete) continue;
    for (const { place, order } of mentions(delivery, orders)) {
      if (valueAt(delivery, place) !== order) continue;
      const count = tally.get(place) ?? { right: 0, all: 0 };
      const from = journeys.get(order)?.steps[0]?.at ?? journeys.get(order)?.from ?? Number.POSITIVE_INFINITY;
      tally.set(place, { right: count.right + (delivery.at >= from ? 1 : 0), all: count.all + 1 });
    }
  }
  const ranked = [...tally]
    .map(([place, { right, all }]) => ({ locator: place, support: right / all, samples: all, right }))
    .sort((a, b) => b.right - a.right || b.support - a.support);
  const [best] = ranked;
  return ranked
    .filter(candidate => candidate.right === best?.right && candidate.support === best.support)
    .map(({ locator, support, samples }) => ({ locator, support, samples }));
}

/** Names under which senders put the type of an event, when nothing better tells. */
const TYPE_NAMES = /^(type|event|event_?type|event_?name|topic|kind|action|name)$/i;

/**
 * Where deliveries hold their type: places where `disbursement.completed` stands on deliveries that came after a
 * disburse step, and does not on others. A place that says it of what is still to come has the word on the wrong ones.
 */
export function learnTypePlace(owned: readonly Owned[]): readonly Candidate[] {
  const tally = new Map<string, { right: number; wrong: number }>();
  for (const { delivery, journey } of owned) {
    const disbursed = journey.steps.find(step => step.event === 'disburse')?.at ?? Number.POSITIVE_INFINITY;
    for (const { place, value } of scalars(delivery)) {
      if (value !== COMPLETED) continue;
      const count = tally.get(place) ?? { right: 0, wrong: 0 };
      tally.set(
        place,
        delivery.at >= disbursed ? { ...count, right: count.right + 1 } : { ...count, wrong: count.wrong + 1 },
      );
    }
  }
  const ranked = [...tally]
    .map(([place, { right, wrong }]) => ({ place, right, wrong, score: right - wrong }))
    .sort((a, b) => b.score - a.score);
  const [best] = ranked;
  if (best === undefined) return guessTypePlace(owned);
  return ranked
    .filter(({ score }) => score === best.score)
    .map(({ place, right, wrong }) => ({
      locator: withFamilies(place, owned),
      support: right / (right + wrong),
      samples: right + wrong,
    }));
}

/** No delivery says `disbursement.completed` anywhere: what is named like a type, for reports and for telling events apart. */
function guessTypePlace(owned: readonly Owned[]): readonly Candidate[] {
  const tally = new Map<string, number>();
  for (const { delivery } of owned) {
    for (const { place } of scalars(delivery))
      if (TYPE_NAMES.test(lastName(place))) tally.set(place, (tally.get(place) ?? 0) + 1);
  }
  const [best] = [...tally].sort(([a, m], [b, n]) => n - m || depth(a) - depth(b));
  return best ? [{ locator: best[0], support: 0, samples: owned.length }] : [];
}

/** Families of events may hold their type elsewhere: where the place holds nothing, what is named like a type is added. */
function withFamilies(place: string, owned: readonly Owned[]): Locator {
  const places: { [type: string]: string } = {};
  let elsewhere = false;
  for (const { delivery } of owned) {
    const type = valueAt(delivery, place);
    if (type !== undefined) {
      places[type] = place;
      continue;
    }
    const [other] = [...scalars(delivery)]
      .filter(scalar => TYPE_NAMES.test(lastName(scalar.place)))
      .sort((a, b) => depth(a.place) - depth(b.place));
    if (other === undefined) continue;
    places[other.value] = other.place;
    elsewhere = true;
  }
  return elsewhere ? places : place;
}

/** Headers that say nothing about an event. */
const NOT_ABOUT_EVENTS =
  /^header:(host|date|content-|connection|user-agent|accept|transfer-encoding|traceparent|tracestate|via|forwarded|x-forwarded|x-real|cf-|cdn-)/;

/**
 * Where deliveries hold the event id: a value that comes again on redelivery, and is not shared by events of other
 * types or orders. A place named like an id is believed before one that is not, even where a few deliveries speak
 * against it: those few may be the breach that the checks are looking for.
 */
export function learnIdPlace(
  owned: readonly Owned[],
  typePlace: Locator | undefined,
  signatureHeaders: readonly string[],
): readonly Candidate[] {
  const skip = new Set(signatureHeaders.map(name => `header:${name}`));
  const values = new Map<string, Map<string, Owned[]>>();
  for (const item of owned) {
    for (const { place, value } of scalars(item.delivery)) {
      if (skip.has(place) || NOT_ABOUT_EVENTS.test(place) || looksLikeTime(value)) continue;
      const byValue = values.get(place) ?? new Map<string, Owned[]>();
      if (byValue.size === 0) values.set(place, byValue);
      byValue.set(value, [...(byValue.get(value) ?? []), item]);
    }
  }
  const typeAt = (delivery: Delivery) => typeOf(delivery, typePlace);
  const repeated = redelivered(owned, typeAt);
  const candidates = [...values].map(([place, byValue]) => {
    const samples = [...byValue.values()].flat().length;
    const shared = [...byValue.values()]
      .filter(group => new Set(group.map(({ delivery, journey }) => `${typeAt(delivery)} ${journey.id}`)).size > 1)
      .flat().length;
    const recurring = repeated.filter(([first, later]) =>
      later.some(({ delivery }) => sameAt(place, first.delivery, delivery)),
    );
    const recurs = repeated.length === 0 ? 1 : recurring.length / repeated.length;
    return {
      place,
      samples,
      tier: idTier(place),
      support: Math.min(1 - shared / samples, recurs),
      coverage: samples / owned.length,
    };
  });
  for (const tier of [0, 1, 2, 3]) {
    const plausible = candidates.filter(candidate => candidate.tier === tier && candidate.support >= 0.6);
    const best = Math.max(...plausible.map(rank));
    const chosen = plausible.filter(candidate => rank(candidate) === best);
    if (chosen.length > 0)
      return chosen.map(({ place, support, samples }) => ({
        locator: idFamilies(place, owned, typeAt, candidates),
        support,
        samples,
      }));
  }
  const named = candidates.filter(({ tier }) => tier < 2).sort((a, b) => a.tier - b.tier || b.coverage - a.coverage);
  return named.slice(0, 1).map(({ place, support, samples }) => ({ locator: place, support, samples }));
}

function rank({ support, coverage }: { readonly support: number; readonly coverage: number }): number {
  return Math.round(1000 * support * coverage);
}

/** Where some types lack the place, each such type gets the best-named place that all of its deliveries have. */
function idFamilies(
  place: string,
  owned: readonly Owned[],
  typeAt: (delivery: Delivery) => string | undefined,
  candidates: readonly { place: string; tier: number; support: number }[],
): Locator {
  if (owned.every(({ delivery }) => valueAt(delivery, place) !== undefined)) return place;
  const places: { [type: string]: string } = {};
  for (const type of new Set(owned.map(({ delivery }) => typeAt(delivery)))) {
    if (type === undefined) continue;
    const own = owned.filter(({ delivery }) => typeAt(delivery) === type);
    const has = (candidate: string) =>
      own.filter(({ delivery }) => valueAt(delivery, candidate) !== undefined).length / own.length;
    const better = candidates
      .filter(candidate => candidate.tier < 3 && candidate.support >= 0.6 && has(candidate.place) > 0.9)
      .sort((a, b) => a.tier - b.tier);
    places[type] = has(place) > 0.5 ? place : (better[0]?.place ?? place);
  }
  return new Set(Object.values(places)).size > 1 ? places : place;
}

/** Refused deliveries with the later ones of their journey that are of the same type. */
function redelivered(
  owned: readonly Owned[],
  typeAt: (delivery: Delivery) => string | undefined,
): readonly (readonly [Owned, readonly Owned[]])[] {
  return owned
    .filter(({ delivery }) => delivery.answer.refused)
    .map(first => {
      const later = owned.filter(
        ({ delivery, journey }) =>
          journey === first.journey && delivery.at > first.delivery.at && typeAt(delivery) === typeAt(first.delivery),
      );
      return [first, later] as const;
    })
    .filter(([, later]) => later.length > 0);
}

function sameAt(place: string, one: Delivery, other: Delivery): boolean {
  const value = valueAt(one, place);
  return value !== undefined && value === valueAt(other, place);
}

/** How much a place is named like an event id: 0 the most. */
function idTier(place: string): number {
  const name = lastName(place).toLowerCase().replace(/[_-]/g, '');
  if (/^(event|evt)(id|uuid|uid)$/.test(name) || /event(id|uuid)$/.test(name)) return 0;
  if (/^(id|uuid|uid|guid)$/.test(name) && depth(place) <= 1) return 0;
  if (/(webhook|message|msg|notification)(id|uuid)$/.test(name)) return 1;
  if (/^(id|uuid|uid|guid)$/.test(name) && /(event|meta|envelope|header)/i.test(place)) return 1;
  if (/^(id|uuid|uid|guid)$/.test(name)) return 2;
  return /(id|uuid|guid|key|ref|reference|token|nonce)$/.test(name) ? 3 : 4;
}

function lastName(place: string): string {
  return place.startsWith('header:')
    ? place.slice('header:'.length).replace(/^x-/, '')
    : place.slice(place.lastIndexOf('/') + 1);
}

function depth(place: string): number {
  return place.startsWith('header:') ? 1 : place.split('/').length - 1;
}

function looksLikeTime(value: string): boolean {
  return /^\d{4}-\d\d-\d\d[T ]/.test(value) || /^1[5-9]\d{8}(\d{3}|\d{6}|\d{9})?(\.\d+)?$/.test(value);
}
