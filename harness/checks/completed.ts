import { COMPLETED, type SimulateEvent } from '../core/dialect.ts';
import type { Journey } from '../core/evidence.ts';
import type { View } from '../core/view.ts';
import { breach, type Check, pass } from './check.ts';

const FAILURES: readonly SimulateEvent[] = ['wrong_chain', 'expire', 'fail'];

/** Events: disbursement.completed is delivered after disburse, never before it, and never for an order that failed. */
export const completed: Check = {
  id: 'completed',
  title: 'disbursement.completed is delivered after disburse, and never otherwise',
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
      yield* notBefore(view, journey);
      yield* neverOnFailure(view, journey);
    }
  },
};

function* delivered(view: View, journey: Journey) {
  const disburse = journey.steps.find(step => step.event === 'disburse' && view.outcomeOf(step) === 'accepted');
  if (disburse === undefined) return;
  const event = view
    .eventsOf(journey)
    .find(seen => view.isCompleted(seen) && seen.deliveries.some(({ at }) => at >= disburse.at));
  if (event) {
    yield pass('event.completed-delivered', event.deliveries[0].id);
    yield pass('collection.credit-signal', event.deliveries[0].id);
    return;
  }
  const wait = view.evidence.waits.find(({ since, kind }) => kind === 'event' && since === disburse.exchange);
  if (wait?.outcome !== 'missed' || view.troubled(wait.from, wait.to)) return;
  const types = view.eventsOf(journey).map(({ type }) => type ?? 'an event without a type');
  yield breach({
    requirement: 'event.completed-delivered',
    also: ['collection.credit-signal'],
    cause: 'missing',
    message: `${COMPLETED} did not come after disburse`,
    expected: `${COMPLETED} about the order`,
    received: `${types.length === 0 ? 'no webhook' : `only ${types.join(', ')}`} in ${((view.until - disburse.at) / 1000).toFixed(1)} s`,
    likely: 'the event is lost, or goes by another name: customers would not be credited',
    next: `where the service needs longer, raise DELIVERY_TIMEOUT_MS (${view.evidence.run.settings.deliveryTimeoutMs} ms)`,
    evidence: [disburse.exchange, journey.id],
  });
}

function* notBefore(view: View, journey: Journey) {
  const disburse = journey.steps.find(({ event }) => event === 'disburse');
  if (journey.steps.length === 0) return;
  const early = view
    .eventsOf(journey)
    .find(event => view.isCompleted(event) && event.deliveries[0].at < (disburse?.at ?? Number.POSITIVE_INFINITY));
  const failed = journey.steps.some(({ event }) => FAILURES.includes(event));
  if (early === undefined) {
    if (disburse) yield pass('event.completed-not-before-disburse', journey.id);
  } else if (disburse !== undefined || !failed) {
    const [first] = early.deliveries;
    const after = journey.steps.findLast(({ at }) => at <= first.at);
    yield breach({
      requirement: 'event.completed-not-before-disburse',
      also: ['collection.credit-signal'],
      cause: 'early',
      message: `${COMPLETED} came before disburse`,
      expected: `${COMPLETED} only after the disburse step`,
      received: after ? `after ${after.event}` : 'before any step',
      likely: 'the credit signal is sent on another transition: customers would be credited money that has not moved',
      evidence: [first.id, journey.id],
    });
  }
}

function* neverOnFailure(view: View, journey: Journey) {
  const failure = journey.steps.find(step => FAILURES.includes(step.event) && view.outcomeOf(step) === 'accepted');
  if (failure === undefined || journey.steps.some(({ event }) => event === 'disburse')) return;
  const event = view.eventsOf(journey).find(seen => view.isCompleted(seen));
  if (event) {
    yield breach({
      requirement: 'event.completed-never-on-failure',
      also: ['collection.credit-signal'],
      cause: failure.event,
      message: `${COMPLETED} came for an order that went to ${failure.event}`,
      expected: `no ${COMPLETED}`,
      received: `one, ${((event.deliveries[0].at - failure.at) / 1000).toFixed(2)} s after ${failure.event}`,
      likely: 'the credit signal is sent on another transition: customers would be credited money that never came',
      evidence: [event.deliveries[0].id, journey.id],
    });
  } else if (view.evidence.end?.reason === 'done') {
    yield pass('event.completed-never-on-failure', journey.id);
  }
}
