import { expect, test } from 'vitest';
import { HarnessError } from '../base/errors.ts';
import type { Dialect } from '../evidence/dialect.ts';
import { performRun } from '../testing/perform-run.ts';
import { CALM } from '../world/simulated/disturbances.ts';
import { simulatedWorld } from '../world/simulated/simulated-world.ts';
import { embeddedTarget } from './embedded-target.ts';
import '../sandbox/start-sandbox.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import { conclude } from '../report/conclude.ts';
import { loadScenarios } from './scenario.ts';

const delayed = (ms: number) => ({ delivery: { delayMs: [ms, ms] } });

/** The plan in the record of a run in simulated time, and how many of its journeys were driven. */
async function planOf(dialect: Dialect, orders?: number) {
  const world = simulatedWorld(1);
  const target = () => embeddedTarget({ world, service: world.service, settings: {}, dialect });
  const evidence = await world.run(() => performRun({ world, target, orders, suites: ['collection'] }));
  const driven = evidence.journeys.length;
  return { evidence, plan: evidence.plans[0], driven };
}

test.each([
  ['come after 2 s', 'webhooks-slow', delayed(2_000)],
  ['name no order and come after 8 s', 'out-of-time', { ...delayed(8_000), orderId: {} }],
  ['name no order and come after 900 ms', 'one-at-a-time', { ...delayed(900), orderId: {} }],
])('Where webhooks %s, the record says why fewer orders are driven than planned', async (_, cut, dialect) => {
  const { plan, driven } = await planOf(dialect);
  const sum = (of: 'planned' | 'driven') => plan?.scenarios.reduce((total, own) => total + own[of], 0);
  expect(plan?.cut).toBe(cut);
  expect(sum('driven')).toBe(driven);
  expect(sum('planned')).toBeGreaterThan(driven);
});

test('Where nameless webhooks come soon, all planned orders are driven, each alone from its first call', async () => {
  const { evidence, plan, driven } = await planOf({ orderId: {} });
  expect(plan).not.toHaveProperty('cut');
  expect(driven).toBe(plan?.scenarios.reduce((total, { planned }) => total + planned, 0));
  const early = evidence.journeys.filter(({ id, from, alone = Number.POSITIVE_INFINITY }) => {
    const [first] = evidence.exchanges.filter(({ journey }) => journey === id);
    return from > (plan?.at ?? 0) && first !== undefined && first.sentAt < alone;
  });
  expect(early).toEqual([]);
});

test('A run that fails to learn from a journey ends', async () => {
  const world = simulatedWorld(1);
  let fails = false;
  const dialect: Dialect = {
    get layouts() {
      if (!fails) return [];
      fails = false;
      throw new TypeError('oops');
    },
  };
  const target = () => embeddedTarget({ world, service: world.service, settings: {} });
  const { scenarios } = await world.run(() => {
    world.after(50, () => {
      fails = true;
    });
    return performRun({ world, target, dialect, suites: ['collection'] });
  });
  expect(scenarios.find(({ outcome }) => outcome === 'failed')?.reason).toBe('oops');
});

test('As many orders as are asked for are driven, however slow webhooks are', async () => {
  const { plan, driven } = await planOf(delayed(8_000), 60);
  expect(plan).not.toHaveProperty('cut');
  expect(driven).toBe(60);
});

/** A run whose target makes `most` orders in all, or fails after some, and when it made each, in milliseconds. */
async function ordersOf(dialect: Dialect, most = Number.POSITIVE_INFINITY, failsAfter = Number.POSITIVE_INFINITY) {
  const world = simulatedWorld(1);
  const madeAt = new Map<string, number>();
  const target = async () => {
    const own = await embeddedTarget({ world, service: world.service, settings: {}, dialect });
    const makeOrders = async (count: number) => {
      if (madeAt.size >= failsAfter) throw new HarnessError('command-failed', 'unreachable', 'ORDER_COMMAND failed');
      const orders = await own.makeOrders(Math.min(count, most - madeAt.size));
      for (const order of orders) madeAt.set(order, world.now());
      return orders;
    };
    return { ...own, makeOrders };
  };
  const { plans, journeys, end } = await world.run(() => performRun({ world, target, suites: ['collection'] }));
  const sum = (of: 'planned' | 'driven') => plans[0]?.scenarios.reduce((total, own) => total + own[of], 0);
  return { made: madeAt.size, journeys, madeAt, cut: plans[0]?.cut, driven: sum('driven'), end };
}

test('An order is created shortly before it is driven, and the webhooks of its creation come first', async () => {
  const { made, journeys, madeAt } = await ordersOf(delayed(800));
  const [first, ...rest] = journeys;
  const ages = rest.map(({ order, from }) => from - (madeAt.get(order) ?? 0));
  const longest = Math.max(...rest.map(({ from, to = from }) => to - from));
  expect(first).toBeDefined();
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(800);
  expect(Math.max(...ages)).toBeLessThan(2 * longest);
  expect(made).toBeLessThan(journeys.length + 16);
});

