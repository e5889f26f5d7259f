import { arrivalOf, causality, type StepSeen } from '../core/causality.ts';
import type { Exchange, Journey, Step } from '../core/evidence.ts';
import { isObject, type Json, jsonOf } from '../core/json.ts';
import { HAPPY_PATH, isSimulateEvent } from '../core/lifecycle.ts';
import { oncePerObject } from '../core/once.ts';
import type { EventSeen, View } from '../core/view.ts';

/** The steps of a journey before one of them that may have been taken: those not refused. */
export function earlierSteps(view: View, journey: Journey, step: Step): readonly Step[] {
  return journey.steps.slice(0, journey.steps.indexOf(step)).filter(earlier => view.outcomeOf(earlier) !== 'refused');
}

/**
 * Whether a step is the next one on the happy path: every step before it there, and no other, was surely taken, for the
 * amount that was due; none was refused before it, none was under way at the same time, and no call that was wrong on
 * purpose may have moved the order. A service may put an order under review after a step that it refuses.
 */
export function isOnHappyPath(view: View, journey: Journey, step: Step): boolean {
  const before = journey.steps.slice(0, journey.steps.indexOf(step));
  return (
    !mistakes(view, journey).some(({ sentAt, response }) => sentAt < step.at && mayHaveMoved(response?.status)) &&
    takenThoughRefused(view, journey) === undefined &&
    !view.isContested(journey, step) &&
    before.length === HAPPY_PATH.indexOf(step.event) &&
    before.every(
      (taken, index) =>
        taken.event === HAPPY_PATH[index] && taken.receivedAmount === undefined && view.outcomeOf(taken) === 'accepted',
    )
  );
}

/**
 * Whether a step surely makes a transition: on the happy path, or where another order on the same way had the webhook,
 * or where no order on any way had it. A step that was taken before makes none, even by a call that was refused.
 *
 * @param steps all steps
 * @param shows whether what came after one of them is the webhook that is due. Default: any event of the step
 */
export function isDue(
  view: View,
  { step, journey }: StepSeen,
  steps: readonly StepSeen[],
  shows = ({ event }: StepSeen) => event !== undefined,
): boolean {
  const earlier = earlierSteps(view, journey, step);
  if (earlier.some(({ event }) => event === step.event)) return false;
  if (takenThoughRefused(view, journey) !== undefined) return false;
  if (isOnHappyPath(view, journey, step)) return true;
  const heard = steps.filter(seen => seen.step.event === step.event && shows(seen));
  const way = wayOf(earlier);
  return heard.length === 0 || heard.some(seen => wayOf(earlierSteps(view, seen.journey, seen.step)) === way);
}

function wayOf(steps: readonly Step[]): string {
  return steps.map(({ event, receivedAmount }) => `${event}${receivedAmount === undefined ? '' : ' mismatch'}`).join();
}

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
  const refused = mistakes(view, journey).filter(call => isRefused(call) && isSimulateEvent(eventOf(call)));
  const [first] = refused;
  if (first === undefined) return undefined;
  const moved = firstMove(view, journey);
  for (const event of view.eventsOf(journey)) {
    const at = arrivalOf(event);
    if (at >= moved) return undefined;
    const calls = refused.filter(call => call.sentAt <= at && sends(view, journey, eventOf(call), event.type));
    if (calls.length > 0) return { calls, event };
  }
  return undefined;
}

/** Whether every other order takes a step at first, and then shows a type that no order shows before its first step. */
function sends(view: View, own: Journey, step: Json | undefined, type: string | undefined): boolean {
  const others = view.evidence.journeys.filter(other => other !== own && mistakes(view, other).length === 0);
  const taken = causality(view).steps.filter(
    ({ journey, step: first }) => first.event === step && first === journey.steps[0] && others.includes(journey),
  );
  return (
    type !== undefined &&
    taken.length > 0 &&
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

/** The event that a simulate call asks for. */
export function eventOf({ request }: Exchange): Json | undefined {
  const asked = request.body && jsonOf(request.body)?.value;
  return isObject(asked) ? asked.event : undefined;
}

function isRefused({ response }: Exchange): boolean {
  const status = response?.status ?? 500;
  return status >= 400 && status < 500 && status !== 429;
}

/** Not a refusal: success, no answer at all, or one from a service that broke. */
function mayHaveMoved(status = 500): boolean {
  return status < 300 || status >= 500;
}
