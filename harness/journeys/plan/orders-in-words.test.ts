import { describe, expect, test } from 'vitest';
import type { Scenario } from '../scenario.ts';
import { ordersInWords } from './orders-in-words.ts';

function scenario(id: string, least?: number, most = least ?? 0, suite: Scenario['suite'] = 'collection'): Scenario {
  const orders = least === undefined ? {} : { orders: { least, most } };
  return { id, suite, title: id, ...orders, drive: async () => {} };
}
const SCENARIOS = [scenario('a', 1), scenario('b', 2, 5), scenario('p', 0, 1, 'gaps')];

describe('The orders of a run in words', () => {
  test.each([
    [[], undefined, 'ORDER_IDS gives 0 (skipped: a, b)'],
    [['1', '2'], undefined, 'ORDER_IDS gives 2 (skipped: b)'],
    [['1', '2', '3'], undefined, 'none is skipped, some drive fewer'],
    [['1', '2', '3', '4', '5', '6', '7'], undefined, 'ORDER_IDS gives 7 (enough)'],
    [[], 'make', 'ORDER_COMMAND makes them'],
    [['1'], 'make', 'ORDER_COMMAND makes the rest'],
  ])('with %j ready and the command %s', (orderIds, orderCommand, words) => {
    const said = ordersInWords(
      { first: [], rest: SCENARIOS },
      { orderIds, ...(orderCommand !== undefined && { orderCommand }) },
    );
    expect(said).toContain('up to 7 collection orders (1 to observe what is not specified)');
    expect(said).toContain('needs 3 to leave no scenario out');
    expect(said).toContain(words);
  });

  test('without a scenario that drives orders', () => {
    expect(ordersInWords({ first: [], rest: [] }, { orderIds: [] })).toBe('It drives no collection order.');
  });
});
