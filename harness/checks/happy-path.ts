import type { StepSeen } from '../core/causality.ts';
import type { Journey, Step } from '../core/evidence.ts';
import { EVENT_FIELDS, HAPPY_PATH } from '../core/lifecycle.ts';
import type { View } from '../core/view.ts';
import { explainRun } from '../order/run.ts';
import { mayHaveMoved, mistakes } from './mistaken-calls.ts';

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
    !wasMoved(view, journey) &&
    !view.isContested(journey, step) &&
    before.length === HAPPY_PATH.indexOf(step.event) &&
    before.every(
      (taken, index) =>
        taken.event === HAPPY_PATH[index] && taken.receivedAmount === undefined && view.outcomeOf(taken) === 'accepted',
    )
  );
}

/** Whether a call that was refused, or that simulates nothing, moved an order. */
function wasMoved(view: View, journey: Journey): boolean {
  return explainRun(view).explanations.some(
    ({ trace, moves }) =>
      trace.journey === journey &&
      moves.some(({ defect, event }) => event && (defect === 'keyless' || defect === 'odd')),
  );
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
