import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { aRun } from '../../testing/evidence.ts';
import type { EventWritten } from '../../testing/evidence-options.ts';
import { outcome } from '../../testing/outcome.ts';
import { creditNamesOrder } from './credit-names-order.ts';

/**
 * What is found where `disbursement.completed` has these members, after its id and type, for each of some orders.
 *
 * @param othersName whether other webhooks name their order
 */
function found(data: (event: EventWritten, nth: number) => JsonObject, orders = 3, othersName = true) {
  const seen: string[] = [];
  const run = aRun(event => {
    const { id, type, order } = event;
    if (type !== 'disbursement.completed')
      return { body: { id, type, data: { ...(othersName && { order_id: order }) } } };
    if (!seen.includes(order)) seen.push(order);
    const nth = seen.indexOf(order);
    const own = { id, type, created: 1_767_225_600 + nth, at: `2026-01-01T00:00:0${nth}Z`, status: 'done' };
    return { body: { ...own, data: { ...data(event, nth) } } };
  });
  for (let nth = 0; nth < orders; nth++)
    run
      .journey({ order: `co_7f3k9qx2-${nth}m`, alone: true })
      .happyPath()
      .end();
  return outcome(creditNamesOrder, run);
}

test.each<[string, (event: EventWritten, nth: number) => JsonObject]>([
  ['the id of the order', ({ order }) => ({ order_id: order })],
  ['the id in a path', ({ order }) => ({ url: `/orders/${order}` })],
  ['a reference of its own', (_, nth) => ({ reference: `ref-${nth}` })],
  ['a long number of its own', (_, nth) => ({ customer: 4_000_321 + nth })],
])('A credit signal may name %s', (_, data) => {
  expect(found(data).breaches).toEqual([]);
});

test.each<[string, (event: EventWritten, nth: number) => JsonObject]>([
  ['nothing', () => ({})],
  ['amounts', (_, nth) => ({ amount: `${nth}00.50`, fee: nth })],
  ['its event id once more', ({ id }) => ({ self: `/events/${id}` })],
  ['one reference for all', () => ({ merchant: 'mer_77' })],
])('A credit signal that has %s does not identify the order it credits', (_, data) => {
  const { breaches } = found(data);
  expect(breaches).toHaveLength(3);
  expect(breaches[0]).toMatchObject({ requirement: 'collection.credit-signal', cause: 'no order' });
});

test.each<[string, (nth: number) => JsonObject, number]>([
  ['a reference that some lack', nth => (nth < 2 ? { mismatch: `ref-${nth}` } : {}), 10],
  ['a network, of which there are two', nth => ({ network: ['tron', 'base'][nth % 2] ?? '' }), 10],
  ['a customer, who has four orders', nth => ({ customer: `cus_${Math.floor(nth / 4)}` }), 0],
])('Among many credit signals that have %s, %s identify no order', (_, data, times) => {
  expect(found((_event, nth) => data(nth), 10).breaches).toHaveLength(times);
});

test.each<[string, (order: string) => string]>([
  ['truncated', order => order.slice(0, -3)],
  ['without its separators', order => order.replace(/[^a-z0-9]/gi, '')],
  ['in upper case', order => order.toUpperCase()],
  ['of nothing', () => 'd1c3-77'],
])('A credit signal with an order id %s, unlike in other webhooks, is a breach, even for one order', (_, alter) => {
  const [first, ...more] = found(({ order }) => ({ order_id: alter(order) }), 1).breaches;
  expect(first).toMatchObject({ requirement: 'collection.credit-signal', cause: 'altered' });
  expect(more).toEqual([]);
  expect(found(({ order }) => ({ code: alter(order) }), 1).breaches).toEqual([]);
});

test('A credit signal without an order is only advice if no webhook names its order', () => {
  const { breaches } = found(() => ({}), 3, false);
  expect(breaches.map(({ severity }) => severity)).toEqual(['advice', 'advice', 'advice']);
  expect(found(() => ({})).breaches[0]?.severity).toBe('breach');
});

test('Two credit signals may be equal by chance, and one that names its order shows that others could', () => {
  expect(found(() => ({}), 2).breaches).toEqual([]);
  expect(found(({ order }, nth) => (nth === 0 ? { order_id: order } : {}), 5).breaches).toEqual([]);
});
