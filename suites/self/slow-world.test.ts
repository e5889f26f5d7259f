import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import { readRecord, SIMULATE_EVENTS } from '#harness';
import {
  callHarness,
  controlOf,
  type FaultProxy,
  openClient,
  openFaultProxy,
  serveSandbox,
  temporaryFolders,
} from '#testing';

const newFolder = temporaryFolders();

/** Registers a cleanup of a test. Tests run concurrently, so each has its own. */
type Closing = TestContext['onTestFinished'];

/** What happens to each call on the way to a sandbox. It can let other clients call the sandbox. */
type Road = (sandbox: string, onTestFinished: Closing) => Promise<Parameters<typeof openFaultProxy>[1]>;

/** A run against a sandbox in a dialect, through a fault proxy. */
async function runOver(
  onTestFinished: Closing,
  options: Road,
  { dialect = {}, env = {} }: { dialect?: object; env?: NodeJS.ProcessEnv } = {},
) {
  const folder = newFolder();
  writeFileSync(join(folder, 'dialect.json'), JSON.stringify(dialect));
  const sandbox = await serveSandbox(['--dialect', join(folder, 'dialect.json')]);
  onTestFinished(() => void sandbox.process.child.kill('SIGKILL'));
  const proxy: FaultProxy = await openFaultProxy(sandbox.url, await options(sandbox.url, onTestFinished));
  onTestFinished(() => proxy.close());
  const out = join(folder, 'out');
  const args = ['run', '--suite', 'contract', '--suite', 'collection', '--out', out];
  const { code, stderr } = await callHarness(args, {
    ...sandbox.env,
    SANDBOX_URL: proxy.url,
    MAX_IN_FLIGHT: '40',
    DELIVERY_TIMEOUT_MS: '4000',
    REDELIVERY_TIMEOUT_MS: '6000',
    ...env,
  }).ended;
  const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
  return { code, stderr, proxy, out, summary };
}

/** A proxy without faults. Another client takes a step of its own order with every third call of the run. */
const shared: Road = async (sandbox, onTestFinished) => {
  const orders = await Promise.all(Array.from({ length: 30 }, () => controlOf(sandbox).newOrder()));
  const { client, close } = openClient(sandbox);
  onTestFinished(close);
  const steps = orders.flatMap(order => SIMULATE_EVENTS.slice(0, 3).map(event => ({ order, event })));
  return {
    mishap: ({ index }) => {
      const step = index % 3 === 0 ? steps.shift() : undefined;
      if (step) void client.simulate(step.order, { event: step.event });
      return undefined;
    },
  };
};

describe.concurrent('a run over the open network', { timeout: 180_000 }, () => {
  test('respects a rate limit, reaches its verdict, and states in advance how many orders it uses', async ({
    onTestFinished,
  }) => {
    const { code, proxy, summary, stderr } = await runOver(onTestFinished, async () => ({
      mishap: ({ index }) => (index % 4 === 1 ? 'limited' : undefined),
    }));
    expect(proxy.count('limited')).toBeGreaterThan(20);
    expect(summary).toMatchObject({ verdict: 'conformant', findings: [] });
    expect(stderr).toMatch(/drives up to \d+ collection orders.*ORDER_COMMAND makes them/);
    expect(code).toBe(0);
  });

  test('does not resend a POST whose answer was lost, and finds no breach in either outcome', async ({
    onTestFinished,
  }) => {
    const { summary, proxy, out } = await runOver(onTestFinished, async () => ({
      mishap: ({ method, index }) =>
        method === 'POST' && index % 16 === 9 ? (index % 32 === 9 ? 'answer-lost' : 'call-lost') : undefined,
      skewMs: 90_000,
    }));
    expect(proxy.count('answer-lost')).toBeGreaterThan(0);
    expect(proxy.count('call-lost')).toBeGreaterThan(0);
    expect(summary.findings).toEqual([]);
    expect(summary.verdict).not.toBe('nonconformant');
    // The same proxy shifted the Date of every answer, which the run measures and reports.
    expect(Math.round(summary.clock.aheadMs / 10_000)).toBe(9);
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('The clocks differ');
    const lines = readFileSync(join(out, 'run.ndjson'), 'utf8').trim().split('\n');
    const posts = lines
      .map(line => JSON.parse(line))
      .filter(({ type, request }) => type === 'exchange' && request.method === 'POST');
    expect(posts.filter(({ attempt }) => attempt > 0)).toEqual([]);
  });

  test('counts webhooks about the orders of other clients, and does not judge them', async ({ onTestFinished }) => {
    const { code, summary } = await runOver(onTestFinished, shared);
    expect(summary.observed.unattributed).toBeGreaterThan(60);
    expect(summary).toMatchObject({ verdict: 'conformant', findings: [] });
    expect(code).toBe(0);
  });

  test('takes less than three times its slowest journey if every webhook takes two seconds', async ({
    onTestFinished,
  }) => {
    const { code, summary, out } = await runOver(onTestFinished, async () => ({}), {
      dialect: { delivery: { delayMs: [2_000, 2_000] } },
      env: { MAX_IN_FLIGHT: '16', DELIVERY_TIMEOUT_MS: '30000', REDELIVERY_TIMEOUT_MS: '60000' },
    });
    expect(summary).toMatchObject({ verdict: 'conformant', findings: [] });
    expect(code).toBe(0);
    const { journeys, run, end } = readRecord(out);
    const slowest = Math.max(...journeys.map(({ from, to = from }) => to - from));
    expect((end?.at ?? Number.POSITIVE_INFINITY) - run.at).toBeLessThan(3 * slowest);
  });
});