test('A batch of orders has settled once all that their creation sends has come', async () => {
  const world = simulatedWorld(1, { ...CALM, delayMs: [20, 400] });
  const dialect = {
    otherEvents: ['session.created', 'quote.locked'],
    delivery: { delayMs: [800, 800], inOrder: true },
  };
  const target = async () => ({
    ...(await embeddedTarget({ world, service: world.service, settings: {}, dialect })),
    quietMs: 1_000,
  });
  const evidence = await world.run(() => performRun({ world, target, orders: 12, suites: ['collection'] }));
  const [, ...rest] = evidence.journeys;
  const late = rest.filter(({ order, from }) =>
    evidence.deliveries.some(
      ({ at, body: { text = '' } }) => at > from && /quote\.locked/.test(text) && text.includes(order),
    ),
  );
  expect(rest.length).toBeGreaterThan(5);
  expect(late).toEqual([]);
});

test('All orders are created before the journeys if their creation sends nameless webhooks', async () => {
  const named = ['deposit_detected', 'deposit_confirmed', 'expired', 'failed', 'wrong_chain'];
  const types = [...named.map(name => `collection.${name}`), 'disbursement.completed'];
  const orderId = Object.fromEntries(types.map(type => [type, '/data/order_id']));
  const { made, journeys, madeAt } = await ordersOf({ otherEvents: ['session.created'], orderId });
  expect(made).toBeGreaterThan(100);
  expect(Math.max(...madeAt.values())).toBeLessThan(journeys[1]?.from ?? 0);
});

test.each([
  [9, undefined],
  [40, 'orders-ended'],
])('A target that makes %i orders in all is driven with these', async (most, cut) => {
  const ended = await ordersOf({}, most);
  expect(ended.made).toBe(most);
  expect(new Set(ended.journeys.map(({ order }) => order)).size).toBe(most);
  expect([ended.driven, ended.cut]).toEqual([most, cut]);
});

test('Orders that cannot be made any more end the run, which says why', async () => {
  const { end, cut, journeys } = await ordersOf({}, Number.POSITIVE_INFINITY, 20);
  expect(end).toMatchObject({ reason: 'unreachable', message: 'ORDER_COMMAND failed' });
  expect(cut).toBeUndefined();
  expect(journeys.length).toBeGreaterThan(20);
});

const NOWHERE = 'http://127.0.0.1:9/';
/** Several of them wait for webhooks of the same steps. */
const SCENARIOS = ['happy-path', 'refused-deliveries', 'amount-mismatch', 'many-at-once'];

/**
 * A run during which the service gets another webhook address. It keeps that for good, loses it when another order is
 * made, or gets ours again from the harness.
 */
async function runBesideAnother(until: 'for good' | 'next order' | 'set again') {
  const world = simulatedWorld(1);
  const scenarios = (await loadScenarios()).filter(({ id }) => SCENARIOS.some(name => id === `collection/${name}`));
  let deliveries = 0;
  let ours: string | undefined;
  let change = () => Promise.resolve();
  const target = async () => {
    const own = await embeddedTarget({ world, service: world.service, settings: {} });
    change = async () => void (await own.pointWebhooksTo(NOWHERE));
    return {
      ...{ ...own, kind: 'remote' as const, settingsGiven: ['WEBHOOK_COMMAND'] },
      pointWebhooksTo: (url: string) => {
        ours ??= url;
        return own.pointWebhooksTo(until === 'for good' && deliveries > 0 ? NOWHERE : url);
      },
      makeOrders: async (count: number) => {
        if (until === 'next order' && ours !== undefined) await own.pointWebhooksTo(ours);
        return own.makeOrders(count);
      },
    };
  };
  const sink = (line: string) => {
    if (line.startsWith('{"type":"delivery"') && ++deliveries === 8) void change();
  };
  const evidence = await world.run(() =>
    performRun({ world, scenarios, suites: ['collection'], target, sink, pseudonymKey: Buffer.alloc(32) }),
  );
  const { verdict, message, cause } = conclude(evidence, unmeasured).summary;
  return { verdict, message, cause, troubles: evidence.troubles.map(({ kind }) => kind) };
}

test('A run whose webhook address another program changes is incomplete, and says so', async () => {
  const { message, ...rest } = await runBesideAnother('set again');
  expect(rest).toEqual({ verdict: 'incomplete', cause: 'configuration', troubles: ['address-changed'] });
  expect(message).toMatch(/: another program changed the webhook address at 00:00:\d\d UTC; no webhook came until /);
});

test('A service that stays silent after its webhook address is set again breaks the contract', async () => {
  expect(await runBesideAnother('for good')).toMatchObject({
    verdict: 'nonconformant',
    cause: 'service',
    troubles: [],
  });
});

test('Webhooks that come again before the address is set again were not lost to another program', async () => {
  expect((await runBesideAnother('next order')).troubles).toEqual([]);
});
