import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import { aRun } from '../../testing/evidence.ts';
import type { EventWritten } from '../../testing/evidence-options.ts';
import { creditNamesOrder } from './credit-names-order.ts';
import { breachesIn } from './testing/breaches-in.ts';

// testing/findings/credit-names-order.txt shows what is found of other credits.

/** What is found where `disbursement.completed` has this data, for each of some orders. */
function found(data: (event: EventWritten) => JsonObject, orders: number) {
  const run = aRun(event => {
    const { id, type, order } = event;
    return { body: { id, type, data: type === COMPLETED ? data(event) : { order_id: order } } };
  });
  for (let nth = 0; nth < orders; nth++)
    run
      .journey({ order: `co_7f3k9qx2-${nth}m`, alone: true })
      .happyPath()
      .end();
  return breachesIn(creditNamesOrder, run).map(({ cause }) => cause);
}

test('A credit signal that has its event id once more does not identify the order it credits', () => {
  expect(found(({ id }) => ({ self: `/events/${id}` }), 3)).toEqual(Array(3).fill('no order'));
});

test.each<[string, (order: string) => string]>([
  ['truncated', order => order.slice(0, -3)],
  ['without its separators', order => order.replace(/[^a-z0-9]/gi, '')],
  ['in upper case', order => order.toUpperCase()],
  ['with a space after it', order => `${order} `],
  ['of nothing', () => 'd1c3-77'],
])('A credit signal with an order id %s, unlike in other webhooks, is a breach, even for one order', (_, alter) => {
  expect(found(({ order }) => ({ order_id: alter(order) }), 1)).toEqual(['altered']);
  expect(found(({ order }) => ({ code: alter(order) }), 1)).toEqual([]);
});
