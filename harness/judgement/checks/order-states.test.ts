import { expect, test } from 'vitest';
import { COMPLETED } from '../../evidence/dialect.ts';
import { addOrders } from '../../order/testing/orders.ts';
import { aRun } from '../../testing/evidence.ts';
import { breachesIn } from './testing/breaches-in.ts';
import { orderStates } from './webhook-contents.ts';

/** The state that most webhooks of a type name. */
const STATES: { readonly [type: string]: string } = {
  'collection.deposit_detected': 'detected',
  'collection.deposit_confirmed': 'confirmed',
  [COMPLETED]: 'disbursed',
  'collection.failed': 'failed',
};

/** Findings about five paid and three failed orders. @param says the state that a webhook of the fifth order names */
function judged(says: (type: string) => string | undefined, orders = ['5 * path'], states = STATES) {
  const ids = new Set<string>();
  const run = aRun(({ id, type, order }) => {
    const isFifth = [...ids.add(order)].indexOf(order) === 4;
    return { body: { id, type, data: { order_id: order, status: (isFifth && says(type)) || (states[type] ?? '') } } };
  });
  addOrders(run, ...orders, '3 * deposit_detected fail');
  return breachesIn(orderStates, run).map(({ severity = 'breach', message }) => `${severity}: ${message}`);
}

test.each<[string, Parameters<typeof judged>, ...found: string[]]>([
  [
    'the state of failed orders in a credit, which is a breach',
    [type => (type === COMPLETED ? 'failed' : undefined)],
    `breach: ${COMPLETED} names the state failed, which other orders have only after fail`,
  ],
  [
    'the state of disbursed orders before the disburse, which is advice',
    [type => (type === 'collection.deposit_detected' ? 'disbursed' : undefined)],
    'advice: collection.deposit_detected names the state disbursed, which other orders have only after disburse',
  ],
  ['not its own state', [() => undefined]],
  [
    'not the state of failed orders in an order that received another amount',
    [type => (type === 'collection.deposit_detected' ? 'failed' : undefined), ['4 * path', 'deposit_detected@0.01']],
  ],
  ['not an earlier state', [type => (type === 'collection.deposit_confirmed' ? 'detected' : undefined)]],
  ['not a state that no other order names', [type => (type === COMPLETED ? 'archived' : undefined)]],
  [
    'not a state that paid and failed orders share',
    [type => (type === COMPLETED ? 'failed' : undefined), ['5 * path'], { ...STATES, [COMPLETED]: 'failed' }],
  ],
  [
    'not the state of an ending that the order was asked for before',
    [
      type => (type === COMPLETED ? 'failed' : undefined),
      ['4 * path', 'deposit_detected fail deposit_confirmed disburse'],
    ],
  ],
])('The states in webhooks show %s', (_, how, ...found) => {
  expect(judged(...how)).toEqual(found);
});
