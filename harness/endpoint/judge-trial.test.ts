import { expect, test } from 'vitest';
import { creditsOnce } from './endpoint-case.ts';
import { judgeTrial } from './judge-trial.ts';
import type { TrialSeen } from './trial.ts';

const CASE = creditsOnce('credit.once', 'credit.once', 'a sound disbursement.completed comes', async () => {});

test.each([
  [1, 1, []],
  [0, 0, ['credit.once: not-credited']],
  [0, 1, ['credit.once: credited-only-later']],
  [2, 2, ['credit.once: credited-again']],
] as const)('An order with %i credits at first and %i in the end', (settled, final, causes) => {
  const reading = (count: number) => ({ credits: new Map([['co_1', count]]), at: 0 });
  const trial: TrialSeen = {
    ...{ expected: new Map([['co_1', { due: 1, as: 'case' }]]), seen: [], steps: [] },
    ...{ lost: undefined, observed: undefined, readsAfterEachStep: false },
  };
  const { problems } = judgeTrial(CASE, trial, { settled: reading(settled), final: reading(final) });
  expect(problems.map(({ cause }) => cause)).toEqual(causes);
});
