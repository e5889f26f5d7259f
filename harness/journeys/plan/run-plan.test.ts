import { expect, test } from 'vitest';
import type { Scenario } from '../scenario.ts';
import {
  dealOrders,
  ordersInWords,
  ordersWanted,
  type PlanRequest,
  planRun,
  rankOfJourney,
  shareOf,
} from './run-plan.ts';

const aScenario = (id: string, more: Partial<Scenario> = {}): Scenario => ({
  id,
  suite: 'collection',
  title: id,
  drive: async () => {},
  ...more,
});
const driving = { orders: { least: 1, most: 2 } };
const SCENARIOS = [
  aScenario('calls', { suite: 'contract' }),
  aScenario('late', driving),
  aScenario('happy', { ...driving, calibrates: true }),
  aScenario('expiry', { ...driving, calibrates: true }),
  aScenario('burst', { suite: 'gaps', intrusive: true }),
];

function plan(request: Partial<PlanRequest> = {}, kind: 'embedded' | 'remote' = 'remote') {
  const { withoutOrders, first, rest } = planRun({ scenarios: SCENARIOS, suites: [], ...request }, kind);
  const ids = (scenarios: readonly Scenario[]) => scenarios.map(({ id }) => id);
  return { withoutOrders: ids(withoutOrders), first: ids(first), rest: ids(rest) };
}

test('A plan puts scenarios without orders first, then the first one that calibrates, then the rest', () => {
  expect(plan()).toEqual({ withoutOrders: ['calls'], first: ['happy'], rest: ['late', 'expiry'] });
});

test('A plan holds only the suites that were asked for', () => {
  expect(plan({ suites: ['contract', 'gaps'] }, 'embedded')).toEqual({
    withoutOrders: ['calls', 'burst'],
    first: [],
    rest: [],
  });
});

test('A plan holds only the scenarios that were asked for, and the first that calibrates them', () => {
  expect(plan({ only: ['calls'] })).toEqual({ withoutOrders: ['calls'], first: [], rest: [] });
  expect(plan({ only: ['late', 'calls'] })).toEqual({ withoutOrders: ['calls'], first: ['happy'], rest: ['late'] });
  expect(plan({ only: ['expiry'] })).toEqual({ withoutOrders: [], first: ['happy'], rest: ['expiry'] });
  const { first } = planRun({ scenarios: SCENARIOS, suites: [], only: ['late'] }, 'remote');
  expect(first[0]?.orders).toEqual({ least: 1, most: 1 });
});

test('A plan gives requested orders beyond what scenarios can use to those that take load', () => {
  const scenarios = [...SCENARIOS, aScenario('many', { ...driving, takesLoad: true })];
  const most = (orders?: number) => {
    const { first, rest } = planRun({ scenarios, suites: [], orders }, 'embedded');
    return Object.fromEntries([...first, ...rest].map(({ id, orders: own }) => [id, own?.most]));
  };
  expect(most()).toEqual({ happy: 2, late: 2, expiry: 2, many: 2 });
  expect(most(1_000)).toEqual({ happy: 2, late: 2, expiry: 2, many: 994 });
  expect(most(3)).toEqual(most());
});

test('A plan holds only the share of its shard', () => {
  const shards = [1, 2].map(index => plan({ shard: { index, of: 2 } }));
  expect(shards.map(({ withoutOrders, rest }) => [...withoutOrders, ...rest])).toEqual([
    ['calls', 'late', 'expiry'],
    [],
  ]);
});

test('A plan leaves intrusive scenarios out on a remote target, unless they were asked for', () => {
  expect(plan().withoutOrders).not.toContain('burst');
  expect(plan({ probeLimits: true }).withoutOrders).toContain('burst');
  expect(plan({}, 'embedded').withoutOrders).toContain('burst');
});

const many = (most: number) => ({ orders: { least: 1, most } });
const ALL = [
  aScenario('free-a'),
  aScenario('free-b'),
  aScenario('free-c'),
  aScenario('calibrates', { ...many(1), calibrates: true }),
  aScenario('small', many(2)),
  aScenario('large', many(40)),
  aScenario('middle', many(20)),
];

const shares = (of: number, from = ALL) =>
  Array.from({ length: of }, (_, nth) => shareOf(from, { index: nth + 1, of }).map(({ id }) => id));

