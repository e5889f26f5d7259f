import { isReadable } from '../base/json.ts';
import { oncePerObject } from '../base/once.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Delivery, Journey } from '../evidence/evidence.ts';
import { orderIdOf } from '../evidence/interpretation.ts';
import { mentions, namesForeignOrder, otherOrder } from '../evidence/mentions.ts';
import type { View } from '../evidence/view.ts';
import { LIMITS } from './limits.ts';

/**
 * Whether a delivery names no order. A service may omit the order from some events (gap event.order-field). A credit
 * must identify its order. One that does not names another order if others name theirs, or if an unknown id is in the
 * place of order ids. In other events, such an id may be that of something else, for example a refund, unless it has
 * the prefix of order ids.
 */
export function namesNoOrder(view: View, delivery: Delivery): boolean {
  const known = ordersOf(view);
  if (mentions(delivery, known).length > 0) return false;
  if (view.typeOf(delivery) === COMPLETED)
    return !creditsNameOrders(view) && !namesForeignOrder(delivery, placesOf(view), known);
  const [order = ''] = known;
  return otherOrder(delivery, order, view.idOf(delivery)) === undefined;
}

/** Whether several credits of a run name its orders. */
const creditsNameOrders = oncePerObject((view: View): boolean => {
  const credits = view.evidence.deliveries.filter(one => one.ours && view.typeOf(one) === COMPLETED);
  const naming = credits.filter(one => mentions(one, ordersOf(view)).length > 0);
  return naming.length >= LIMITS.several;
});

/** The places in which the deliveries of a run name its orders. */
const placesOf = oncePerObject(
  (view: View): ReadonlySet<string> =>
    new Set(view.evidence.deliveries.flatMap(one => mentions(one, ordersOf(view)).map(({ place }) => place))),
);

/** First deliveries of events that name no order and were attributed to none. */
export const namelessOfNobody = oncePerObject((view: View): readonly Delivery[] => {
  const attributed = new Set(view.deliveries.map(delivery => view.idOf(delivery)));
  const others = view.evidence.deliveries.filter(
    one => one.ours && view.verifies(one) && !attributed.has(view.idOf(one)) && namesNoOrder(view, one),
  );
  return [...Map.groupBy(others, one => view.idOf(one) ?? one.id).values()].flatMap(([first]) => first ?? []);
});

/** Webhooks of the service that name no order of the run. Those that do not verify may come from elsewhere. */
const ofNoOrder = oncePerObject((view: View): readonly Delivery[] => {
  const known = ordersOf(view);
  return view.evidence.deliveries.filter(one => one.ours && view.verifies(one) && mentions(one, known).length === 0);
});

/**
 * First deliveries about orders outside the run that show only one type of event. If an order of the run lacks such an
 * event, the service may have named a wrong order. An order of another program would show its deposits too.
 */
export const soleEventsOfOthers = oncePerObject((view: View): readonly Delivery[] => {
  const byOrder = Map.groupBy(ofNoOrder(view), one => orderIdOf(one, view.interpretation));
  byOrder.delete(undefined);
  return [...byOrder.values()].flatMap(([first, ...more]) =>
    first && more.every(one => view.typeOf(one) === view.typeOf(first)) ? [first] : [],
  );
});

/** Every order that the run knows. */
const ordersOf = oncePerObject(
  ({ evidence: { journeys, orders = [] } }: View): ReadonlySet<string> =>
    new Set([...journeys.map(({ order }) => order), ...orders]),
);

/** Webhooks that are not JSON and name no order of the run. Each may belong to any journey. */
export const namelessUnreadable = oncePerObject((view: View): readonly Delivery[] =>
  ofNoOrder(view).filter(one => one.complete && !isReadable(one)),
);

/** A webhook in a period that cannot be read. It may be the one that the journey misses, and is a breach in itself. */
export function unreadableFor(view: View, journey: Journey, from: number, to: number): Delivery | undefined {
  const unreadable = view.deliveriesOf(journey).filter(delivery => !isReadable(delivery));
  return [...unreadable, ...namelessUnreadable(view)].find(({ at }) => at >= from && at <= to);
}
