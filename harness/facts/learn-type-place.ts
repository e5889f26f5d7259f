import { countsOf } from '../base/counts.ts';
import { leadsToCredit } from '../contract/lifecycle.ts';
import { COMPLETED, type Locator } from '../evidence/dialect.ts';
import { valueAt } from '../evidence/locator.ts';
import { scalars } from '../evidence/mentions.ts';
import { type Candidate, coverage, depth, lastName, type Owned } from './places.ts';

/** Common names of the field with the event type. */
const TYPE_NAMES = /^(type|event|event[_-]?type|event[_-]?name|topic|kind|action|name)$/i;

/**
 * The places where deliveries hold their type: those that hold `disbursement.completed` on deliveries after the step
 * that leads to it, rather than before. A place that announces it in advance has it on the wrong deliveries. A place
 * that more deliveries have is preferred. If no delivery holds it anywhere, the place named like a type.
 */
export function learnTypePlace(owned: readonly Owned[]): readonly Candidate[] {
  const held = owned.flatMap(({ delivery, journey }) => {
    const disbursed = journey.steps.find(({ event }) => leadsToCredit(event))?.at ?? Number.POSITIVE_INFINITY;
    const places = [...scalars(delivery)].filter(({ value }) => value === COMPLETED);
    return places.map(({ place }) => ({ place, isRight: delivery.at >= disbursed }));
  });
  const ranked = [...Map.groupBy(held, ({ place }) => place)]
    .map(([place, all]) => {
      const right = all.filter(({ isRight }) => isRight).length;
      const samples = all.length;
      return { place, samples, support: right / samples, score: 2 * right - samples, coverage: coverage(place, owned) };
    })
    .sort((a, b) => Number(b.score > 0) - Number(a.score > 0) || b.coverage - a.coverage || b.score - a.score);
  const [best] = ranked;
  if (best === undefined) {
    const locator = mostLikelyPlace(owned);
    return locator === undefined ? [] : [{ locator, support: 0, samples: owned.length }];
  }
  return ranked
    .filter(({ score, coverage }) => score > 0 === best.score > 0 && coverage === best.coverage && score === best.score)
    .map(({ place, support, samples }) => ({ locator: withFamilies(place, owned), support, samples }));
}

/** The place named like a type that most deliveries have; the shallowest of several. */
function mostLikelyPlace(owned: readonly Owned[]): string | undefined {
  const places = owned.flatMap(({ delivery }) => [...scalars(delivery)].map(({ place }) => place));
  const named = countsOf(places.filter(place => TYPE_NAMES.test(lastName(place))));
  return [...named].sort(([a, m], [b, n]) => n - m || depth(a) - depth(b))[0]?.[0];
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
