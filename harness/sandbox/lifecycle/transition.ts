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

/** What an event does to an order: it leads to a state, was taken before, is not allowed, or is refused by a fault. */
export type Transition =
  | { readonly kind: 'allowed'; readonly to: OrderState }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'illegal' }
  | { readonly kind: 'refused' };

/** An event and the order that it is simulated for. */
export interface TransitionContext {
  readonly order: CollectionOrder;
  readonly event: SimulateEvent;
}

/** An order as far as its next steps depend on it. */
export type Position = Pick<CollectionOrder, 'state' | 'steps' | 'amount' | 'received_amount'>;

/** What a step does to an order in a dialect, which may hold an order that received another amount. */
export function transition(
  dialect: SandboxDialect,
  { state, steps, amount, received_amount: earlier }: Position,
  { event, received }: Step,
): Transition {
  const { from, to, heldIn = to } = LIFECYCLE[event];
  const { deposit_detected: deposit } = LIFECYCLE;
  // An order whose mismatch is only noted is as far as any with a deposit.
  const isNoted = state === deposit.heldIn && becomesOf(dialect, amount, earlier) === 'noted';
  if (!from.includes(isNoted ? deposit.to : state)) return { kind: steps.includes(event) ? 'repeated' : 'illegal' };
  const proceeds = becomesOf(dialect, amount, received.received_amount) === 'proceeds';
  return { kind: 'allowed', to: proceeds ? to : heldIn };
}

/** What becomes of an order that received an amount, by the amount that is due. */
function becomesOf({ collection }: SandboxDialect, due: string, received = due): 'held' | 'proceeds' | 'noted' {
  const { receivedLess: less, receivedMore: more } = collection;
  return { none: 'proceeds' as const, less, more }[mismatchOf(received, due)];
}

/** The answer to a step that a fault refuses. */
const REFUSED = 409;

/** How a dialect answers a step that does not move its order. */
export function answerTo(kind: Exclude<Transition['kind'], 'allowed'>, { statuses }: SandboxDialect): StepAnswer {
  return { illegal: statuses.illegalStep, repeated: statuses.repeatedStep, refused: REFUSED }[kind];
}

/** Whether a repeated disburse may cause another credit; not where one under the same key would, too. */
export function creditsAgain({ lenience, idempotency }: SandboxDialect): boolean {
  return lenience.creditsAgain && idempotency.replay === 'same';
}
