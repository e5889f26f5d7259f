import { expect, test } from 'vitest';
import { verifySignature } from '#harness';

/** The duration of the fastest round, in milliseconds. Load on the machine affects it least. */
function shortest(rounds: number, work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    work();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

const judge = (header: string) =>
  verifySignature({ header, body: Buffer.from('{}'), secrets: ['whsec_linear'], now: 1_700_000_000_000 });

// Quadratic time would be a hundred times as long.
const TOO_LONG = 50;

test.each([',', '=', ' ', '\t', 't=,', 'v1=a,', ' x', '\t,', '__proto__=1,'])(
  'The time to refuse a header of repeated %j grows linearly with its length',
  unit => {
    const time = (length: number) => shortest(40, () => judge(unit.repeat(length)));
    time(4_000);
    expect(time(40_000)).toBeLessThan(TOO_LONG * Math.max(time(4_000), 0.02));
  },
);

test('The time to judge a header grows linearly with its number of signatures', () => {
  const time = (count: number) =>
    shortest(3, () => expect(judge(`t=1700000000${`,v1=${'f'.repeat(64)}`.repeat(count)}`).accepted).toBe(false));
  time(1_000);
  expect(time(20_000)).toBeLessThan(TOO_LONG * Math.max(time(2_000), 0.5));
});
