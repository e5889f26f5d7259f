import { COMPLETED, type StepAnswer } from '../../core/dialect.ts';
import type { SimulateEvent } from '../../core/lifecycle.ts';
import { addEvents } from '../events/add-events.ts';
import { compareAmounts } from '../formats/decimal.ts';
import { ApiError } from '../http/api-error.ts';
import type { Service } from '../service.ts';
import type { CollectionOrder } from '../store/collection-orders.ts';
import { LIFECYCLE, type OrderState, type ReceivedFields } from './lifecycle.ts';
import { transition } from './transition.ts';

/** The answer to a step that a fault refuses. */
const REFUSED = 409;

/** One simulate call (4.3). */
export interface Step {
  readonly event: SimulateEvent;
  readonly received: ReceivedFields;
}

/** The order after an accepted step, and the status of the reply. */
export interface StepResult {
  readonly order: CollectionOrder;
  readonly status: number;
}

/**
 * Takes a step: moves the order and adds its webhooks to the outbox. Called inside a transaction.
 * @throws ApiError where the dialect refuses a step that the lifecycle does not allow
 */
export function takeStep(service: Service, order: CollectionOrder, step: Step): StepResult {
  const { store, dialect, faults } = service;
  const context = { order, event: step.event };
  const outcome = faults.apply('transition', transition(context), context);
  if (outcome.kind !== 'allowed') {
    const { illegalStep, repeatedStep } = dialect.statuses;
    const answer = { illegal: illegalStep, repeated: repeatedStep, refused: REFUSED }[outcome.kind];
    const result = answerWithoutEffect(service, order, step, answer);
    if (outcome.kind === 'repeated' && repeatedStep === 'fires') repeatCompleted(service, order.id, step.event);
    return result;
  }
  const moved = {
    ...order,
    ...step.received,
    state: stateAfter(service, order, step, outcome.to),
    steps: [...new Set([...order.steps, step.event])],
    updated_at: service.now(),
  };
  store.collectionOrders.set(order.id, moved);
  addEvents(service, moved, typesOf(service, step.event), { step: step.event, from: order.state });
  return { order: moved, status: dialect.simulateStatus };
}

/** Answers a step that moves no order, as the dialect says. It never causes a new `disbursement.completed`. */
export function answerWithoutEffect(
  service: Service,
  order: CollectionOrder,
  step: Step,
  answer: StepAnswer,
): StepResult {
  const types = answer === 'fires' ? typesOf(service, step.event).filter(type => type !== COMPLETED) : [];
  // Without types it causes no events, unless a fault adds one.
  addEvents(service, order, types, { step: step.event, from: order.state });
  if (typeof answer === 'number' && answer >= 400) {
    throw new ApiError('invalid_state', `${step.event} is not allowed: the order is ${order.state}.`, answer);
  }
  return { order, status: typeof answer === 'number' ? answer : service.dialect.simulateStatus };
}

function typesOf({ dialect }: Service, event: SimulateEvent): readonly string[] {
  return [dialect.eventTypes[event]].flat();
}

/** Sends `disbursement.completed` as the same event: a new id would make a correct consumer credit twice. */
function repeatCompleted({ store, world }: Service, orderId: string, event: SimulateEvent): void {
  const first = LIFECYCLE[event].credits && store.outbox.last(orderId, COMPLETED);
  if (first) store.outbox.add(first, world.now());
}

/** The state of an order after a step that leads to another: an order that received another amount may be held. */
export function stateAfter(
  { dialect }: Pick<Service, 'dialect'>,
  order: Pick<CollectionOrder, 'amount'>,
  step: Step,
  to: OrderState,
): OrderState {
  const difference = compareAmounts(step.received.received_amount ?? order.amount, order.amount);
  if (difference === 0) return to;
  const { receivedLess, receivedMore } = dialect.collection;
  const isHeld = (difference < 0 ? receivedLess : receivedMore) === 'held';
  return (isHeld && LIFECYCLE[step.event].heldIn) || to;
}
