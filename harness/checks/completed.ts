import { causality } from '../core/causality.ts';
import { COMPLETED } from '../core/dialect.ts';
import type { Delivery, Journey, Step } from '../core/evidence.ts';
import { isReadable } from '../core/json.ts';
import { LIFECYCLE, leadsToCredit } from '../core/lifecycle.ts';
import type { View } from '../core/view.ts';
import { lastStepBefore } from '../core/windows.ts';
import { breach, type Check, hidden, type Judgement, pass } from './check.ts';
import { creditOfMadeUpOrder } from './credit-of-made-up-order.ts';
import { type CreditOrigin, creditsNotDue, originOf, originsOfCredits } from './credit-origin.ts';
import { mayHaveEnded } from './ended-order.ts';
import { isDue, refusedOnTheWay } from './happy-path.ts';
import { mayBeQueued } from './late-webhooks.ts';
import { creditCalls, mayHaveMoved, mistakes } from './mistaken-calls.ts';
import { causeOfReplay, replayedFrom } from './replayed-answer.ts';
import { mayBeSpent } from './spent-order.ts';
import { stepsUntil } from './steps-until.ts';
import { unreadableFor } from './unreadable-webhooks.ts';

/** Events: disbursement.completed comes after disburse, never before it, and never for an order that failed. */
export const completed: Check = {
  id: 'completed',
  title: 'disbursement.completed is sent after disburse and at no other time',
  kind: 'liveness',
  requirements: [
    'event.completed-delivered',
    'event.completed-not-before-disburse',
    'event.completed-never-on-failure',
    'collection.credit-signal',
  ],
  *judge(view) {
    for (const journey of view.evidence.journeys) {
      yield* delivered(view, journey);
      yield* notOtherwise(view, journey);
    }
    for (const exchange of view.evidence.exchanges) yield* creditOfMadeUpOrder(view, exchange);
  },
};

function* delivered(view: View, journey: Journey): Generator<Judgement> {
  const { steps } = causality(view);
  const seen = steps.find(
    ({ journey: own, step, accepted }) => own === journey && accepted && leadsToCredit(step.event),
  );
  if (seen === undefined) return yield* notDisbursed(view, journey);
  const disburse = seen.step;
  const delivery = completions(view, journey).find(({ at }) => at >= disburse.at);
  if (delivery) {
    yield pass('event.completed-delivered', delivery.id);
    yield pass('collection.credit-signal', delivery.id);
    return;
  }
  const unreadable = view.deliveriesOf(journey).find(one => one.at >= disburse.at && !isReadable(one));
  if (unreadable) return yield hidden('event.completed-delivered', ['wire.json'], unreadable.id);
  const wait = view.evidence.waits.find(({ since, kind }) => kind === 'event' && since === disburse.exchange);
  // An isolated retry is not judged: nothing comes after it that would show its webhook to be late.
  if (wait?.outcome !== 'missed' || journey.diagnoses !== undefined) return;
  if (!isDue(view, seen, steps, ({ event }) => event?.type === COMPLETED)) return;
  if (mayHaveEnded(view, journey, disburse) || mayBeQueued(view, disburse)) return;
  if (!view.listening || view.troubled(wait.from, wait.to, disburse.exchange)) return;
  const nameless = unreadableFor(view, journey, disburse.at, wait.to);
  if (nameless) return yield hidden('event.completed-delivered', ['wire.json'], nameless.id);
  const types = view.eventsOf(journey).map(({ type }) => type ?? 'an event without a type');
  const seconds = ((view.until - disburse.at) / 1000).toFixed(1);
  const { settings } = view.evidence.run;
  const replayed = replayedFrom(view, disburse.exchange);
  const isElsewhere = ({ at }: Delivery) => replayed === undefined && at >= disburse.at && at <= wait.to;
  const misdirected = [...originsOfCredits(view)].find(([, { exchange }]) => exchange === disburse.exchange)?.[0];
  const elsewhere = (misdirected ?? creditsNotDue(view).find(isElsewhere))?.id;
  yield breach({
    requirement: 'event.completed-delivered',
    also: ['collection.credit-signal', ...(elsewhere ? ['simulate.own-order'] : [])],
    cause: replayed === undefined ? 'missing' : 'replayed',
    message: `${COMPLETED} does not arrive after ${disburse.event}`,
    expected: `${COMPLETED} about the order`,
    received: `${types.length === 0 ? 'no webhook' : `only ${types.join(', ')}`} in ${seconds} s`,
    likely: replayed
      ? `${causeOfReplay(replayed)}; a consumer would not credit the customer`
      : elsewhere
        ? 'it names another order, which must not be credited; a consumer would credit the wrong customer'
        : 'the event is lost or has another name; a consumer would not credit the customer',
    next: `if the service needs longer, raise DELIVERY_TIMEOUT_MS (${settings.deliveryTimeoutMs} ms)`,
    evidence: [disburse.exchange, ...[replayed, elsewhere].filter(id => id !== undefined), journey.id],
  });
}

