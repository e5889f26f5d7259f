import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimulated, type SimulatedRunOptions, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

/** A number from 0 to 1 that depends on the call alone but looks random. */
function chanceOf(index: number): number {
  const mixed = Math.imul((index + 1) ^ ((index + 1) >>> 7), 2_654_435_761);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** A run with few orders against a sound sandbox, through a proxy, in simulated time. */
async function runThrough(
  road: NonNullable<SimulatedRunOptions['road']>,
  options: Pick<SimulatedRunOptions, 'env' | 'dialect' | 'disturbances'> = {},
) {
  const ended = await runSimulated({
    ...{ args: ['--seed', '7', '--suite', 'collection'], folder: newFolder(), orders: 16, road },
    ...options,
    env: { MAX_IN_FLIGHT: '20', DELIVERY_TIMEOUT_MS: '1500', REDELIVERY_TIMEOUT_MS: '3000', ...options.env },
  });
  const breaches = ended.summary.findings.filter(({ severity }) => severity === 'breach');
  return { ...ended, breaches };
}

test.for([
  ['answered with 429', ['limited', 'limited-bare']],
  ['answered with 503', ['unavailable', 'unavailable-bare']],
  ['lost', ['call-lost']],
  ['answered in vain', ['answer-lost']],
] as const)('A sound service is never nonconformant where nearly a third of the calls is %s', async ([, mishaps]) => {
  const { code, proxy, breaches } = await runThrough(() => ({
    mishap: ({ index }) => (chanceOf(index) < 0.3 ? mishaps[index % mishaps.length] : undefined),
  }));
  for (const mishap of mishaps) expect(proxy.count(mishap)).toBeGreaterThan(2);
  expect(breaches).toEqual([]);
  expect([0, 4]).toContain(code);
});

test.for([
  ['shorter than the run waits for it', 400, [0, 4]],
  ['longer', 4_000, [3]],
] as const)('A sound service is never nonconformant in an outage that is %s', async ([, ms, codes]) => {
  const { code, proxy, breaches } = await runThrough(({ world }) => {
    let until = Number.POSITIVE_INFINITY;
    const mishap = ({ index }: { index: number }) => {
      if (index === 30) until = world.monotonic() + ms;
      return index >= 30 && world.monotonic() < until ? ('call-lost' as const) : undefined;
    };
    return { mishap };
  });
  expect(proxy.count('call-lost')).toBeGreaterThan(0);
  expect(breaches).toEqual([]);
  expect(codes).toContain(code);
});

test('A sound service is never nonconformant, even if every webhook arrives after the time-out', async () => {
  const { code, summary, breaches } = await runThrough(() => ({}), {
    env: { DELIVERY_TIMEOUT_MS: '1000' },
    dialect: { delivery: { delayMs: [1_500, 1_500] } },
  });
  expect(breaches).toEqual([]);
  expect(summary.findings).toMatchObject([{ severity: 'advice', message: 'a webhook arrives after the timeout' }]);
  expect([0, 4]).toContain(code);
});

test.for([
  ['192.0.2.7', true],
  ['127.0.0.1', false],
] as const)('Where the receiver listens at %s, it is %s that its outage is told', async ([host, isTold]) => {
  const outages: { at: number; ms: number }[] = [];
  const { code, stdout, out, breaches } = await runThrough(
    ({ world }) => ({
      mishap({ index }) {
        if (index === 30) outages.push({ at: world.monotonic(), ms: 1_950 });
        return undefined;
      },
    }),
    { env: { RECEIVER_HOST: host }, dialect: { delivery: { delayMs: [1_000, 1_000] } }, disturbances: { outages } },
  );
  expect(breaches).toEqual([]);
  expect([0, 4]).toContain(code);
  const report = readFileSync(join(out, 'report.md'), 'utf8');
  const period = String.raw`down from 00:00:\d\d to 00:00:\d\d UTC`;
  const outage = String.raw`The tunnel was ${period}: ECONNREFUSED; \d+ webhooks awaited meanwhile: co_\w+ \(\w+\)`;
  expect(new RegExp(`^  outage {8}${outage}`, 'm').test(stdout)).toBe(isTold);
  expect(new RegExp(`^  - ${outage}`, 'm').test(report)).toBe(isTold);
});
