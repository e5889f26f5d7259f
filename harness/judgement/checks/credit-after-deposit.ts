import { FAILURES, leadsToCredit, SIMULATE_EVENTS, type SimulateEvent } from '../../contract/lifecycle.ts';
import { mayAct } from '../../evidence/answered.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { ReceivedEvent, View } from '../../evidence/view.ts';
import { effectsOf } from '../../order/causes.ts';
import { typesWithoutCall } from '../../order/due.ts';
import { mayBeSpent } from '../../order/endings.ts';
import type { Model } from '../../order/estimate.ts';
import type { Explanation } from '../../order/explanation.ts';
import { stepsUntil } from '../../order/moves-in-words.ts';
import { explainRun } from '../../order/run.ts';
import { asksForCredit, type Sighting, type StepCall, tracesOf } from '../../order/trace.ts';
import { type Breach, breach, type Check } from './check.ts';

/**
 * A deposit is detected, then confirmed, then disbursed. The states in which an order accepts a step are not specified
 * (States and transitions), so a credit for an accepted `disburse` is at most advice.
 */
export const creditAfterDeposit: Check = {
  id: 'credit-after-deposit',
  title: 'A disburse that credits comes after a confirmed deposit, and not after a failure',
  kind: 'safety',
  requirements: ['collection.credit-signal', 'event.completed-never-on-failure'],
  *judge(view) {
    const { explanations, model } = explainRun(view);
    const { sure } = effectsOf(view);
    const withoutCall = typesWithoutCall(tracesOf(view), model, CONFIRMED);
    const isDeposited = (credit: Credit) =>
      isConfirmed(credit, model) || (withoutCall.length > 0 && withoutCall.every(type => cameBefore(credit, type)));
    const credits = explanations.flatMap(explanation => creditOf(view, explanation) ?? []);
    // A finding takes the words of its first sighting. The shortest sequence of steps is the clearest.
    for (const credit of credits.toSorted((a, b) => a.nth - b.nth)) {
      const failure = failureBefore(credit, sure);
      if (failure) yield afterFailure(view, credit, failure, model);
      else if (!isDeposited(credit)) yield withoutDeposit(view, credit);
    }
  },
};

const DETECTED: SimulateEvent = 'deposit_detected';
const CONFIRMED: SimulateEvent = 'deposit_confirmed';

/** An order that was credited for an accepted `disburse`. */
type Credit = NonNullable<ReturnType<typeof creditOf>>;

/** The first credit of an order, if it is due, unless a deliberately wrong call may have moved the order. */
function creditOf(view: View, { trace, moves }: Explanation) {
  const { event, defect } = moves.find(move => move.event?.isCredit) ?? {};
  // A credit that is not due has a finding of its own.
  if (event === undefined || defect !== undefined || mayBeSpent(view, trace.journey)) return undefined;
  const steps = trace.calls.filter((call): call is StepCall => call.step !== undefined);
  // A service may accept a step without effect, so the credit belongs to the last call that asked for it.
  const disburse = steps.findLast(call => asksForCredit(call) && call.at <= event.at && call.answer === 'taken');
  if (disburse === undefined) return undefined;
  const before = trace.calls.filter(({ at }) => at < disburse.at);
  if (before.some(({ role, answer }) => role !== 'step' && (mayAct(answer) || answer === 'broken'))) return undefined;
  /** The steps before the `disburse` that may have been taken. */
  const taken = steps.filter(({ at, answer }) => at < disburse.at && mayAct(answer));
  return { trace, moves, disburse, nth: steps.indexOf(disburse), event, taken };
}

/** The webhook of the last failure that the order took before the call for the credit, or at the same time. */
function failureBefore(
  { moves, disburse }: Credit,
  sure: ReadonlySet<ReceivedEvent>,
): { readonly call: StepCall; readonly event: Sighting } | undefined {
  return moves
    .flatMap(({ call, event }) => {
      if (call?.step === undefined || event === undefined || call.answer !== 'taken') return [];
      const isBefore = call.at < disburse.at || disburse.isContested;
      const isFailure = FAILURES.includes(call.step.event);
      // If another step may have sent it, the service may have accepted the failure without effect.
      return isFailure && isBefore && sure.has(event.seen) ? [{ call: { ...call, step: call.step }, event }] : [];
    })
    .at(-1);
}

function cameBefore({ trace, event }: Credit, type: string): boolean {
  return trace.events.some(one => one.type === type && one.at < event.at);
}

/** Whether a deposit may have been confirmed after a time, by a step or by the service itself. */
function isConfirmed({ trace, disburse, taken }: Credit, model: Model, after = 0): boolean {
  // The types that only the confirmation sends, or also disburse.
  const others = SIMULATE_EVENTS.filter(event => event !== CONFIRMED && !leadsToCredit(event));
  const tells = ({ type, isCredit }: Sighting) =>
    !isCredit && model.owes(CONFIRMED).has(type) && !others.some(event => model.owes(event).has(type));
  return (
    disburse.isContested ||
    taken.some(({ asks, at }) => asks === CONFIRMED && at > after) ||
    trace.events.some(event => event.at > after && tells(event))
  );
}

function afterFailure(
  view: View,
  credit: Credit,
  { call, event }: { readonly call: StepCall; readonly event: Sighting },
  model: Model,
): Breach {
  const { trace, disburse } = credit;
  const { step } = call;
  const last = step.at > disburse.at ? step : disburse.step;
  const isPaidAgain = credit.taken.some(({ at }) => at > step.at) && isConfirmed(credit, model, step.at);
  return breach({
    requirement: 'event.completed-never-on-failure',
    severity: 'advice',
    ...(isPaidAgain
      ? {
          cause: 'deposit after failure',
          message: 'an order accepts a failure, then a deposit, and is credited',
          expected: `the steps after ${step.event} to be refused`,
        }
      : {
          cause: 'after failure',
          message: 'an order accepts a failure and then, or concurrently, disburse, and is credited',
          expected: 'one of the two to be refused',
        }),
    received: `${event.type || 'an event'} and ${COMPLETED}, after ${stepsUntil(view, trace.journey, last)}`,
    likely: 'the state of the order is not checked, or not locked; a consumer may have released it after the failure',
    evidence: [idOf(credit.event), idOf(event), disburse.exchange.id, step.exchange, trace.journey.id],
  });
}

function idOf({ seen: { deliveries } }: Sighting): string {
  return deliveries[0].id;
}

function withoutDeposit(view: View, { trace: { journey }, disburse, event, taken }: Credit): Breach {
  const detected = taken.filter(({ asks }) => asks === DETECTED);
  const isOther = detected.some(({ step }) => step.receivedAmount !== undefined);
  const deposit = isOther ? 'a deposit of another amount' : 'a deposit';
  const lack = detected.length === 0 ? 'without a deposit' : `for ${deposit} that was not confirmed`;
  return breach({
    requirement: 'collection.credit-signal',
    severity: 'advice',
    cause: detected.length === 0 ? 'no deposit' : isOther ? 'unconfirmed, another amount' : 'unconfirmed',
    message: `an order is credited ${lack}`,
    expected: `${disburse.step.event} to be refused until the deposit is confirmed`,
    received: `${COMPLETED} after ${stepsUntil(view, journey, disburse.step)}`,
    likely: 'the state of the order is not checked; a consumer would credit money that may never arrive',
    evidence: [idOf(event), disburse.exchange.id, ...detected.map(({ exchange }) => exchange.id), journey.id],
  });
}
