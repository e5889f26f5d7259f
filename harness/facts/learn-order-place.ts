import type { Delivery, Evidence } from '../core/evidence.ts';
import { valueAt } from '../core/locator.ts';
import { mentions } from '../core/mentions.ts';
import { byFamily, type Candidate, type Owned } from './places.ts';

/**
 * The places where deliveries name their order: those that hold a known order whose journey had started by then. Best
 * first. Equally good places are all kept.
 */
export function learnOrderPlace(evidence: Evidence): readonly (Candidate & { readonly locator: string })[] {
  const journeys = new Map(evidence.journeys.map(journey => [journey.order, journey]));
  const orders = new Set(journeys.keys());
  const tally = new Map<string, { right: number; all: number }>();
  for (const delivery of evidence.deliveries) {
    if (!delivery.ours || !delivery.complete) continue;
    for (const { place, order } of mentions(delivery, orders)) {
      if (valueAt(delivery, place) !== order) continue;
      const { right, all } = tally.get(place) ?? { right: 0, all: 0 };
      const journey = journeys.get(order);
      const from = journey?.steps[0]?.at ?? journey?.from ?? Number.POSITIVE_INFINITY;
      tally.set(place, { right: right + (delivery.at >= from ? 1 : 0), all: all + 1 });
    }
  }
  const ranked = [...tally]
    .map(([locator, { right, all }]) => ({ locator, support: right / all, samples: all, right }))
    .sort((a, b) => b.right - a.right || b.support - a.support);
  const [best] = ranked;
  return ranked
    .filter(({ right, support }) => right === best?.right && support === best.support)
    .map(({ locator, support, samples }) => ({ locator, support, samples }));
}

/** The place, or places by type if event families differ: for each type the one that most often names its order. */
export function orderFamilies(
  { locator, support, samples }: Candidate & { readonly locator: string },
  owned: readonly Owned[],
  typeAt: (delivery: Delivery) => string | undefined,
): Candidate {
  const another = (own: readonly Owned[]) => {
    const tally = new Map<string, number>();
    for (const { delivery, journey } of own) {
      for (const { place } of mentions(delivery, new Set([journey.order]))) {
        if (valueAt(delivery, place) === journey.order) tally.set(place, (tally.get(place) ?? 0) + 1);
      }
    }
    return [...tally].sort(([, a], [, b]) => b - a)[0]?.[0];
  };
  return { locator: byFamily(locator, owned, typeAt, another), support, samples };
}
