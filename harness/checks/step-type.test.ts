import { describe, expect, test } from 'vitest';
import { aRun, aSoundRun } from '../testing/evidence.ts';
import { outcome } from '../testing/outcome.ts';
import { stepType } from './step-type.ts';

/** Two orders that expire, and orders that fail one after another, each with these webhooks. */
function failing(...sends: readonly (readonly string[])[]) {
  const run = aRun();
  for (let time = 0; time < 2; time++) run.journey().step('expire', { sends: ['updated', 'expired'] });
  const failed = sends.map(types => {
    const journey = run.journey();
    return { journey, ...journey.step('fail', { sends: types }) };
  });
  return { run, failed };
}

const found = (...sends: readonly (readonly string[])[]) => outcome(stepType, failing(...sends).run).breaches;
const [FAILED, EXPIRED] = [
  ['updated', 'failed'],
  ['updated', 'expired'],
];

describe('step-type', () => {
  test('finds nothing in a conformant run', () => {
    expect(outcome(stepType, aSoundRun())).toEqual({ breaches: [], passes: {} });
  });

  test('finds the webhook of another step in place of the usual one', () => {
    expect(found(FAILED, EXPIRED, FAILED, EXPIRED)).toMatchObject([
      {
        requirement: 'event.every-step',
        also: ['simulate.fail'],
        cause: 'fail as expire',
        message: 'fail sometimes sends the webhook of expire in place of its own',
        expected: 'failed, as for 2 orders that took the same steps',
        received: 'expired, which every order that took expire shows',
      },
      { cause: 'fail as expire' },
    ]);
  });

  test('finds it where it comes once each after different steps', () => {
    const run = aRun();
    for (let time = 0; time < 2; time++) run.journey().step('expire', { sends: EXPIRED });
    for (const types of [FAILED, EXPIRED, FAILED]) {
      run.journey().step('fail', { sends: types });
      const journey = run.journey();
      journey.step('deposit_detected');
      journey.step('fail', { sends: types });
    }
    expect(outcome(stepType, run).breaches).toHaveLength(2);
  });

  test.each([
    ['comes always', [EXPIRED, EXPIRED, EXPIRED, EXPIRED]],
    ['comes once', [FAILED, EXPIRED, FAILED, FAILED]],
    ['is usual and comes less once', [EXPIRED, FAILED, EXPIRED, EXPIRED]],
    ['comes beside the own one', [FAILED, [...FAILED, 'expired'], FAILED, [...FAILED, 'expired']]],
    ['comes of all later orders: they may have expired', [FAILED, FAILED, EXPIRED, EXPIRED]],
    ['is of no step', [FAILED, ['closed'], FAILED, ['closed']]],
    ['takes the place of none', [['updated'], EXPIRED, ['updated'], EXPIRED]],
  ])('finds nothing where the webhook of another step %s', (_, sends) => {
    expect(found(...sends)).toEqual([]);
  });

  test.each([
    ['the other step was asked, too', { status: 409, sends: [] }],
    ['a call has no answer', { failure: 'timeout', sends: [] }],
  ] as const)('finds nothing where %s', (_, options) => {
    const run = aRun();
    for (let time = 0; time < 2; time++) run.journey().step('expire', { sends: EXPIRED });
    for (const sends of [FAILED, EXPIRED, FAILED, EXPIRED]) {
      const journey = run.journey();
      journey.step('expire', options);
      journey.step('fail', { sends });
    }
    expect(outcome(stepType, run).breaches).toEqual([]);
  });
});