test('The shards of a run drive every scenario once between them, and each calibrates', () => {
  expect(shares(2)).toEqual([
    ['free-a', 'free-c', 'calibrates', 'large'],
    ['free-b', 'calibrates', 'small', 'middle'],
  ]);
});

test('A run has as many shards as requested: one is the whole run, and one without orders does not calibrate', () => {
  expect(shares(1)).toEqual([ALL.map(({ id }) => id)]);
  expect(shares(5)).toEqual([
    ['free-a', 'calibrates', 'large'],
    ['free-b', 'calibrates', 'middle'],
    ['free-c', 'calibrates', 'small'],
    [],
    [],
  ]);
});

test('The shards of a run calibrate once if nothing else drives orders', () => {
  expect(shares(2, ALL.slice(0, 4))).toEqual([['free-a', 'free-c', 'calibrates'], ['free-b']]);
});

function scenarioWith(
  id: string,
  least?: number,
  most = least ?? 0,
  suite: Scenario['suite'] = 'collection',
): Scenario {
  const orders = least === undefined ? {} : { orders: { least, most } };
  return { id, suite, title: id, ...orders, drive: async () => {} };
}

test('ordersWanted adds up the orders that scenarios need, that show everything once, and that they can use', () => {
  expect(ordersWanted([])).toEqual({ least: 0, complete: 0, most: 0 });
  expect(ordersWanted([scenarioWith('a', 1), scenarioWith('b'), WHOLE])).toEqual({ least: 1, complete: 3, most: 10 });
});

const WHOLE = { ...scenarioWith('w'), orders: { least: 0, most: 9, complete: 2 } };
const V = { ...scenarioWith('v'), orders: { least: 0, most: 9, complete: 2 } };
const [A9, B2] = [scenarioWith('a', 1, 9), scenarioWith('b', 1, 2)];

test.each([
  [
    'what each can use, if there are enough',
    [scenarioWith('a', 1), scenarioWith('b'), scenarioWith('c', 2, 3)],
    5,
    { a: 1, c: 3 },
  ],
  [
    'what each needs, in order, before more to any',
    [scenarioWith('a', 1, 3), B2, scenarioWith('c', 1)],
    4,
    { a: 2, b: 1, c: 1 },
  ],
  ['the rest in turn, until each has what it can use', [A9, B2, scenarioWith('c', 1, 3)], 7, { a: 3, b: 2, c: 2 }],
  ['the rest in turn, as far as it goes', [A9, B2], 5, { a: 3, b: 2 }],
  [
    'none to one that needs more than is left, and those after it theirs',
    [scenarioWith('a', 2), scenarioWith('b', 3, 9), scenarioWith('c', 1)],
    4,
    { a: 2, c: 1 },
  ],
  ['in turn to complete each, before any repeats itself', [A9, WHOLE, V], 8, { a: 4, w: 2, v: 2 }],
  ['none where there are none', [scenarioWith('a', 1)], 0, {}],
])('dealOrders deals %s', (_, scenarios, orders, expected) => {
  expect(Object.fromEntries(dealOrders(scenarios, orders))).toEqual(expected);
});

test('rankOfJourney completes a scenario before others repeat themselves if journeys run one by one', () => {
  const explored = { ...scenarioWith('w'), orders: { least: 0, most: 9, complete: 3 } };
  const rank = (nth: number, isSerial: boolean) => rankOfJourney(nth, { scenario: explored, dealt: 9, isSerial });
  const other = rankOfJourney(1, { scenario: scenarioWith('a', 1), dealt: 4, isSerial: true });
  expect(rank(2, true)).toBeLessThan(other);
  expect(rank(3, true)).toBeGreaterThan(other);
  expect(rank(2, false)).toBeGreaterThan(other);
});

const FEW = [scenarioWith('a', 1), scenarioWith('b', 2, 5), scenarioWith('p', 0, 1, 'gaps')];

test('The orders of a plan are told with those that the settings give', () => {
  const said = (own: Parameters<typeof ordersInWords>[1]) => ordersInWords({ first: [], rest: FEW }, own);
  const takes = 'It drives up to 7 collection orders, and needs 3 to leave no scenario out; ';
  expect(said({ orderIds: ['1', '2'] })).toBe(`${takes}ORDER_IDS gives 2.`);
  expect(said({ orderIds: ['1'], orderCommand: 'make' })).toBe(`${takes}ORDER_COMMAND makes them.`);
});
