import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';

/** The states of a collection order, each with an alternative name on the wire. */
export const ORDER_STATES = {
  awaiting_deposit: 'PENDING',
  deposit_detected: 'DETECTED',
  amount_mismatch: 'UNDER_REVIEW',
  deposit_confirmed: 'CONFIRMED',
  disbursed: 'COMPLETED',
  wrong_chain: 'ON_HOLD',
  expired: 'EXPIRED',
  failed: 'FAILED',
} as const;

/** A state of a collection order. */
export type OrderState = keyof typeof ORDER_STATES;

/** The state of a new order. */
export const INITIAL_STATE = 'awaiting_deposit' satisfies OrderState;

/** One event type, or several in the order of sending. */
export type EventTypes = string | readonly string[];

/** An optional field of the simulate call (4.3). The order keeps its value. */
export type ReceivedField = 'received_amount' | 'received_network';

/** The optional fields that a call carries. */
export type ReceivedFields = { readonly [F in ReceivedField]?: string };

/** What the sandbox knows about one simulate event. */
interface LifecycleStep {
  /** The states that allow the event. In others it is repeated if the order has taken it, and otherwise illegal. */
  readonly from: readonly OrderState[];
  /** The next state. */
  readonly to: OrderState;
  /** The next state if the received amount differs and the dialect holds such orders. Default: `to`. */
  readonly heldIn?: OrderState;
  /** Whether the event leads towards disbursement, or ends the order without it. */
  readonly path: 'happy' | 'failure';
  /** Whether the event sends the credit signal, `disbursement.completed`. Default: no. */
  readonly credits?: true;
  /** The optional field that only this event allows. */
  readonly field?: ReceivedField;
  /** The event types that it causes: the default, then alternatives for dialects. Gap event.names. */
  readonly types: readonly [EventTypes, ...EventTypes[]];
}

/** The lifecycle of a collection order: everything that the sandbox knows about each simulate event (4.3). */
export const LIFECYCLE: { readonly [E in SimulateEvent]: LifecycleStep } = {
  deposit_detected: {
    from: ['awaiting_deposit'],
    to: 'deposit_detected',
    heldIn: 'amount_mismatch',
    path: 'happy',
    field: 'received_amount',
    types: ['collection.deposit_detected', 'deposit.detected', ['collection.updated', 'collection.deposit_detected']],
  },
  deposit_confirmed: {
    from: ['deposit_detected'],
    to: 'deposit_confirmed',
    path: 'happy',
    types: [
      'collection.deposit_confirmed',
      'DepositConfirmed',
      ['collection.deposit_confirmed', 'disbursement.queued'],
    ],
  },
  disburse: {
    from: ['deposit_confirmed'],
    to: 'disbursed',
    path: 'happy',
    credits: true,
    types: [
      COMPLETED,
      ['disbursement.initiated', COMPLETED],
      [COMPLETED, 'collection.settled'],
      ['disbursement.initiated', 'disbursement.sent', COMPLETED, 'collection.settled'],
    ],
  },
  wrong_chain: {
    from: ['awaiting_deposit'],
    to: 'wrong_chain',
    path: 'failure',
    field: 'received_network',
    types: ['collection.wrong_chain', 'deposit.wrong_network'],
  },
  expire: {
    from: ['awaiting_deposit'],
    to: 'expired',
    path: 'failure',
    types: ['collection.expired', 'quote.expired', ['quote.expired', 'collection.expired']],
  },
  fail: {
    from: ['awaiting_deposit', 'deposit_detected', 'amount_mismatch', 'deposit_confirmed'],
    to: 'failed',
    path: 'failure',
    types: ['collection.failed', 'order_failed'],
  },
};

/** The simulate events, in the order of the table. */
export const EVENTS = Object.keys(LIFECYCLE) as readonly SimulateEvent[];

/** The events that end an order without disbursement. */
export const FAILURES = EVENTS.filter(event => LIFECYCLE[event].path === 'failure');

/** Whether a value is one of the simulate events. */
export function isEvent(value: unknown): value is SimulateEvent {
  return EVENTS.some(event => event === value);
}
