import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import { callCommand, type FaultProxy, openFaultProxy, serveSandbox, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

/** What happens to a call: the n-th of the run, from 0, of this method. */
type Mishap = NonNullable<Parameters<typeof openFaultProxy>[1]['mishap']>;

/** A number from 0 to 1 that looks random and is always the same for a call. */
function chanceOf(index: number): number {
  const mixed = Math.imul((index + 1) ^ ((index + 1) >>> 7), 2_654_435_761);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** A run with few orders against a sound sandbox, through a proxy. */
async function runThrough(
  onTestFinished: TestContext['onTestFinished'],
  mishap: Mishap,
  env: { readonly [name: string]: string } = {},
  dialect: object = {},
) {
  const folder = newFolder();
  writeFileSync(join(folder, 'dialect.json'), JSON.stringify(dialect));
  const sandbox = await serveSandbox(['--dialect', join(folder, 'dialect.json')]);
  onTestFinished(() => void sandbox.process.child.kill('SIGKILL'));
  const proxy: FaultProxy = await openFaultProxy(sandbox.url, { mishap });
  onTestFinished(() => proxy.close());
  const out = join(folder, 'out');
  const { code } = await callCommand(['run', '--seed', '7', '--orders', '16', '--suite', 'collection', '--out', out], {
    ...sandbox.env,
    SANDBOX_URL: proxy.url,
    MAX_IN_FLIGHT: '20',
    DELIVERY_TIMEOUT_MS: '1500',
    REDELIVERY_TIMEOUT_MS: '3000',
    ...env,
  });
  const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
  const breaches = summary.findings.filter(({ severity }: { severity: string }) => severity === 'breach');
  return { code, proxy, summary, breaches };
}

describe.concurrent('A sound service is never nonconformant', { timeout: 120_000 }, () => {
  test.for([
    ['answered with 429', ['limited', 'limited-bare']],
    ['answered with 503', ['unavailable', 'unavailable-bare']],
    ['lost', ['call-lost']],
    ['answered in vain', ['answer-lost']],
  ] as const)('where nearly a third of the calls is %s', async ([, mishaps], { onTestFinished }) => {
    const { code, proxy, breaches } = await runThrough(onTestFinished, ({ index }) =>
      chanceOf(index) < 0.3 ? mishaps[index % mishaps.length] : undefined,
    );
    for (const mishap of mishaps) expect(proxy.count(mishap)).toBeGreaterThan(2);
    expect(breaches).toEqual([]);
    expect([0, 4]).toContain(code);
  });

  test.for([
    ['shorter than the run waits for it', 400, [0, 4]],
    ['longer', 4_000, [3]],
  ] as const)('in an outage that is %s', async ([, ms, codes], { onTestFinished }) => {
    let until = Number.POSITIVE_INFINITY;
    const { code, proxy, breaches } = await runThrough(onTestFinished, ({ index }) => {
      if (index === 30) until = performance.now() + ms;
      return index >= 30 && performance.now() < until ? 'call-lost' : undefined;
    });
    expect(proxy.count('call-lost')).toBeGreaterThan(0);
    expect(breaches).toEqual([]);
    expect(codes).toContain(code);
  });

  test('where every webhook comes after the time-out', async ({ onTestFinished }) => {
    const { code, summary, breaches } = await runThrough(
      onTestFinished,
      () => undefined,
      { DELIVERY_TIMEOUT_MS: '1000' },
      { delivery: { delayMs: [1_500, 1_500] } },
    );
    expect(breaches).toEqual([]);
    expect(summary.findings).toMatchObject([{ severity: 'advice', message: 'a webhook comes after the time-out' }]);
    expect([0, 4]).toContain(code);
  });

  test('where its name cannot be resolved', async ({ onTestFinished }) => {
    const { code, summary } = await runThrough(onTestFinished, () => undefined, {
      SANDBOX_URL: 'http://sandbox.invalid',
      TUNNEL: 'direct',
      ORDER_IDS: 'co_1',
      ORDER_COMMAND: '',
      WEBHOOK_COMMAND: '',
    });
    expect(summary).toMatchObject({ verdict: 'unreachable', cause: 'network', findings: [] });
    expect(code).toBe(3);
  });
});
