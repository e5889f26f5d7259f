import { expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { bodyOf } from '../testing/evidence.ts';
import { aDelivery } from '../testing/samples.ts';
import { Attributor, attribute } from './attribution.ts';
import type { Delivery, Evidence, Journey } from './evidence.ts';
import type { LaidOut } from './interpretation.ts';

const journey = (id: string, order: string, more: Partial<Journey> = {}): Journey => ({
  id,
  scenario: 's1',
  order,
  from: 0,
  steps: [],
  ...more,
});

const delivery = (id: string, at: number, json: Json, more: Partial<Delivery> = {}) =>
  aDelivery(id, { body: bodyOf(json), at, ...more });

const evidenceOf = (journeys: readonly Journey[], deliveries: readonly Delivery[]) =>
  ({ journeys, deliveries, exchanges: [] }) as unknown as Evidence;

const owners = (journeys: readonly Journey[], deliveries: readonly Delivery[], places: LaidOut = {}) =>
  Object.fromEntries([...attribute(evidenceOf(journeys, deliveries), places)].map(([id, { order }]) => [id, order]));

test('The order at the locator decides, whatever else is mentioned', () => {
  const journeys = [journey('j1', 'ord_1'), journey('j2', 'ord_2')];
  const both = delivery('d1', 5, { order_id: 'ord_2', previous: 'ord_1' });
  expect(owners(journeys, [both], { orderId: '/order_id' })).toEqual({ d1: 'ord_2' });
  expect(owners(journeys, [both], { orderId: '/elsewhere' })).toEqual({});
  expect(owners(journeys, [both])).toEqual({});
});

test('If the locator leads to no known order, the one order that is mentioned decides', () => {
  const journeys = [journey('j1', 'ord_1'), journey('j2', 'ord_2')];
  const one = delivery('d1', 5, { order_id: 'another', previous: 'ord_1', again: 'ord_1' });
  expect(owners(journeys, [one], { orderId: '/order_id' })).toEqual({ d1: 'ord_1' });
});

test('A delivery without an order belongs to the journey that was alone at the time, edges included', () => {
  const journeys = [journey('j1', 'ord_1', { alone: 10, to: 20 }), journey('j2', 'ord_2', { from: 0 })];
  const at = (moment: number) => owners(journeys, [delivery('d1', moment, {})]);
  expect([9, 10, 20, 21].map(at)).toEqual([{}, { d1: 'ord_1' }, { d1: 'ord_1' }, {}]);
  const open = [journey('j1', 'ord_1', { alone: 10 })];
  expect(owners(open, [delivery('d1', 1e12, {})])).toEqual({ d1: 'ord_1' });
});

test('A delivery with an unknown order in a place of known orders is unattributed', () => {
  const journeys = [journey('j1', 'ord_1', { alone: 0 })];
  const own = delivery('d1', 1, { order: 'ord_1', id: 'evt_1' });
  const theirs = delivery('d2', 2, { order: 'ord_77', id: 'evt_2' });
  const nameless = delivery('d3', 3, { order: 'none', id: 'evt_3' });
  expect(owners(journeys, [theirs, nameless])).toEqual({ d2: 'ord_1', d3: 'ord_1' });
  expect(owners(journeys, [theirs, nameless, own])).toEqual({ d1: 'ord_1', d3: 'ord_1' });
});

test('A delivery about an order that no journey took is unattributed', () => {
  const journeys = [journey('j1', 'ord_1', { alone: 0 })];
  const evidence = { ...evidenceOf(journeys, [delivery('d1', 1, { order: 'ord_2' })]), orders: ['ord_1', 'ord_2'] };
  expect(attribute(evidence, {}).size).toBe(0);
});

test('A delivery about an invented order is unattributed', () => {
  const journeys = [journey('j1', 'ord_1', { alone: 0 })];
  const call = {
    condition: 'unknown-order',
    request: { url: 'https://a.test/sandbox/collection-orders/f0f0/simulate' },
  };
  const evidence = { ...evidenceOf(journeys, [delivery('d1', 1, { order: 'f0f0' })]), exchanges: [call] };
  expect(attribute(evidence as unknown as Evidence, {}).size).toBe(0);
});

test('A delivery with several orders belongs to the one that was alone, if it is among them', () => {
  const journeys = [journey('j1', 'ord_1', { alone: 0 }), journey('j2', 'ord_2'), journey('j3', 'ord_3')];
  expect(owners(journeys, [delivery('d1', 1, { a: 'ord_1', b: 'ord_2' })])).toEqual({ d1: 'ord_1' });
  expect(owners(journeys, [delivery('d1', 1, { a: 'ord_2', b: 'ord_3' })])).toEqual({});
});

test('A late duplicate without an order belongs to the order of its event', () => {
  const journeys = [journey('j1', 'ord_1', { alone: 0, to: 10 }), journey('j2', 'ord_2', { from: 11 })];
  const deliveries = [
    delivery('d1', 5, { id: 'evt_1' }),
    delivery('d2', 50, { id: 'evt_1' }),
    delivery('d3', 51, { id: 'evt_2' }),
    delivery('d4', 52, { id: 'evt_1', order: 'ord_2' }),
    delivery('d5', 53, { id: 'evt_1' }),
    delivery('d6', 54, {}),
  ];
  expect(owners(journeys, deliveries, { eventId: '/id' })).toEqual({
    d1: 'ord_1',
    d2: 'ord_1',
    d4: 'ord_2',
    d5: 'ord_1',
  });
});

test('A delivery to another path is unattributed', () => {
  const journeys = [journey('j1', 'ord_1', { alone: 0 })];
  expect(
    owners(journeys, [delivery('d1', 5, { order_id: 'ord_1' }, { ours: false })], { orderId: '/order_id' }),
  ).toEqual({});
});

test('If an order becomes known later, earlier deliveries that name it are attributed, each once', () => {
  const attributor = new Attributor({ orderId: '/order' }, ['ord_1']);
  attributor.add(delivery('d1', 1, { order: 'ord_1' }));
  attributor.add(delivery('d2', 2, { order: 'ord_2' }));
  attributor.know(['ord_2']);
  expect([...attributor.orders]).toEqual([
    ['d1', 'ord_1'],
    ['d2', 'ord_2'],
  ]);
  expect(attributor.of('ord_1').map(({ id }) => id)).toEqual(['d1']);
});

test('A place that becomes known later also counts for earlier deliveries', () => {
  const attributor = new Attributor({}, ['ord_1', 'ord_2']);
  expect(attributor.add(delivery('d1', 1, { order: 'ord_1', next: 'ord_2' }))).toBeUndefined();
  attributor.read({ orderId: '/order' });
  expect(attributor.orders.get('d1')).toBe('ord_1');
});
