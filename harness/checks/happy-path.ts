import type { Exchange, Journey, Step } from '../core/evidence.ts';
import { HAPPY_PATH } from '../core/lifecycle.ts';
import type { View } from '../core/view.ts';

/** The steps of a journey before one of them that may have been taken: those not refused. */
export function earlierSteps(view: View, journey: Journey, step: Step): readonly Step[] {
  return journey.steps.slice(0, journey.steps.indexOf(step)).filter(earlier => view.outcomeOf(earlier) !== 'refused');
}

/**
 * Whether a step is the next one on the happy path: every step before it there, and no other, was surely taken, for the
 * amount that was due; and no call that was wrong on purpose may have moved the order.
 */
export function isOnHappyPath(view: View, journey: Journey, step: Step): boolean {
  const earlier = earlierSteps(view, journey, step);
  return (
    !mistakes(view, journey).some(({ sentAt, response }) => sentAt < step.at && mayHaveMoved(response?.status)) &&
    earlier.length === HAPPY_PATH.indexOf(step.event) &&
    earlier.every(
      (taken, index) =>
        taken.event === HAPPY_PATH[index] && taken.receivedAmount === undefined && view.outcomeOf(taken) === 'accepted',
    )
  );
}

/** Simulate calls about a journey's order that are not its steps: without a key, without an event… */
export function mistakes(view: View, journey: Journey): readonly Exchange[] {
  return view.evidence.exchanges.filter(
    ({ journey: id, operation, condition }) =>
      id === journey.id && operation === 'simulateCollectionOrder' && condition !== undefined,
  );
}

/** Not a refusal: success, no answer at all, or one from a service that broke. */
function mayHaveMoved(status = 500): boolean {
  return status < 300 || status >= 500;
}
