import { askedEvent, otherwiseNamed } from '../core/asked-event.ts';
import { causality } from '../core/causality.ts';
import type { Exchange, Journey } from '../core/evidence.ts';
import type { Json } from '../core/json.ts';
import { leadsToCredit } from '../core/lifecycle.ts';
import { oncePerObject } from '../core/once.ts';
import type { EventSeen, View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';

/** Simulate calls about a journey's order that are not its steps: without a key, without an event… */
export function mistakes(view: View, journey: Journey): readonly Exchange[] {
  return mistakesIn(view).get(journey.id) ?? [];
}

/** Sorted out once for a view: each journey may be compared with every other. */
const mistakesIn = oncePerObject(({ evidence }: View) => {
  const all = evidence.exchanges.filter(
    ({ operation, condition }) => operation === 'simulateCollectionOrder' && condition !== undefined,
  );
  return Map.groupBy(all, ({ journey }) => journey);
});

/** Calls of which one was taken, though all were refused, and the event that shows it. */
export interface TakenThoughRefused {
  readonly calls: readonly Exchange[];
  readonly event: EventSeen;
}

/**
 * Calls that were wrong on purpose and refused, though one of them was taken: the event that its step sends elsewhere
 * came before any call about the order was accepted. A plain step that was refused in between is not the one that acted
 * where every other order takes it.
 */
export function takenThoughRefused(view: View, journey: Journey): TakenThoughRefused | undefined {
  const refused = mistakes(view, journey).filter(({ response }) => isRefusal(response?.status ?? 0));
  const [first] = refused;
  if (first === undefined) return undefined;
  const moved = firstMove(view, journey);
  for (const event of view.eventsOf(journey)) {
    const at = arrivalOf(event);
    if (at >= moved) return undefined;
    const calls = refused.filter(call => call.sentAt <= at && sends(view, askedEvent(call), event.type));
    if (calls.length > 0) return { calls, event };
  }
  return undefined;
}

/** Whether every order without mistakes takes a step at first, and then shows a type that none shows before a step. */
function sends(view: View, step: Json | undefined, type: string | undefined): boolean {
  const others = view.evidence.journeys.filter(journey => mistakes(view, journey).length === 0);
  const taken = causality(view).steps.filter(
    ({ journey, step: first }) => first.event === step && first === journey.steps[0] && others.includes(journey),
  );
  return (
    type !== undefined &&
    taken.every(({ accepted }) => accepted) &&
    taken.some(({ event }) => event?.type === type) &&
    !others.some(other =>
      view.eventsOf(other).some(event => event.type === type && arrivalOf(event) < firstMove(view, other)),
    )
  );
}

/** When the first call was sent that may have moved the order. */
function firstMove(view: View, journey: Journey): number {
  const moved = [
    ...journey.steps.flatMap(step => view.exchange(step.exchange) ?? []),
    ...mistakes(view, journey),
  ].filter(({ response }) => mayHaveMoved(response?.status));
  return Math.min(...moved.map(({ sentAt }) => sentAt));
}

/**
 * When each call was sent that may credit an order, the first first: a `disburse`, also one that is written otherwise,
 * unless it was refused. A call that repeats another under its key is none.
 */
export function creditCalls(view: View, journey: Journey): readonly number[] {
  const steps = journey.steps.flatMap(({ event, exchange }) => (leadsToCredit(event) ? view.exchange(exchange) : []));
  const written = mistakes(view, journey).filter(call => {
    const event = otherwiseNamed(askedEvent(call));
    return event !== undefined && leadsToCredit(event);
  });
  const calls = [...steps, ...written].filter(call => call !== undefined && mayHaveMoved(call.response?.status));
  return calls.flatMap(call => call?.sentAt ?? []).sort((a, b) => a - b);
}

/** A refusal of the call itself: not one of a caller that is too fast (429). */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

/** Not a refusal: success, no answer at all, or one from a service that broke. */
export function mayHaveMoved(status = 500): boolean {
  return status < 300 || status >= 500;
}
