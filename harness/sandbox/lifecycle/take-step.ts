import { COMPLETED, type StepAnswer } from '../../core/dialect.ts';
import type { SimulateEvent } from '../../core/lifecycle.ts';
import { announce } from '../events/announce.ts';
import { compareAmounts } from '../formats/decimal.ts';
import { Refusal } from '../http/refusal.ts';
import type { Service } from '../service.ts';
import type { CollectionOrder } from '../store/collection-orders.ts';
import { LIFECYCLE, type OrderState, type ReceivedFields } from './lifecycle.ts';
import { transition } from './transition.ts';

/** One simulated step as it was asked for (4.3). */
export interface Step {
  readonly event: SimulateEvent;
  readonly received: ReceivedFields;
}

/** The order after a step that was accepted, and the status of the answer. */
export interface StepResult {
  readonly order: CollectionOrder;
  readonly status: number;
}

/**
 * Takes a step: moves the order and puts its webhooks into the outbox. To be called inside a transaction.
 * @throws Refusal where the dialect refuses what the state machine does not allow
 */
export function takeStep(service: Service, order: CollectionOrder, step: Step): StepResult {
  const { store, dialect, faults } = service;
  const context = { order, event: step.event };
  const taken = store.collectionOrders.steps(order.id);
  const outcome = faults.apply('transition', transition(context, taken), context);
  if (outcome.kind !== 'allowed') {
    const { illegalStep, repeatedStep } = dialect.statuses;
    return outcome.kind === 'illegal'
      ? answerAnyway(service, order, step, illegalStep, () => {})
      : answerAnyway(service, order, step, repeatedStep, () => announceCompletedAgain(service, order.id));
  }
  const moved = {
    ...order,
    ...step.received,
    state: stateAfter(service, order, step, outcome.to),
    updated_at: service.now(),
  };
  store.collectionOrders.takeStep(moved, step.event);
  announce(service, moved, typesOf(service, step.event), step.event);
  return { order: moved, status: dialect.simulateStatus };
}

/** Answers a step that moves nothing, as the dialect does; `completeAgain` is how a fired one says `completed`. */
export function answerAnyway(
  service: Service,
  order: CollectionOrder,
  step: Step,
  answer: StepAnswer,
  completeAgain: () => void,
): StepResult {
  if (typeof answer === 'number' && answer >= 400) {
    throw new Refusal('invalid_state', `${step.event} is not possible: the order is ${order.state}.`, answer);
  }
  if (answer === 'fires') {
    const types = typesOf(service, step.event);
    announce(
      service,
      order,
      types.filter(type => type !== COMPLETED),
      step.event,
    );
    if (types.includes(COMPLETED)) completeAgain();
  }
  return { order, status: typeof answer === 'number' ? answer : service.dialect.simulateStatus };
}

function typesOf({ dialect }: Service, event: SimulateEvent): readonly string[] {
  return [dialect.eventTypes[event]].flat();
}

// With an id of its own a second `completed` would make a correct consumer credit twice.
function announceCompletedAgain({ store, world }: Service, orderId: string): void {
  const first = store.outbox.last(orderId, COMPLETED);
  if (first !== undefined) store.outbox.add(first, world.now());
}

function stateAfter({ dialect }: Service, order: CollectionOrder, step: Step, to: OrderState): OrderState {
  const difference = compareAmounts(step.received.received_amount ?? order.amount, order.amount);
  if (difference === 0) return to;
  const { receivedLess, receivedMore } = dialect.collection;
  const isHeld = (difference < 0 ? receivedLess : receivedMore) === 'held';
  return (isHeld && LIFECYCLE[step.event].heldIn) || to;
}
