import { expect, test } from 'vitest';
import { type Dialect, proofCases } from '#harness';
import { TableOrders } from '#testing';
import { exploreStates, stateExploration } from '../collection/state-exploration.ts';

const DIALECTS = 100;
const SEED = 1;
/** The orders of an exploration: in a run, at once afterwards, and in all. */
const ORDERS = { ofRun: stateExploration.orders?.most ?? 0, atOnce: 12, most: 150 };
/** The number of completely learned lifecycles, with the orders of a run and with all. */
const WHOLE = { inRun: 86, inAll: 90 };

/** Explores like a run, and then until nothing is left. */
async function explore(dialect: Dialect) {
  const orders = new TableOrders(dialect);
  const isWhole = () => orders.lifecycle().unexplored.length === 0;
  orders.left = ORDERS.ofRun;
  await exploreStates(orders.context, orders.left);
  const inRun = isWhole();
  while (!isWhole() && orders.driven < ORDERS.most) {
    orders.left = Math.min(ORDERS.atOnce, ORDERS.most - orders.driven);
    await exploreStates(orders.context, orders.left);
  }
  return { inRun, inAll: isWhole(), misread: orders.misread() };
}

test('In 100 random dialects, the lifecycle that orders show is the sandbox’s own table, or unexplored', async () => {
  const dialects = proofCases(SEED, DIALECTS).filter(({ kind }) => kind === 'dialect');
  const learned = await Promise.all(dialects.map(({ dialect = {} }) => explore(dialect)));
  expect(learned.flatMap(({ misread }) => misread ?? [])).toEqual([]);
  const count = (when: 'inRun' | 'inAll') => learned.filter(each => each[when]).length;
  expect({ of: learned.length, inRun: count('inRun'), inAll: count('inAll') }).toEqual({ of: DIALECTS, ...WHOLE });
  // A webhook without an order cannot be attributed, so the effect of its step is unknown.
  const nameless = dialects.filter((_, nth) => !learned[nth]?.inAll).map(({ dialect }) => typeof dialect?.orderId);
  expect(new Set(nameless)).toEqual(new Set(['object']));
});
