import { expect, test } from 'vitest';
import type { Scenario } from '../scenario.ts';
import { dealOrders, ordersInWords, ordersWanted, rankOfJourney } from './deal-orders.ts';

function scenario(id: string, least?: number, most = least ?? 0, suite: Scenario['suite'] = 'collection'): Scenario {
  const orders = least === undefined ? {} : { orders: { least, most } };
  return { id, suite, title: id, ...orders, drive: async () => {} };
}

test('ordersWanted adds up the orders that scenarios need, that show everything once, and that they can use', () => {
  expect(ordersWanted([])).toEqual({ least: 0, complete: 0, most: 0 });
  expect(ordersWanted([scenario('a', 1), scenario('b'), WHOLE])).toEqual({ least: 1, complete: 3, most: 10 });
});

const WHOLE = { ...scenario('w'), orders: { least: 0, most: 9, complete: 2 } };
const V = { ...scenario('v'), orders: { least: 0, most: 9, complete: 2 } };
const [A9, B2] = [scenario('a', 1, 9), scenario('b', 1, 2)];

test.each([
  ['what each can use, if there are enough', [scenario('a', 1), scenario('b'), scenario('c', 2, 3)], 5, { a: 1, c: 3 }],
  [
    'what each needs, in order, before more to any',
    [scenario('a', 1, 3), B2, scenario('c', 1)],
    4,
    { a: 2, b: 1, c: 1 },
  ],
  ['the rest in turn, until each has what it can use', [A9, B2, scenario('c', 1, 3)], 7, { a: 3, b: 2, c: 2 }],
  ['the rest in turn, as far as it goes', [A9, B2], 5, { a: 3, b: 2 }],
  [
    'none to one that needs more than is left, and those after it theirs',
    [scenario('a', 2), scenario('b', 3, 9), scenario('c', 1)],
    4,
    { a: 2, c: 1 },
  ],
  ['in turn to complete each, before any repeats itself', [A9, WHOLE, V], 8, { a: 4, w: 2, v: 2 }],
  ['none where there are none', [scenario('a', 1)], 0, {}],
])('dealOrders deals %s', (_, scenarios, orders, expected) => {
  expect(Object.fromEntries(dealOrders(scenarios, orders))).toEqual(expected);
});

test('rankOfJourney completes a scenario before others repeat themselves if journeys run one by one', () => {
  const explored = { ...scenario('w'), orders: { least: 0, most: 9, complete: 3 } };
  const rank = (nth: number, isSerial: boolean) => rankOfJourney(nth, { scenario: explored, dealt: 9, isSerial });
  const other = rankOfJourney(1, { scenario: scenario('a', 1), dealt: 4, isSerial: true });
  expect(rank(2, true)).toBeLessThan(other);
  expect(rank(3, true)).toBeGreaterThan(other);
  expect(rank(2, false)).toBeGreaterThan(other);
});

const SCENARIOS = [scenario('a', 1), scenario('b', 2, 5), scenario('p', 0, 1, 'gaps')];

test('The orders of a plan are told with those that the settings give', () => {
  const said = (own: Parameters<typeof ordersInWords>[1]) => ordersInWords({ first: [], rest: SCENARIOS }, own);
  const takes = 'It drives up to 7 collection orders, and needs 3 to leave no scenario out; ';
  expect(said({ orderIds: ['1', '2'] })).toBe(`${takes}ORDER_IDS gives 2.`);
  expect(said({ orderIds: ['1'], orderCommand: 'make' })).toBe(`${takes}ORDER_COMMAND makes them.`);
});

test('A run without a scenario that drives orders drives no collection order', () => {
  expect(ordersInWords({ first: [], rest: [] }, { orderIds: [] })).toBe('It drives no collection order.');
});
