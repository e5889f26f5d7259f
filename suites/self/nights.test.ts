import { expect, test } from 'vitest';
import { isProved, prove } from '#harness';

/** The nights of this seed meet each kind of disturbance, all but one twice. `prove --nights` drives any number. */
const NIGHTS = 10;
const SEED = 925;

test('Simulated nights of a sound service succeed, whatever its dialect and the network', async () => {
  // A whole night tests completeness in one suite; a reduced one covers all suites.
  const drawn = Array.from({ length: NIGHTS }, (_, night) => ({
    ...{ seed: SEED, night, isFaulty: false },
    isReduced: night % 2 === 1,
  }));
  const { signal } = new AbortController();
  const rows = await prove(drawn, { threads: 1, concurrency: 1, onRow: () => undefined, signal });
  expect(rows.filter(row => !isProved(row)).map(({ name, found }) => `${name}: ${found.join('; ')}`)).toEqual([]);
  expect(rows.filter(({ outcome }) => outcome === 'green').length).toBeGreaterThan(NIGHTS / 2);
});
