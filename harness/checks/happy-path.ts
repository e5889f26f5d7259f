import { causality, type StepSeen, stepsWithOwnEvent } from '../core/causality.ts';
import type { Journey, Step } from '../core/evidence.ts';
import { EVENT_FIELDS, HAPPY_PATH, leadsToCredit } from '../core/lifecycle.ts';
import type { View } from '../core/view.ts';
import { mayHaveMoved, mistakes, takenThoughRefused } from './mistaken-calls.ts';

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
 * Whether a step is the last one on the happy path of an order that received another amount than was due: every step
 * before it was accepted and sent its webhook. An order may be held for its amount; but then a service that accepts the
 * step only where it is due refuses it.
 */
export function isLastAfterMismatch(view: View, { step, journey }: StepSeen, steps: readonly StepSeen[]): boolean {
  const taken = steps.filter(
    seen =>
      seen.journey === journey && seen.step.at < step.at && seen.accepted && !isRepeated(view, journey, seen.step),
  );
  const isNext =
    leadsToCredit(step.event) &&
    isPlain({ step }) &&
    taken.length === HAPPY_PATH.indexOf(step.event) &&
    taken.every((seen, index) => seen.event !== undefined && seen.step.event === HAPPY_PATH[index]) &&
    taken.some(seen => seen.step.receivedAmount !== undefined);
  if (!isNext || mistakes(view, journey).length > 0 || view.isContested(journey, step)) return false;
  if (isRepeated(view, journey, step)) return false;
  const early = steps.filter(seen => seen.step.event === step.event && isEarly(view, seen));
  return early.length > 0 && early.every(seen => view.outcomeOf(seen.step) === 'refused');
}

function isRepeated(view: View, journey: Journey, step: Step): boolean {
  return earlierSteps(view, journey, step).some(({ event }) => event === step.event);
}

/** Whether a step comes before one that leads to it on the happy path. */
function isEarly(view: View, { step, journey }: StepSeen): boolean {
  const earlier = earlierSteps(view, journey, step);
  return !HAPPY_PATH.slice(0, HAPPY_PATH.indexOf(step.event)).every(event => earlier.some(one => one.event === event));
}

/** Whether a call names neither an amount nor a network. */
export function isPlain({ step }: Pick<StepSeen, 'step'>): boolean {
  return EVENT_FIELDS.every(field => step[field.step] === undefined);
}

/** The step on the happy path that a journey could not take, because it was refused; undefined where there is none. */
export function refusedOnTheWay(view: View, journey: Journey): Step | undefined {
  return journey.steps.find(
    step => view.outcomeOf(step) === 'refused' && isPlain({ step }) && isOnHappyPath(view, journey, step),
  );
}

/**
 * Whether a step surely makes a transition: on the happy path, or where another order on the same way had the webhook,
 * or where no order on any way had it. A late event that clearly belongs to another call does not count.
 * A step that was taken before makes no transition, even by a call that was refused; nor does one after a step whose
 * call got no answer, and may have been lost. What an order leads to that received another amount is not known where no
 * order at all had the webhook.
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
  if (earlier.some(one => view.outcomeOf(one) === 'unknown')) return false;
  if (takenThoughRefused(view, journey) !== undefined) return false;
  if (isOnHappyPath(view, journey, step)) return true;
  const own = stepsWithOwnEvent(causality(view));
  const heard = steps.filter(seen => seen.step.event === step.event && shows(seen) && own.has(seen));
  const way = wayOf(earlier);
  if (heard.length === 0) return earlier.every(({ receivedAmount }) => receivedAmount === undefined);
  return heard.some(seen => wayOf(earlierSteps(view, seen.journey, seen.step)) === way);
}

/** Steps in a form that is equal for the same steps. Less than is due may lead elsewhere than more. */
export function wayOf(steps: readonly Step[]): string {
  return steps.map(({ event, receivedAmount: amount }) => (amount === undefined ? event : `${event} ${amount}`)).join();
}
