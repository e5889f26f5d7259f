import { expect, test } from 'vitest';
import { COMPLETED } from '../../evidence/dialect.ts';
import { addOrders } from '../../order/testing/orders.ts';
import { aRun } from '../../testing/evidence.ts';
import { outcome } from '../../testing/outcome.ts';
import { creditAfterDeposit } from './credit-after-deposit.ts';

/** What is advised on orders beside one on the happy path. */
const adviceOn = (...orders: readonly string[]) =>
  outcome(creditAfterDeposit, addOrders(aRun(), 'path', ...orders)).breaches;
const causes = (...orders: readonly string[]) => adviceOn(...orders).map(({ cause }) => cause);

test.each([
  ['no deposit', 'no deposit', 'disburse'],
  ['one that was refused', 'no deposit', 'deposit_detected!409 disburse'],
  ['one that was detected', 'unconfirmed', 'deposit_detected disburse'],
  ['a refused confirmation', 'unconfirmed', 'deposit_detected deposit_confirmed!409 disburse'],
  ['another amount', 'unconfirmed, another amount', 'deposit_detected@0.01 disburse'],
  ['a failure that was refused', 'no deposit', 'fail!409 disburse'],
  ['a failure that shows no webhook', 'no deposit', 'fail=?none disburse'],
])('Without a failure, credit-after-deposit advises against a credit for %s', (_, cause, order) => {
  expect(causes(order)).toEqual([cause]);
});

test.each([
  ['a confirmed deposit', 'path'],
  ['a confirmed deposit of another amount', 'deposit_detected@0.01 deposit_confirmed disburse'],
  ['a deposit that nobody detected', 'deposit_confirmed disburse'],
  ['a confirmation without an answer', 'deposit_confirmed!timeout disburse'],
  ['no credit', 'deposit_detected disburse='],
  ['a refused disburse', 'deposit_detected disburse!409=credit'],
  ['a disburse that was accepted too early', 'disburse=?none deposit_confirmed disburse'],
  ['a service that confirms by itself', 'disburse=deposit_confirmed,credit'],
  ['an order that fails later', 'deposit_confirmed disburse fail'],
])('Without a failure, credit-after-deposit gives no advice on %s', (_, order) => {
  expect(causes(order)).toEqual([]);
});

test('Without a failure, credit-after-deposit does not take a type that every step sends for a confirmation', () => {
  const paid = 'deposit_detected=order.updated deposit_confirmed=order.updated';
  const run = addOrders(aRun(), paid, 'deposit_detected=order.updated disburse');
  expect(outcome(creditAfterDeposit, run).breaches.map(({ cause }) => cause)).toEqual(['unconfirmed']);
});

test('credit-after-deposit gives no advice if a call that is not a step may have moved the order', () => {
  expect(causes('odd!202 disburse')).toEqual([]);
});

test('credit-after-deposit names the webhook, the steps and their calls, of the shortest sequence first', () => {
  const orders = ['deposit_detected@0.01 expire!409 disburse', 'deposit_detected@0.01 disburse'];
  expect(adviceOn(...orders)).toEqual([
    {
      requirement: 'collection.credit-signal',
      severity: 'advice',
      cause: 'unconfirmed, another amount',
      message: 'an order is credited for a deposit of another amount that was not confirmed',
      expected: 'disburse to be refused until the deposit is confirmed',
      received: `${COMPLETED} after deposit_detected received_amount 0.01, disburse`,
      likely: 'the state of the order is not checked; a consumer would credit money that may never arrive',
      evidence: ['d15', 'x14', 'x12', 'j3'],
    },
    expect.objectContaining({
      received: `${COMPLETED} after deposit_detected received_amount 0.01, expire (409), disburse`,
      evidence: ['d11', 'x10', 'x7', 'j2'],
    }),
  ]);
});

test.each([
  ['disburse after fail', ['after fail'], 'deposit_detected fail disburse'],
  ['disburse after a late fail', ['after fail'], 'deposit_confirmed fail disburse'],
  ['disburse after wrong_chain', ['after wrong_chain'], 'wrong_chain disburse'],
  ['one after a refused step', ['after fail'], 'fail deposit_detected!409 disburse'],
  ['one after an unconfirmed deposit', ['after expire'], 'expire deposit_detected disburse'],
  ['one for a deposit that comes too late', ['deposit after expire'], 'expire deposit_confirmed disburse'],
  ['fail after disburse', [], 'deposit_confirmed disburse fail'],
  ['no credit', [], 'deposit_detected=credit fail disburse='],
])('After a failure, credit-after-deposit advises on %s: %s', (_, expected, order) => {
  expect(causes(order)).toEqual(expected);
});

test('After a failure, credit-after-deposit names both webhooks and both calls', () => {
  expect(adviceOn('deposit_detected expire disburse')).toEqual([
    {
      requirement: 'event.completed-never-on-failure',
      severity: 'advice',
      cause: 'after expire',
      message: 'an order accepts expire and then, or concurrently, disburse, and is credited',
      expected: 'one of the two to be refused',
      received: `collection.expired and ${COMPLETED}, after deposit_detected, expire, disburse`,
      likely: 'the state of the order is not checked, or not locked; a consumer may have released it after the failure',
      evidence: ['d12', 'd10', 'x11', 'x9', 'j2'],
    },
  ]);
});
