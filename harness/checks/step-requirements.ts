import type { SimulateEvent } from '../core/dialect.ts';

/** The requirement (4.3, meaning of each event) that a step shows, by its event. */
export const REQUIREMENT_OF_STEP: { readonly [event in SimulateEvent]: string } = {
  deposit_detected: 'simulate.deposit-detected',
  deposit_confirmed: 'simulate.deposit-confirmed',
  disburse: 'simulate.disburse',
  wrong_chain: 'simulate.wrong-chain',
  expire: 'simulate.expire',
  fail: 'simulate.fail',
};
