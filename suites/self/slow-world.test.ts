import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecord, SIMULATE_EVENTS } from '#harness';
import { runSimulated, type SimulatedRunOptions, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

/** A run against a sandbox, through a fault proxy, in simulated time. */
const runOver = (road: SimulatedRunOptions['road'], { dialect = {}, env = {}, more = [] as string[] } = {}) =>
  runSimulated({
    args: ['--seed', '1', '--suite', 'collection', ...more],
    folder: newFolder(),
    orders: 24,
    dialect,
    env: { MAX_IN_FLIGHT: '40', DELIVERY_TIMEOUT_MS: '4000', REDELIVERY_TIMEOUT_MS: '6000', ...env },
    ...(road && { road }),
  });

/** A proxy without faults. At every other call of the run, another client takes a step of its own order. */
const shared: SimulatedRunOptions['road'] = async ({ newOrders, simulate }) => {
  const orders = await newOrders(30);
  const steps = orders.flatMap(order => SIMULATE_EVENTS.slice(0, 3).map(event => ({ order, event })));
  return {
    mishap: ({ index }) => {
      const step = index % 2 === 0 ? steps.shift() : undefined;
      if (step) void simulate(step.order, step.event);
      return undefined;
    },
  };
};

test('A run resends no step whose answer was lost, and finds no breach in either outcome', async () => {
  const road = () => ({
    mishap: ({ method, index }: { readonly method: string; readonly index: number }) =>
      method === 'POST' && index % 16 === 9 ? (index % 32 === 9 ? 'answer-lost' : 'call-lost') : undefined,
    skewMs: 90_000,
  });
  const { summary, proxy, out } = await runOver(road, { more: ['--suite', 'contract'] });
  expect(proxy.count('answer-lost')).toBeGreaterThan(0);
  expect(proxy.count('call-lost')).toBeGreaterThan(0);
  expect(summary.findings).toEqual([]);
  expect(summary.verdict).not.toBe('nonconformant');
  // The same proxy shifted the Date of every answer, which the run measures and reports.
  expect(Math.round((summary.clock?.aheadMs ?? 0) / 10_000)).toBe(9);
  expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('The clocks differ');
  const lines = readFileSync(join(out, 'run.ndjson'), 'utf8').trim().split('\n');
  const posts = lines
    .map(line => JSON.parse(line))
    .filter(({ type, request }) => type === 'exchange' && request.method === 'POST');
  // Deliberately wrong calls change nothing and may be repeated.
  expect(posts.filter(({ attempt, condition }) => attempt > 0 && condition === undefined)).toEqual([]);
});

test('A run counts webhooks about the orders of other clients, and does not judge them', async () => {
  const { code, summary } = await runOver(shared);
  expect(summary.observed.unattributed).toBeGreaterThan(40);
  expect(summary).toMatchObject({ verdict: 'conformant', findings: [] });
  expect(code).toBe(0);
});

test('A run ends within a minute, and says why, if no simulate call is ever answered', async () => {
  const { code, summary, out } = await runOver(() => ({
    mishap: ({ path }) => (path.endsWith('/simulate') ? 'held' : undefined),
  }));
  expect(code).toBe(4);
  expect(summary.message).toContain('no simulate call was answered. Check DELIVERY_TIMEOUT_MS.');
  const { run, end } = readRecord(out);
  expect((end?.at ?? Number.POSITIVE_INFINITY) - run.at).toBeLessThan(60_000);
});

test('A run is conformant if one sender delivers all webhooks, and waits for our late answers', async () => {
  const { summary } = await runOver(() => ({}), {
    dialect: { delivery: { concurrency: 1, timeoutMs: 8_000 } },
    env: { MAX_IN_FLIGHT: '16' },
  });
  expect(summary).toMatchObject({ verdict: 'conformant', findings: [] });
});

test.each([
  ['name their order', {}, []],
  ['name none', { orderId: {} }, ['credit-names-order']],
])(
  'A run is conformant, and soon, if every webhook takes two seconds, where webhooks %s',
  async (_, dialect, advice) => {
    const { code, summary, out } = await runOver(() => ({}), {
      dialect: { ...dialect, delivery: { delayMs: [2_000, 2_000] } },
      env: { MAX_IN_FLIGHT: '16', DELIVERY_TIMEOUT_MS: '30000', REDELIVERY_TIMEOUT_MS: '60000' },
    });
    expect(summary).toMatchObject({ verdict: 'conformant', findings: advice.map(check => ({ check })) });
    expect(code).toBe(0);
    const { journeys, run } = readRecord(out);
    const isNameless = 'orderId' in dialect;
    const own = journeys.map(({ from, alone = from, to = from }) => (isNameless ? to - alone : to - from));
    // Journeys that name no order take turns.
    const most = isNameless ? 1.2 * own.reduce((sum, ms) => sum + ms) : 2 * Math.max(...own) + 5_000;
    // Afterwards the run waits for undue webhooks.
    const last = Math.max(...journeys.map(({ to = Number.POSITIVE_INFINITY }) => to));
    expect(last - run.at).toBeLessThan(most);
  },
);
