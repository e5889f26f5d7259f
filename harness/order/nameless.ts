import { isReadable } from '../base/json.ts';
import { oncePerObject } from '../base/once.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Delivery, Journey } from '../evidence/evidence.ts';
import { orderIdOf } from '../evidence/interpretation.ts';
import { mentions, namesForeignOrder, otherOrder } from '../evidence/mentions.ts';
import type { View } from '../evidence/view.ts';

/**
 * Whether a delivery names no order at all: a service may leave it out of some events (gap event.order-field). A credit
 * has to identify its order, so an unknown id where others have theirs is that of another order. In any other event it
 * may be the id of something else, such as a refund, unless it has the prefix of order ids.
 */
export function namesNoOrder(view: View, delivery: Delivery): boolean {
  const known = ordersOf(view);
  if (mentions(delivery, known).length > 0) return false;
  if (view.typeOf(delivery) === COMPLETED) return !namesForeignOrder(delivery, placesOf(view), known);
  const [order = ''] = known;
  return otherOrder(delivery, order, view.idOf(delivery)) === undefined;
}

/** Where the deliveries of a run name its orders. */
const placesOf = oncePerObject(
  (view: View): ReadonlySet<string> =>
    new Set(view.evidence.deliveries.flatMap(one => mentions(one, ordersOf(view)).map(({ place }) => place))),
);

/** First deliveries of events that name no order and were attributed to none. */
export const namelessOfNobody = oncePerObject((view: View): readonly Delivery[] => {
  const attributed = new Set(view.deliveries.map(delivery => view.idOf(delivery)));
  const others = view.evidence.deliveries.filter(
    one => one.ours && one.complete && view.verifies(one) && !attributed.has(view.idOf(one)) && namesNoOrder(view, one),
  );
  return [...Map.groupBy(others, one => view.idOf(one) ?? one.id).values()].flatMap(([first]) => first ?? []);
});

/**
 * First deliveries about orders that are not of this run, which show one type of event only. Where one of this run
 * lacks such an event, the service may have named another order. An order of another program shows its deposits too.
 */
export const soleEventsOfOthers = oncePerObject((view: View): readonly Delivery[] => {
  const orderOf = (delivery: Delivery) => orderIdOf(delivery, view.interpretation);
  const known = ordersOf(view);
  const others = view.evidence.deliveries.filter(
    one =>
      one.ours &&
      one.complete &&
      view.verifies(one) &&
      view.journeyOf(one) === undefined &&
      !known.has(orderOf(one) ?? '') &&
      mentions(one, known).length === 0,
  );
  const byOrder = Map.groupBy(others, orderOf);
  byOrder.delete(undefined);
  return [...byOrder.values()].flatMap(([first, ...more]) =>
    first && more.every(one => view.typeOf(one) === view.typeOf(first)) ? [first] : [],
  );
});

/** Every order that the run knows of. */
const ordersOf = oncePerObject(
  ({ evidence: { journeys, orders = [] } }: View): ReadonlySet<string> =>
    new Set([...journeys.map(({ order }) => order), ...orders]),
);

/**
 * Webhooks of the service that are not JSON and name no order of the run. Each may be of any journey, whatever it was
 * attributed to. Only what verifies is surely the service's.
 */
export const namelessUnreadable = oncePerObject((view: View): readonly Delivery[] => {
  const known = ordersOf(view);
  return view.evidence.deliveries.filter(
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
