import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED, type StepAnswer } from '../../evidence/dialect.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { addEvents } from '../events/add-events.ts';
import { compareAmounts } from '../formats/decimal.ts';
import { ApiError } from '../http/api-error.ts';
import type { Service } from '../service.ts';
import type { CollectionOrder } from '../store/store.ts';
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
  const context = { order: asItProceeds(service, order), event: step.event };
  const outcome = faults.apply('transition', transition(context), context);
  if (outcome.kind !== 'allowed') {
    const { illegalStep, repeatedStep } = dialect.statuses;
    const answer = { illegal: illegalStep, repeated: repeatedStep, refused: REFUSED }[outcome.kind];
    const isRepeated = outcome.kind === 'repeated';
    const again = isRepeated && creditsAgain(dialect);
    const result = answerWithoutEffect(service, order, step, answer, again);
    if (isRepeated && repeatedStep === 'fires' && !again) repeatCompleted(service, order.id, step.event);
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
  const types = isMismatch(order, step) ? typesOfMismatch(service, step.event) : typesOf(service, step.event);
  addEvents(service, moved, types, { step: step.event, from: order.state });
  return { order: moved, status: dialect.simulateStatus };
}

/** Whether a repeated disburse may cause another credit; not where one under the same key would, too. */
export function creditsAgain({ lenience, idempotency }: SandboxDialect): boolean {
  return lenience.creditsAgain && idempotency.replay === 'same';
}

/** Answers a step that moves no order, as the dialect says. @param credits whether `disbursement.completed` may come */
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

function typesOf({ dialect }: Service, event: SimulateEvent): readonly string[] {
  return [dialect.eventTypes[event]].flat();
}

/** Whether a step names another amount than the one that is due. */
function isMismatch({ amount }: Pick<CollectionOrder, 'amount'>, { received: { received_amount } }: Step): boolean {
  return received_amount !== undefined && compareAmounts(received_amount, amount) !== 0;
}

function typesOfMismatch(service: Service, event: SimulateEvent): readonly string[] {
  const { eventTypes } = service.dialect.mismatch;
  return eventTypes.length > 0 ? eventTypes : typesOf(service, event);
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
  const isUsual = mismatchOutcome({ dialect }, order, step.received.received_amount) === 'proceeds';
  return (!isUsual && LIFECYCLE[step.event].heldIn) || to;
}

/** What becomes of an order that received an amount. */
function mismatchOutcome(
  { dialect: { collection } }: Pick<Service, 'dialect'>,
  { amount }: Pick<CollectionOrder, 'amount'>,
  received = amount,
): 'held' | 'proceeds' | 'noted' {
  const difference = compareAmounts(received, amount);
  if (difference === 0) return 'proceeds';
  return difference < 0 ? collection.receivedLess : collection.receivedMore;
}

/** The order as its next step sees it: one whose mismatch is only noted is as far as any with a deposit. */
function asItProceeds(service: Service, order: CollectionOrder): CollectionOrder {
  const isNoted = mismatchOutcome(service, order, order.received_amount) === 'noted';
  return isNoted && order.state === LIFECYCLE.deposit_detected.heldIn
    ? { ...order, state: LIFECYCLE.deposit_detected.to }
    : order;
}
