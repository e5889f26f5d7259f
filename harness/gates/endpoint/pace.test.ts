import { expect, test } from 'vitest';
import type { HandlerParts } from './bugs/handler.ts';
import type { TestBackend } from './testing/backend.ts';
import { breachesIn, gate } from './testing/gate.ts';

/** Answers 409 to a known webhook. */
const REFUSING_COPIES: HandlerParts = {
  first: ({ event }, { stored }) => (stored.seen.has(event?.id ?? '') ? 409 : undefined),
};

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

test('When time runs out, credited cases are judged and the rest name the option for more time', async () => {
  const slow: HandlerParts = {
    *process({ order }, key, { stored }) {
      yield 1_000;
      if (!stored.seen.has(key)) stored.credits.push(order);
      stored.seen.add(key);
      return true;
    },
  };
  const { lines, cases } = await gate(slow, { backend: readableFor(12_000), limitSeconds: 20 });
  expect(breachesIn(cases)).toEqual([]);
  expect(cases.map(({ id }) => id)).toContain('credit.duplicate/same-bytes');
  const skipped = lines.filter(line => line.type === 'scenario' && line.outcome === 'skipped');
  expect(skipped.length).toBeGreaterThan(0);
  for (const one of skipped) expect(one).toMatchObject({ setting: '--time-limit' });
});
