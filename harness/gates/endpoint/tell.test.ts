import { expect, test } from 'vitest';
import type { HistoryStep } from '../../evidence/evidence.ts';
import type { TriedCase } from './judge-trial.ts';
import { withRefusedAtTimes } from './tell.ts';

/** A case with genuine webhooks. Each got its answer first, and 200 when it was sent again. */
function tried(answers: readonly string[]): TriedCase {
  const steps = answers.flatMap((answer, nth) =>
    [answer, '200'].map((own, again): HistoryStep => {
      const at = 10 * nth + again;
      const [order, event] = [`co_${nth}`, `evt_${nth}`];
      return { type: 'delivery', at, to: at, order, event, eventType: 'disbursement.completed', answer: own };
    }),
  );
  const seen = { id: 'credit.once', method: 'credit', passed: ['credit.once'], problems: [] };
  return { tried: { case: {}, trial: { steps } }, seen, failures: [], effects: new Map() } as unknown as TriedCase;
}

test.each([
  ['three with the status of forged ones are a breach', ['401', '401', '401'], 401, ['refused-at-times']],
  ['two may be an accident', ['401', '401'], 401, []],
  ['another status is of another kind', ['500', '500', '500'], 401, []],
  ['a handler that asks the sender to come again refuses none', ['429', '429', '429'], 429, []],
  ['a handler that acknowledges what it refuses tells nothing', ['200', '200', '200'], 200, []],
])(
  'Genuine webhooks that are refused at first get a finding only if they should: %s',
  (_, answers, refusal, causes) => {
    const found = withRefusedAtTimes([tried(answers)], refusal).flatMap(({ seen }) => seen.problems);
    expect(found.map(({ cause }) => cause)).toEqual(causes);
  },
);
