import { oncePerObject } from '../base/once.ts';
import type { Delivery } from '../evidence/evidence.ts';
import type { EventSeen, View } from '../evidence/view.ts';
import { causesIn } from '../order/causes.ts';

/** How long a delivery took, in milliseconds. */
export interface Delay {
  /** Since the call that caused its event; of a redelivery, since the delivery before it. */
  readonly ms: number;
  /** How many deliveries of the same event came before it. */
  readonly again: number;
  readonly event: EventSeen;
  readonly delivery: Delivery;
}

/** The delay of every delivery whose cause is known, by its id. */
export const delaysOf = oncePerObject((view: View): ReadonlyMap<string, Delay> => {
  const delays = causesIn(view).causes.flatMap(({ event, moment }) =>
    event.deliveries.flatMap((delivery, again): readonly Delay[] => {
      const since = again === 0 ? moment?.at : event.deliveries[again - 1]?.at;
      return since === undefined ? [] : [{ ms: delivery.at - since, again, event, delivery }];
    }),
  );
  return new Map(delays.map(delay => [delay.delivery.id, delay]));
});
