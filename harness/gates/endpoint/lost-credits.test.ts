import { expect, test } from 'vitest';
import { HarnessError } from '../../base/errors.ts';
import type { Backend } from './backend.ts';
import type { TestBackend } from './testing/backend.ts';
import { gate } from './testing/gate.ts';

const FAILED = new HarnessError('command-failed', 'unreachable', '--credits failed', { received: 'JSONDecodeError' });
const GONE = new HarnessError('restart-failed', 'unreachable', '--restart failed', { received: 'JSONDecodeError' });

/** A backend whose credits are unreadable this many times after a restart. */
const unreadableAfterARestart =
  (times: number, restart = (own: TestBackend) => own.restart()) =>
  (own: TestBackend): Backend => {
    let left = 0;
    return {
      credits: () => (left-- > 0 ? Promise.reject(FAILED) : Promise.resolve([...own.stored.credits])),
      restart() {
        left = times;
        return restart(own);
      },
    };
  };

const failing = async () => {
  throw GONE;
};

test.each([
  ['comes back', unreadableAfterARestart(Number.POSITIVE_INFINITY)],
  ['does not come back', unreadableAfterARestart(Number.POSITIVE_INFINITY, failing)],
])('Credits that become unreadable after a kill are a breach, if the backend %s', async (_, backend) => {
  const { cases, found } = await gate({}, { backend, only: 'credit' });
  expect(found).toEqual([[undefined, 'credit.crash', 'credit.crash: credits-unreadable']]);
  const [problem] = cases.flatMap(({ problems }) => problems);
  expect(problem).toMatchObject({
    message: expect.stringMatching(/^The credits cannot be read any more when the backend is killed/),
    received: '--credits failed (JSONDecodeError)',
    leadsTo: 'Every credit that the backend had made is lost.',
  });
  expect(cases.length).toBeGreaterThan(20);
});

test('Credits that are readable again soon after a kill are no breach', async () => {
  const { found, failure } = await gate({}, { backend: unreadableAfterARestart(10), caseId: 'credit.crash' });
  expect([found, failure]).toEqual([[], undefined]);
});

test('Credits that become unreadable without a kill end the gate', async () => {
  let readings = 0;
  const backend = (own: TestBackend): Backend => ({
    credits: () => (++readings > 2 ? Promise.reject(FAILED) : Promise.resolve([...own.stored.credits])),
    restart: () => own.restart(),
  });
  const { found, failure } = await gate({}, { backend, only: 'credit' });
  expect([found, failure]).toEqual([[], FAILED]);
});
