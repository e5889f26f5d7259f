import { expect, test } from 'vitest';
import type { Scenario } from '../scenario.ts';
import { type PlanRequest, planRun, shareOf } from './run-plan.ts';

const scenario = (id: string, more: Partial<Scenario> = {}): Scenario => ({
  id,
  suite: 'collection',
  title: id,
  drive: async () => {},
  ...more,
});
const driving = { orders: { least: 1, most: 2 } };
const SCENARIOS = [
  scenario('calls', { suite: 'contract' }),
  scenario('late', driving),
  scenario('happy', { ...driving, calibrates: true }),
  scenario('expiry', { ...driving, calibrates: true }),
  scenario('burst', { suite: 'gaps', intrusive: true }),
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
  const scenarios = [...SCENARIOS, scenario('many', { ...driving, takesLoad: true })];
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
  scenario('free-a'),
  scenario('free-b'),
  scenario('free-c'),
  scenario('calibrates', { ...many(1), calibrates: true }),
  scenario('small', many(2)),
  scenario('large', many(40)),
  scenario('middle', many(20)),
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
