import { countsOf } from '../base/counts.ts';
import type { Delivery, Evidence, Journey } from '../evidence/evidence.ts';
import { valueAt } from '../evidence/locator.ts';
import { mentions } from '../evidence/mentions.ts';
import { byFamily, type Candidate, type Owned } from './places.ts';

/**
 * The places where deliveries name their order: those that hold a known order whose journey had started by then. Best
 * first. Equally good places are all kept.
 */
export function learnOrderPlace(evidence: Evidence): readonly (Candidate & { readonly locator: string })[] {
  const journeys = new Map(evidence.journeys.map(journey => [journey.order, journey]));
  const orders = new Set(journeys.keys());
  const named = evidence.deliveries.flatMap(delivery => {
    const own = delivery.ours && delivery.complete ? mentions(delivery, orders) : [];
    return own.map(({ place, order }) => ({ delivery, place, order }));
  });
  const exact = named.filter(({ delivery, place, order }) => valueAt(delivery, place) === order);
  const ranked = [...Map.groupBy(exact, ({ place }) => place)]
    .map(([locator, all]) => {
      const right = all.filter(({ delivery, order }) => delivery.at >= startOf(journeys.get(order))).length;
      return { locator, support: right / all.length, samples: all.length, right };
    })
    .sort((a, b) => b.right - a.right || b.support - a.support);
  const [best] = ranked;
  return ranked
    .filter(({ right, support }) => right === best?.right && support === best.support)
    .map(({ locator, support, samples }) => ({ locator, support, samples }));
}

function startOf(journey: Journey | undefined): number {
  return journey?.steps[0]?.at ?? journey?.from ?? Number.POSITIVE_INFINITY;
}

/** The place, or places by type if event families differ: for each type the one that most often names its order. */
export function orderFamilies(
  { locator, support, samples }: Candidate & { readonly locator: string },
  owned: readonly Owned[],
  typeAt: (delivery: Delivery) => string | undefined,
): Candidate {
  const another = (own: readonly Owned[]) => {
    const named = own.flatMap(({ delivery, journey: { order } }) =>
      mentions(delivery, new Set([order])).filter(({ place }) => valueAt(delivery, place) === order),
    );
    return [...countsOf(named.map(({ place }) => place))].sort(([, a], [, b]) => b - a)[0]?.[0];
  };
  return { locator: byFamily(locator, owned, typeAt, another), support, samples };
}
