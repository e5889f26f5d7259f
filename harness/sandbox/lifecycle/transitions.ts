import type { SimulateEvent } from '../../core/dialect.ts';

/** The states of a collection order. A dialect may give them other names on the wire. */
export const ORDER_STATES = [
  'awaiting_deposit',
  'deposit_detected',
  'amount_mismatch',
  'deposit_confirmed',
  'disbursed',
  'wrong_chain',
  'expired',
  'failed',
] as const;

/** A state of a collection order. */
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * The state machine: per state, where each simulated step leads. A step that is not listed is illegal there, or
 * repeated if the order has taken it before. `amount_mismatch` takes the place of `deposit_detected` where the
 * received amount differs and the dialect holds such orders.
 */
export const TRANSITIONS: { readonly [S in OrderState]: { readonly [E in SimulateEvent]?: OrderState } } = {
  awaiting_deposit: {
    deposit_detected: 'deposit_detected',
    wrong_chain: 'wrong_chain',
    expire: 'expired',
    fail: 'failed',
  },
  deposit_detected: { deposit_confirmed: 'deposit_confirmed', fail: 'failed' },
  amount_mismatch: { fail: 'failed' },
  deposit_confirmed: { disburse: 'disbursed', fail: 'failed' },
  disbursed: {},
  wrong_chain: {},
  expired: {},
  failed: {},
};
