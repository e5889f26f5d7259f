import { expect, test } from 'vitest';
import { FULL_EFFORT } from './bench.ts';
import type { TestBackend } from './testing/backend.ts';
import { breachesIn, gate } from './testing/gate.ts';
import { REFUSING_COPIES, slowly, TURNING_AWAY } from './testing/sound-backends.ts';

const ONLY = { only: 'credit' } as const;

/** A backend whose credits are readable for this long. From then on the command never ends. */
const readableFor = (ms: number) => (own: TestBackend, world: { monotonic(): number }) => {
  const began = world.monotonic();
  return {
    credits: () =>
      world.monotonic() - began < ms ? Promise.resolve([...own.stored.credits]) : new Promise<never>(() => {}),
  };
};

test('Gating a backend that refuses copies takes about as long as one that acknowledges them', async () => {
  const [right, refusing] = [await gate({}, ONLY), await gate(REFUSING_COPIES, ONLY)];
  expect(refusing.tookMs).toBeLessThan(1.25 * right.tookMs);
});

test('A backend that turns away what comes beside a webhook gets less at once, and all in time', async () => {
  const backend = ({ stored }: TestBackend) => ({ credits: async () => [...stored.credits] });
  const { cases, lines, tookMs } = await gate(TURNING_AWAY, { backend, effort: FULL_EFFORT });
  expect(breachesIn(cases)).toEqual([]);
  expect(lines.filter(line => line.type === 'scenario' && line.outcome === 'skipped')).toEqual([]);
  expect(tookMs).toBeLessThan(34_000);
});

test('When time runs out, credited cases are judged and the rest name the option for more time', async () => {
  const { lines, cases } = await gate(slowly(1_000), { backend: readableFor(12_000), limitSeconds: 20 });
  expect(breachesIn(cases)).toEqual([]);
  expect(cases.map(({ id }) => id)).toContain('credit.duplicate/same-bytes');
  const skipped = lines.filter(line => line.type === 'scenario' && line.outcome === 'skipped');
  expect(skipped.length).toBeGreaterThan(0);
  for (const one of skipped) expect(one).toMatchObject({ setting: '--time-limit' });
});
