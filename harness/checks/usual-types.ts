import { causality } from '../core/causality.ts';
import type { Journey, Step } from '../core/evidence.ts';
import { mentions } from '../core/mentions.ts';
import type { EventSeen, View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { wayOf } from './happy-path.ts';
import { mistakes } from './mistaken-calls.ts';

/** Types that come about an order after such a step, or before any, and before the next call: they are of no call. */
export function typesAfter(view: View, journey: Journey, last: Step | undefined): readonly (string | undefined)[] {
  const calls = [...journey.steps.map(({ at }) => at), ...mistakes(view, journey).map(({ sentAt }) => sentAt)];
  // Only what came while the order was watched counts: nothing, where it was never called.
  if (calls.length === 0) return [];
  const starts =
    last === undefined
      ? [Number.NEGATIVE_INFINITY]
      : journey.steps.filter(({ event }) => event === last.event).map(({ at }) => at);
  return starts.flatMap(start => {
    const end = Math.min(...calls.filter(at => at > start));
    return view
      .eventsOf(journey)
      .filter(event => arrivalOf(event) >= start && arrivalOf(event) < end)
      .map(({ type }) => type);
  });
}

/**
 * How many events of each type these steps cause: the most that came about an order without mistaken calls, after these
 * steps and before its next. Another order that took the same steps may get as many, however late they come.
 */
export function typesOnWay(view: View, taken: readonly Step[]): ReadonlyMap<string | undefined, number> {
  const most = new Map<string | undefined, number>();
  for (const journey of view.evidence.journeys) {
    // Only what came while the order was watched counts: nothing, where it was never called.
    if (mistakes(view, journey).length > 0 || journey.steps.length === 0) continue;
    const accepted = journey.steps.filter(step => view.outcomeOf(step) !== 'refused');
    if (wayOf(accepted.slice(0, taken.length)) !== wayOf(taken)) continue;
    const end = accepted[taken.length]?.at ?? Number.POSITIVE_INFINITY;
    const came = view.eventsOf(journey).filter(event => arrivalOf(event) < end);
    for (const [type, events] of Map.groupBy(came, event => event.type))
      most.set(type, Math.max(events.length, most.get(type) ?? 0));
  }
  return most;
}

/** Whether an event names no order, and others of its type belong to no journey: it may be about no order at all. */
export function isUnrelated(view: View, { type, journey, deliveries }: EventSeen): boolean {
  const own = new Set([journey.order]);
  if (deliveries.some(delivery => mentions(delivery, own).length > 0)) return false;
  return view.evidence.deliveries.some(
    delivery => delivery.ours && view.typeOf(delivery) === type && view.journeyOf(delivery) === undefined,
  );
}

/**
 * How often each type comes, at any time after such a step, about an order without mistaken calls; without the types
 * that another step is known by. Where the network holds webhooks up, one of the step comes after a later call. A call
 * that acts as a step also sends the type that the step is known by.
 */
export function laterTypes(view: View, last: Step): ReadonlyMap<string | undefined, number> {
  const plain = new Set(view.evidence.journeys.filter(journey => mistakes(view, journey).length === 0));
  const known = new Set(
    causality(view).steps.flatMap(({ journey, step, event }) =>
      event && step.event !== last.event && plain.has(journey) ? [event.type] : [],
    ),
  );
  const most = new Map<string | undefined, number>();
  for (const journey of plain) {
    const start = journey.steps.find(({ event }) => event === last.event)?.at ?? Number.POSITIVE_INFINITY;
    const later = Map.groupBy(view.eventsOf(journey), ({ type }) => type);
    for (const [type, events] of later) {
      const count = events.filter(event => arrivalOf(event) >= start).length;
      if (!known.has(type)) most.set(type, Math.max(count, most.get(type) ?? 0));
    }
  }
  return most;
}
