import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED, type StepAnswer } from '../../evidence/dialect.ts';
import { addEvents, typesOf } from '../events/add-events.ts';
import { mismatchOf } from '../formats/decimal.ts';
import { ApiError } from '../http/api-error.ts';
import type { Service } from '../service.ts';
import type { CollectionOrder } from '../store/store.ts';
import { LIFECYCLE } from './lifecycle.ts';
import { answerTo, creditsAgain, type Step, transition } from './transition.ts';

/** The order after an accepted step, and the status of the reply. */
export interface StepResult {
  readonly order: CollectionOrder;
  readonly status: number;
}

/**
 * Takes a step: moves the order and adds its webhooks to the outbox. Called inside a transaction.
 * @throws ApiError if the dialect refuses an illegal or repeated step
 */
export function takeStep(service: Service, order: CollectionOrder, step: Step): StepResult {
  const { store, dialect, faults } = service;
  const { event, received } = step;
  const outcome = faults.apply('transition', transition(dialect, order, step), { order, event });
  if (outcome.kind !== 'allowed') {
    const isRepeated = outcome.kind === 'repeated';
    const answer = answerTo(outcome.kind, dialect);
    const again = isRepeated && creditsAgain(dialect);
    const result = answerWithoutEffect(service, order, step, answer, again);
    if (isRepeated && answer === 'fires' && !again) repeatCompleted(service, order.id, event);
    return result;
  }
  const moved = {
    ...order,
    ...received,
    state: outcome.to,
    steps: [...new Set([...order.steps, event])],
    updated_at: service.world.now(),
  };
  store.collectionOrders.set(order.id, moved);
  const isMismatch = mismatchOf(received.received_amount ?? order.amount, order.amount) !== 'none';
  const { eventTypes } = dialect.mismatch;
  const types = isMismatch && eventTypes.length > 0 ? eventTypes : typesOf(service, event);
  addEvents(service, moved, types, { step: event, from: order.state });
  return { order: moved, status: dialect.simulateStatus };
}

/** Answers a step that does not move the order. @param credits whether `disbursement.completed` may be sent */
export function answerWithoutEffect(
  service: Service,
  order: CollectionOrder,
  step: Step,
  answer: StepAnswer,
  credits = false,
): StepResult {
  const types = answer === 'fires' ? typesOf(service, step.event).filter(type => credits || type !== COMPLETED) : [];
  // Without types it causes no events, unless a fault adds one.
  addEvents(service, order, types, { step: step.event, from: order.state });
  if (typeof answer === 'number' && answer >= 400) {
    throw new ApiError('invalid_state', `${step.event} is not allowed: the order is ${order.state}.`, answer);
  }
  return { order, status: typeof answer === 'number' ? answer : service.dialect.simulateStatus };
}

/** Sends `disbursement.completed` as the same event: a new id would make a correct consumer credit twice. */
function repeatCompleted({ store, world }: Service, orderId: string, event: SimulateEvent): void {
  const first = LIFECYCLE[event].credits && store.outbox.last(orderId, COMPLETED);
  if (first) store.outbox.add(first, world.now());
}
