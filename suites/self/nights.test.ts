import { expect, test } from 'vitest';
import { isProved, prove } from '#harness';

/** Enough nights that each kind of disturbance is met several times. `prove --nights` drives any number. */
const NIGHTS = 60;

test('Simulated nights of a sound service come out right, whatever its dialect and the network', async () => {
  const jobs = Array.from({ length: NIGHTS }, (_, night) => ({ seed: 11, night, isFaulty: false }));
  const { signal } = new AbortController();
  const rows = await prove(jobs, { threads: 2, concurrency: 1, onRow: () => undefined, signal });
  expect(rows.filter(row => !isProved(row)).map(({ name, found }) => `${name}: ${found.join('; ')}`)).toEqual([]);
  expect(rows.filter(({ outcome }) => outcome === 'green').length).toBeGreaterThan(NIGHTS / 2);
});
