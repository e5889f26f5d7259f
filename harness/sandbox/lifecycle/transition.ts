import type { SimulateEvent } from '../../contract/lifecycle.ts';
import type { StepAnswer } from '../../evidence/dialect.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { mismatchOf } from '../formats/decimal.ts';
import type { CollectionOrder } from '../store/store.ts';
import { LIFECYCLE, type OrderState, type ReceivedFields } from './lifecycle.ts';

/** One simulate call (4.3). */
export interface Step {
  readonly event: SimulateEvent;
  readonly received: ReceivedFields;
}

/** The effect of an event on an order: a new state, a repetition, an illegal step, or a refusal by a fault. */
export type Transition =
  | { readonly kind: 'allowed'; readonly to: OrderState }
  | { readonly kind: 'repeated' | 'illegal' | 'refused' };

/** The part of an order's state that later steps depend on. */
export type Position = Pick<CollectionOrder, 'state' | 'steps' | 'amount' | 'received_amount'>;

/** The effect of a step on an order in a dialect, which may hold an order with an amount mismatch. */
export function transition(
  dialect: SandboxDialect,
  { state, steps, amount, received_amount: earlier }: Position,
  { event, received }: Step,
): Transition {
  const { from, to, heldIn = to } = LIFECYCLE[event];
  const { deposit_detected: deposit } = LIFECYCLE;
  // A noted mismatch does not hold an order back.
  const isNoted = state === deposit.heldIn && becomesOf(dialect, amount, earlier) === 'noted';
  if (!from.includes(isNoted ? deposit.to : state)) return { kind: steps.includes(event) ? 'repeated' : 'illegal' };
  const proceeds = becomesOf(dialect, amount, received.received_amount) === 'proceeds';
  return { kind: 'allowed', to: proceeds ? to : heldIn };
}

/** What happens to an order with a received amount. */
function becomesOf({ collection }: SandboxDialect, due: string, received = due): 'held' | 'proceeds' | 'noted' {
  const { receivedLess: less, receivedMore: more } = collection;
  return { none: 'proceeds' as const, less, more }[mismatchOf(received, due)];
}

/** The status of a step that a fault refuses. */
const REFUSED = 409;

/** The answer of a dialect to a step that does not move the order. */
export function answerTo(kind: Exclude<Transition['kind'], 'allowed'>, { statuses }: SandboxDialect): StepAnswer {
  return { illegal: statuses.illegalStep, repeated: statuses.repeatedStep, refused: REFUSED }[kind];
}

/** Whether a repeated disburse may cause another credit. Not if that would also happen under one idempotency key. */
export function creditsAgain({ lenience, idempotency }: SandboxDialect): boolean {
  return lenience.creditsAgain && idempotency.replay === 'same';
}
