import { expect, test } from 'vitest';
import { dealOrders, ordersWanted } from './order-supply.ts';
import type { Scenario } from './scenario.ts';

const scenario = (id: string, least?: number, most = least ?? 0): Scenario => ({
  id,
  suite: 'collection',
  title: id,
  ...(least !== undefined && { orders: { least, most } }),
  drive: async () => {},
});
const deal = (scenarios: readonly Scenario[], orders: string) =>
  Object.fromEntries(dealOrders(scenarios, orders.split('')));

test('ordersWanted adds up what scenarios need, and what they can use', () => {
  expect(ordersWanted([])).toEqual({ least: 0, most: 0 });
  expect(ordersWanted([scenario('a', 1), scenario('b'), scenario('c', 2, 40)])).toEqual({ least: 3, most: 41 });
});

test('dealOrders gives each what it can use, where there are enough, each order once', () => {
  expect(deal([scenario('a', 1), scenario('b'), scenario('c', 2, 3)], '12345')).toEqual({
    a: ['1'],
    c: ['2', '3', '4'],
  });
});

test('dealOrders gives each what it needs before any more than that, the first first', () => {
  expect(deal([scenario('a', 1, 3), scenario('b', 1, 2), scenario('c', 1)], '1234')).toEqual({
    a: ['1', '4'],
    b: ['2'],
    c: ['3'],
  });
  expect(deal([scenario('a', 1, 2), scenario('b', 1, 2)], '123')).toEqual({ a: ['1', '3'], b: ['2'] });
});

test('dealOrders deals what is left in turn, until each has what it can use', () => {
  expect(deal([scenario('a', 1, 9), scenario('b', 1, 2), scenario('c', 1, 3)], '1234567')).toEqual({
    a: ['1', '4', '7'],
    b: ['2', '5'],
    c: ['3', '6'],
  });
  expect(deal([scenario('a', 1, 9), scenario('b', 1, 2)], '12345')).toEqual({ a: ['1', '3', '5'], b: ['2', '4'] });
});

test('dealOrders leaves out one that needs more than are left, and serves those behind it', () => {
  expect(deal([scenario('a', 2), scenario('b', 3, 9), scenario('c', 1, 1)], '1234')).toEqual({
    a: ['1', '2'],
    c: ['3'],
  });
  expect(deal([scenario('a', 1)], '')).toEqual({});
});

test('dealOrders does not change the orders that it was given', () => {
  const orders = ['1', '2'];
  dealOrders([scenario('a', 1, 2)], orders);
  expect(orders).toEqual(['1', '2']);
});
