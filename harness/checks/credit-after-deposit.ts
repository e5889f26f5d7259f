import { COMPLETED } from '../core/dialect.ts';
import type { Delivery, Journey, Step } from '../core/evidence.ts';
import { LIFECYCLE, leadsToCredit, type SimulateEvent } from '../core/lifecycle.ts';
import { oncePerObject } from '../core/once.ts';
import type { EventSeen, View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { causesIn } from '../order/causes.ts';
import { type Breach, breach, type Check } from './check.ts';
import { mayHaveMoved, mistakes } from './mistaken-calls.ts';
import { mayBeSpent } from './spent-order.ts';
import { stepsUntil } from './steps-until.ts';

/**
 * What the service does: a deposit is detected, then confirmed, then disbursed. Which steps an order takes in which
 * state is not specified (States and transitions), so a credit that an accepted `disburse` asks for is advice at most.
 */
export const creditAfterDeposit: Check = {
  id: 'credit-after-deposit',
  title: 'An order is credited only after a confirmed deposit, and never after a failure',
  kind: 'safety',
  requirements: ['collection.credit-signal', 'event.completed-never-on-failure'],
  *judge(view) {
    const credits = view.evidence.journeys.flatMap(journey => creditOf(view, journey) ?? []);
    // A finding has the words of its first sighting: the shortest sequence of steps shows most.
    for (const credit of credits.toSorted((a, b) => a.nth - b.nth)) {
      const failure = failureBefore(view, credit);
      if (failure) yield afterFailure(view, credit, failure);
      else if (!isConfirmed(view, credit)) yield withoutDeposit(view, credit);
    }
  },
};

const DETECTED: SimulateEvent = 'deposit_detected';
const CONFIRMED: SimulateEvent = 'deposit_confirmed';

/** An order that was credited for an accepted `disburse`. */
interface Credit {
  readonly journey: Journey;
  readonly disburse: Step;
  /** Which of the steps of the order it is. */
  readonly nth: number;
  readonly delivery: Delivery;
  /** The steps before the `disburse` that may have been taken. */
  readonly taken: readonly Step[];
}

/** The first credit of an order, unless a call that was wrong on purpose may have moved the order. */
function creditOf(view: View, journey: Journey): Credit | undefined {
  const [event] = view.eventsOf(journey).filter(({ type }) => type === COMPLETED);
  if (event === undefined || mayBeSpent(view, journey)) return undefined;
  // A service may accept a step that has no effect: the credit is due to the last one that asked for it.
  const disburse = journey.steps.findLast(
    step => leadsToCredit(step.event) && step.at <= arrivalOf(event) && view.outcomeOf(step) === 'accepted',
  );
  if (disburse === undefined) return undefined;
  if (mistakes(view, journey).some(({ sentAt, response }) => sentAt < disburse.at && mayHaveMoved(response?.status))) {
    return undefined;
  }
  const taken = journey.steps.filter(step => step.at < disburse.at && view.outcomeOf(step) !== 'refused');
  return { journey, disburse, nth: journey.steps.indexOf(disburse), delivery: event.deliveries[0], taken };
}

/** A step that ended an order, with the webhook that shows it. */
interface Failure {
  readonly step: Step;
  readonly event: EventSeen;
}

/** The last failure that an order took before its credit was asked for, or at the same time. */
function failureBefore(view: View, { journey, disburse }: Credit): Failure | undefined {
  const isAtOnce = view.isContested(journey, disburse);
  return causesIn(view)
    .steps.filter(({ journey: own, accepted, step }) => own === journey && accepted && isFailure(step.event))
    .flatMap(({ step, event }) => (event && (step.at < disburse.at || isAtOnce) ? [{ step, event }] : []))
    .at(-1);
}

function isFailure(event: SimulateEvent): boolean {
  return LIFECYCLE[event].path === 'failure';
}

/** Whether a deposit may have been confirmed after a time, by a step or by the service itself. */
function isConfirmed(view: View, { journey, disburse, taken }: Credit, after = 0): boolean {
  const types = typesOfConfirmation(view);
  return (
    view.isContested(journey, disburse) ||
    taken.some(({ event, at }) => event === CONFIRMED && at > after) ||
    view.eventsOf(journey).some(event => types.has(event.type) && arrivalOf(event) > after)
  );
}

/** The event types that tell of a confirmed deposit: no step causes them but its own, and `disburse` with it. */
const typesOfConfirmation = oncePerObject((view: View): ReadonlySet<string | undefined> => {
  const stepsOf = Map.groupBy(causesIn(view).causes, ({ event }) => event.type);
  const isTold = (event: SimulateEvent | undefined) =>
    event === CONFIRMED || (event !== undefined && leadsToCredit(event));
  const told = [...stepsOf].filter(
    ([type, causes]) =>
      type !== COMPLETED &&
      causes.some(({ moment }) => moment?.event === CONFIRMED) &&
      causes.every(({ moment }) => isTold(moment?.event)),
  );
  return new Set(told.map(([type]) => type));
});

function afterFailure(view: View, credit: Credit, { step, event }: Failure): Breach {
  const { journey, disburse, delivery } = credit;
  const last = step.at > disburse.at ? step : disburse;
  const isPaidAgain = credit.taken.some(({ at }) => at > step.at) && isConfirmed(view, credit, step.at);
  return breach({
    requirement: 'event.completed-never-on-failure',
    severity: 'advice',
    ...(isPaidAgain
      ? {
          cause: `deposit after ${step.event}`,
          message: `an order accepts ${step.event}, then a deposit, and is credited`,
          expected: `the steps after ${step.event} to be refused`,
        }
      : {
          cause: `after ${step.event}`,
          message: `an order accepts ${step.event} and then, or concurrently, ${disburse.event}, and is credited`,
          expected: 'one of the two to be refused',
        }),
    received: `${event.type ?? 'an event'} and ${COMPLETED}, after ${stepsUntil(view, journey, last)}`,
    likely: 'the state of the order is not checked, or not locked; a consumer may have released it after the failure',
    evidence: [delivery.id, event.deliveries[0].id, disburse.exchange, step.exchange, journey.id],
  });
}

function withoutDeposit(view: View, { journey, disburse, delivery, taken }: Credit): Breach {
  const detected = taken.filter(({ event }) => event === DETECTED);
  const isOther = detected.some(({ receivedAmount }) => receivedAmount !== undefined);
  const deposit = isOther ? 'a deposit of another amount' : 'a deposit';
  const lack = detected.length === 0 ? 'without a deposit' : `for ${deposit} that was not confirmed`;
  return breach({
    requirement: 'collection.credit-signal',
    severity: 'advice',
    cause: detected.length === 0 ? 'no deposit' : isOther ? 'unconfirmed, another amount' : 'unconfirmed',
    message: `an order is credited ${lack}`,
    expected: `${disburse.event} to be refused until the deposit is confirmed`,
    received: `${COMPLETED} after ${stepsUntil(view, journey, disburse)}`,
    likely: 'the state of the order is not checked; a consumer would credit money that may never arrive',
    evidence: [delivery.id, disburse.exchange, ...detected.map(({ exchange }) => exchange), journey.id],
  });
}
