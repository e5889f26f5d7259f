import { type Causality, type StepSeen, typesOfSteps } from '../core/causality.ts';
import type { Delivery, Step } from '../core/evidence.ts';
import { otherOrder } from '../core/foreign-order.ts';
import { mentions } from '../core/mentions.ts';
import { oncePerObject } from '../core/once.ts';
import type { EventSeen, View } from '../core/view.ts';

/**
 * Whether the missing webhook of a step may have come without the id of its order. A service may name the order in some
 * webhooks of a type and leave it out in others (gap event.order-field). One that came while several journeys were
 * under way belongs to one of them, and nothing shows to which. Each such webhook accounts for one step.
 */
export function mayBeNameless(view: View, found: Causality, { step }: StepSeen): boolean {
  return accountedFor(view)(found).has(step);
}

const accountedFor = oncePerObject((view: View) =>
  oncePerObject((found: Causality): ReadonlySet<Step> => {
    const { steps, surplus } = found;
    const left = namelessEvents(view, surplus);
    const typesOf = typesOfSteps(found);
    const missing = steps.filter(({ accepted, event, wait }) => accepted && !event && wait?.outcome === 'missed');
    const accounted = new Set<Step>();
    // A late step has the fewest webhooks to choose from, so it chooses first.
    for (const { step } of missing.toSorted((a, b) => b.step.at - a.step.at)) {
      const types = typesOf(step.event);
      const at = left.findIndex(delivery => delivery.at >= step.at && types.has(view.typeOf(delivery) ?? ''));
      if (at < 0) continue;
      left.splice(at, 1);
      accounted.add(step);
    }
    return accounted;
  }),
);

/**
 * The first delivery of each event that names no order and need not be of the journey that it was attributed to: it is
 * of none; or no step of that journey accounts for it; or that journey's webhooks of the type do name their order.
 */
function namelessEvents(view: View, surplus: readonly EventSeen[]): Delivery[] {
  const { deliveries, journeys, orders = [] } = view.evidence;
  const known = new Set([...journeys.map(({ order }) => order), ...orders]);
  const [order = ''] = known;
  const isNameless = (delivery: Delivery) =>
    delivery.complete &&
    view.verifies(delivery) &&
    mentions(delivery, known).length === 0 &&
    otherOrder(delivery, order, view.idOf(delivery)) === undefined;
  const free = new Set(surplus);
  const attributed = journeys.flatMap(journey => {
    const events = view.eventsOf(journey);
    const named = new Set(events.filter(({ deliveries: [first] }) => !isNameless(first)).map(({ type }) => type));
    return events.filter(event => free.has(event) || named.has(event.type)).map(event => event.deliveries[0]);
  });
  const seen = new Set(view.deliveries.map(delivery => view.idOf(delivery)));
  const others = deliveries.filter(delivery => delivery.ours && !seen.has(view.idOf(delivery)));
  const byEvent = Map.groupBy([...attributed, ...others].filter(isNameless), delivery => view.idOf(delivery));
  return [...byEvent].flatMap(([id, [first]]) => (id === undefined || first === undefined ? [] : [first]));
}
