import { expect, test } from 'vitest';
import { CHECKS, type ProofRow, proofCases, prove } from '#harness';

const THREADS = 2;
/** Runs side by side in each thread: they wait more than they compute. */
const AT_ONCE = 6;

/** Checks that no fault of the embedded sandbox can turn red, and why. */
const BEYOND_FAULTS: { readonly [check: string]: string } = {
  'own-requests': 'it judges what we send, not what the service does',
  'transport-security': 'the embedded sandbox is on loopback, where HTTPS is not promised',
};

let rows: readonly ProofRow[] = [];

test('every fault is caught by a check of the requirement that it breaks', { timeout: 300_000 }, async () => {
  rows = await prove(proofCases(1, 0), {
    threads: THREADS,
    atOnce: AT_ONCE,
    came: () => undefined,
    signal: new AbortController().signal,
  });
  expect(rows.length).toBeGreaterThanOrEqual(60);
  const uncaught = rows.filter(({ outcome }) => outcome !== 'caught');
  expect(uncaught.map(({ name, outcome, requirement, found }) => ({ name, outcome, requirement, found }))).toEqual([]);
});

test('every check is turned red by a fault, but for those of which no fault can', () => {
  const red = new Set(rows.flatMap(({ by }) => by));
  const never = CHECKS.map(({ id }) => id).filter(id => !red.has(id));
  expect(never.toSorted()).toEqual(Object.keys(BEYOND_FAULTS).toSorted());
});
