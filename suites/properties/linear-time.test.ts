import { expect, test } from 'vitest';
import { verifySignature } from '#harness';
import { growthOf, LINEAR } from '#testing';

const judge = (header: string) =>
  verifySignature({ header, body: Buffer.from('{}'), secrets: ['whsec_linear'], now: 1_700_000_000_000 });

test.each([',', '=', ' ', '\t', 't=,', 'v1=a,', ' x', '\t,', '__proto__=1,'])(
  'The time to refuse a header of repeated %j grows linearly with its length',
  unit => {
    expect(growthOf(length => judge(unit.repeat(length)), 100_000)).toBeLessThan(LINEAR);
  },
);

test('The time to judge a header grows linearly with its number of signatures', () => {
  const header = (count: number) => `t=1700000000${`,v1=${'f'.repeat(64)}`.repeat(count)}`;
  expect(growthOf(count => expect(judge(header(count)).accepted).toBe(false), 5_000)).toBeLessThan(LINEAR);
});