function* notDisbursed(view: View, journey: Journey): Generator<Judgement> {
  const refused = refusedOnTheWay(view, journey);
  if (refused === undefined) return;
  const shown = ['event.completed-delivered', 'event.completed-not-before-disburse', 'collection.credit-signal'];
  for (const requirement of shown) yield hidden(requirement, ['lifecycle.happy-path'], refused.exchange);
}

function* notOtherwise(view: View, journey: Journey): Generator<Judgement> {
  if (journey.steps.length === 0 || mayBeSpent(view, journey)) return;
  const [disbursed] = creditCalls(view, journey);
  const failure = journey.steps.find(
    step => LIFECYCLE[step.event].path === 'failure' && view.outcomeOf(step) === 'accepted',
  );
  const early = completions(view, journey).filter(({ at }) => at < (disbursed ?? Number.POSITIVE_INFINITY));
  const [first] = early;
  if (disbursed === undefined && failure !== undefined) yield* neverOnFailure(view, journey, failure, early);
  else if (first === undefined) {
    if (disbursed !== undefined) yield pass('event.completed-not-before-disburse', journey.id);
  } else {
    const after = lastStepBefore(journey, first.at);
    const wrong = mistakes(view, journey).findLast(
      ({ sentAt, response }) => sentAt <= first.at && mayHaveMoved(response?.status),
    );
    const isAfterFailure = failure !== undefined && failure.at <= first.at;
    const origin = wrong === undefined ? originOf(view, early) : undefined;
    const isElsewhere = origin?.cause === 'misdirected';
    const isRefused = wrong === undefined && !isElsewhere && after !== undefined && leadsToCredit(after.event);
    yield breach({
      requirement: 'event.completed-not-before-disburse',
      also: ['collection.credit-signal', ...(isAfterFailure ? ['event.completed-never-on-failure'] : [])],
      cause: isElsewhere ? 'misdirected' : isRefused ? 'refused' : 'early',
      message: `${COMPLETED} is sent ${isRefused ? 'although disburse was refused' : 'before disburse'}`,
      expected: `${COMPLETED} only after an accepted disburse`,
      received: after ? `${COMPLETED} after ${stepsUntil(view, journey, after)}` : `${COMPLETED} before any step`,
      likely: isRefused
        ? 'the step is refused after its webhook was stored; a consumer would credit money that has not moved'
        : wrong
          ? `an intentionally invalid call took effect (${wrong.condition}); a consumer would act on it`
          : causeIn(view, origin, 'another transition sends the credit signal', 'money that has not moved'),
      evidence: [...early.map(({ id }) => id), ...evidenceOf(origin), ...(wrong ? [wrong.id] : []), journey.id],
    });
  }
}

function* neverOnFailure(
  view: View,
  journey: Journey,
  failure: Step,
  completions: readonly Delivery[],
): Generator<Judgement> {
  const [first] = completions;
  if (first) {
    const seconds = (Math.abs(first.at - failure.at) / 1000).toFixed(2);
    const origin = originOf(view, completions);
    yield breach({
      requirement: 'event.completed-never-on-failure',
      also: ['collection.credit-signal'],
      cause: `${failure.event}${origin ? ` ${origin.cause}` : ''}`,
      message: `${COMPLETED} is sent for an order that ended with ${failure.event}`,
      expected: `no ${COMPLETED}`,
      received: `${COMPLETED} ${seconds} s ${first.at < failure.at ? 'before' : 'after'} ${failure.event}`,
      likely: causeIn(view, origin, 'a transition other than disburse sends it', 'money that was never received'),
      evidence: [...completions.map(({ id }) => id), ...evidenceOf(origin), journey.id],
    });
  } else if (view.evidence.end?.reason === 'done') {
    yield pass('event.completed-never-on-failure', journey.id);
  }
}

/** Deliveries of the credit signal, each by itself: events that wrongly share an id cannot hide it. */
function completions(view: View, journey: Journey): readonly Delivery[] {
  return view.deliveriesOf(journey).filter(delivery => view.typeOf(delivery) === COMPLETED);
}

/** What sends a credit, as far as the record shows it, and what that leads to. */
function causeIn(view: View, origin: CreditOrigin | undefined, otherwise: string, money: string): string {
  const leadsTo = `a consumer would credit ${money}`;
  if (origin === undefined && originsOfCredits(view).size > 0) return leadsTo;
  return `${origin?.likely ?? otherwise}; ${leadsTo}`;
}

function evidenceOf(origin: CreditOrigin | undefined): readonly string[] {
  return origin ? [origin.exchange] : [];
}
