import { COMPLETED, type Locator } from '../core/dialect.ts';
import { leadsToCredit } from '../core/lifecycle.ts';
import { valueAt } from '../core/locator.ts';
import { scalars } from '../core/mentions.ts';
import { type Candidate, coverage, depth, lastName, type Owned } from './places.ts';

/** Common names of the field with the event type. */
const TYPE_NAMES = /^(type|event|event[_-]?type|event[_-]?name|topic|kind|action|name)$/i;

/**
 * The places where deliveries hold their type: those that hold `disbursement.completed` on deliveries after the step
 * that leads to it, rather than before. A place that announces it in advance has it on the wrong deliveries. A place
 * that more deliveries have is preferred.
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

/** The place named like a type. Used if no delivery holds `disbursement.completed` anywhere. */
function guessTypePlace(owned: readonly Owned[]): readonly Candidate[] {
  const locator = mostLikelyPlace(owned);
  return locator === undefined ? [] : [{ locator, support: 0, samples: owned.length }];
}

/** The place named like a type that most deliveries have; the shallowest of several. */
function mostLikelyPlace(owned: readonly Owned[]): string | undefined {
  const tally = new Map<string, number>();
  for (const { delivery } of owned) {
    for (const { place } of scalars(delivery))
      if (TYPE_NAMES.test(lastName(place))) tally.set(place, (tally.get(place) ?? 0) + 1);
  }
  return [...tally].sort(([a, m], [b, n]) => n - m || depth(a) - depth(b))[0]?.[0];
}

/** Adds places for event families that hold their type elsewhere: the ones named like a type. */
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
    here = mostLikelyPlace(left);
  }
  return Object.values(places).some(other => other !== place) ? places : place;
}
