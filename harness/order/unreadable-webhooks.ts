import { isReadable } from '../base/json.ts';
import { oncePerObject } from '../base/once.ts';
import type { Delivery, Journey } from '../evidence/evidence.ts';
import { mentions } from '../evidence/mentions.ts';
import type { View } from '../evidence/view.ts';

/**
 * Webhooks of the service that are not JSON and name no order of the run. Each may be of any journey, whatever it was
 * attributed to. Only what verifies is surely the service's.
 */
export const namelessUnreadable = oncePerObject((view: View): readonly Delivery[] => {
  const { deliveries, journeys, orders = [] } = view.evidence;
  const known = new Set([...journeys.map(({ order }) => order), ...orders]);
  return deliveries.filter(
    delivery =>
      delivery.ours &&
      delivery.complete &&
      !isReadable(delivery) &&
      view.verifies(delivery) &&
      mentions(delivery, known).length === 0,
  );
});

/**
 * A webhook that cannot be read, which is another breach, and may be the one that a journey misses between two moments.
 */
export function unreadableFor(view: View, journey: Journey, from: number, to: number): Delivery | undefined {
  const own = view.deliveriesOf(journey).filter(delivery => !isReadable(delivery));
  return [...own, ...namelessUnreadable(view)].find(({ at }) => at >= from && at <= to);
}
