import { COMPLETED, type Locator } from '../core/dialect.ts';
import { leadsToCredit } from '../core/lifecycle.ts';
import { valueAt } from '../core/locator.ts';
import { scalars } from '../core/mentions.ts';
import { type Candidate, coverage, depth, lastName, type Owned } from './places.ts';

/** Names under which senders put the type of an event, when nothing better tells. */
const TYPE_NAMES = /^(type|event|event[_-]?type|event[_-]?name|topic|kind|action|name)$/i;

/**
 * Where deliveries hold their type: places where `disbursement.completed` stands on deliveries that came after a
 * disburse step rather than before. A place that says it of what is still to come has the word on the wrong ones; one
 * that nearly every delivery has is believed before one that only some have.
 */
export function learnTypePlace(owned: readonly Owned[]): readonly Candidate[] {
  const tally = new Map<string, { right: number; wrong: number }>();
  for (const { delivery, journey } of owned) {
    const disbursed = journey.steps.find(({ event }) => leadsToCredit(event))?.at ?? Number.POSITIVE_INFINITY;
    for (const { place, value } of scalars(delivery)) {
      if (value !== COMPLETED) continue;
      const { right, wrong } = tally.get(place) ?? { right: 0, wrong: 0 };
      tally.set(place, delivery.at >= disbursed ? { right: right + 1, wrong } : { right, wrong: wrong + 1 });
    }
  }
  const ranked = [...tally]
    .map(([place, { right, wrong }]) => ({
      place,
      samples: right + wrong,
      support: right / (right + wrong),
      score: right - wrong,
      coverage: coverage(place, owned),
    }))
    .sort((a, b) => Number(b.score > 0) - Number(a.score > 0) || b.coverage - a.coverage || b.score - a.score);
  const [best] = ranked;
  if (best === undefined) return guessTypePlace(owned);
  return ranked
    .filter(({ score, coverage }) => score > 0 === best.score > 0 && coverage === best.coverage && score === best.score)
    .map(({ place, support, samples }) => ({ locator: withFamilies(place, owned), support, samples }));
}

/** No delivery says `disbursement.completed` anywhere: what is named like a type, for reports and for telling events apart. */
function guessTypePlace(owned: readonly Owned[]): readonly Candidate[] {
  const locator = likeliestPlace(owned);
  return locator === undefined ? [] : [{ locator, support: 0, samples: owned.length }];
}

/** The place that is named like a type, on most deliveries; the shallowest of several. */
function likeliestPlace(owned: readonly Owned[]): string | undefined {
  const tally = new Map<string, number>();
  for (const { delivery } of owned) {
    for (const { place } of scalars(delivery))
      if (TYPE_NAMES.test(lastName(place))) tally.set(place, (tally.get(place) ?? 0) + 1);
  }
  return [...tally].sort(([a, m], [b, n]) => n - m || depth(a) - depth(b))[0]?.[0];
}

/** Families of events may hold their type elsewhere: where the place holds nothing, what is named like a type is added. */
function withFamilies(place: string, owned: readonly Owned[]): Locator {
  const places: { [type: string]: string } = {};
  let here: string | undefined = place;
  let left = owned;
  while (here !== undefined && left.length > 0) {
    for (const { delivery } of left) {
      const type = valueAt(delivery, here);
      if (type !== undefined) places[type] = here;
    }
    const at = here;
    left = left.filter(({ delivery }) => valueAt(delivery, at) === undefined);
    here = likeliestPlace(left);
  }
  return Object.values(places).some(other => other !== place) ? places : place;
}
