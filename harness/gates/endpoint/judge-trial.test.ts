import { expect, test } from 'vitest';
import type { CaseProblem } from '../../evidence/evidence.ts';
import type { CreditReading } from './backend.ts';
import { creditsOnce } from './endpoint-case.ts';
import { judgeTrial } from './judge-trial.ts';
import type { Expectation, TrialResult } from './trial.ts';

const CASE = creditsOnce('credit.once', 'a sound disbursement.completed comes', async () => {});

const NOTHING: TrialResult = {
  ...{ expected: new Map(), seen: [], steps: [] },
  ...{
    lost: undefined,
    lostCredits: undefined,
    leaked: undefined,
    aboutLoss: [],
    replies: new Set(),
    observed: undefined,
  },
};

/** The problems of a case with one order that is due a credit. */
function judged(as: Expectation['as'], settled: CreditReading, final = settled): readonly CaseProblem[] {
  const trial: TrialResult = { ...NOTHING, expected: new Map([['co_1', { due: 1, as }]]) };
  return judgeTrial(CASE, trial, { settled, final }).seen.problems;
}

test.each([
  [1, 1, []],
  [0, 0, ['credit.once: not-credited']],
  [0, 1, ['credit.once: credited-only-later']],
  [2, 2, ['credit.once: credited-again']],
  [2, 1, ['credit.once: credited-again']],
  [1, 0, ['credit.once: credit-gone']],
] as const)(
  'An order with %i credits at first and %i at the end has the matching problems',
  (settled, final, causes) => {
    const most = new Map([['co_1', Math.max(settled, final)]]);
    const reading = (count: number) => ({ credits: new Map([['co_1', count]]), most, at: 0, settleMs: 60 });
    expect(judged('case', reading(settled), reading(final)).map(({ cause }) => cause)).toEqual(causes);
  },
);

test.each([
  ['credit.duplicate', 1, 0, 'The customer is not credited.'],
  ['credit.isolation', 1, 2, 'The customer is credited more than once.'],
  // A requirement about losses says best what is lost; one about forbidden effects, what is credited.
  ['signature.poison', 1, 0, undefined],
  ['signature.poison', 1, 2, 'The customer is credited more than once.'],
  ['receiver.rejects-mismatch', 1, 0, 'The customer is not credited.'],
  ['receiver.rejects-mismatch', 0, 1, undefined],
] as const)(
  'The consequence under %s if an order that is due %i credits has %i: %s',
  (requirement, due, count, leadsTo) => {
    const credits = new Map([['co_1', count]]);
    const reading = { credits, most: credits, at: 0, settleMs: 60 };
    const trial: TrialResult = { ...NOTHING, expected: new Map([['co_1', { due, as: 'case' }]]) };
    const { problems } = judgeTrial({ ...CASE, requirement }, trial, { settled: reading, final: reading }).seen;
    expect(problems.map(problem => problem.leadsTo)).toEqual([leadsTo]);
  },
);

test.each([
  ['400', []],
  ['200', ['acknowledged-forged']],
  ['closed without an answer', ['forged-unanswered']],
] as const)('The answer %s to a forged webhook has the matching problems', (answer, causes) => {
  const seen = { role: 'forged', order: 'co_1', acknowledged: answer === '200', answer, isKnown: false } as const;
  const reading = { credits: new Map(), most: new Map(), at: 0, settleMs: 60 };
  const { problems } = judgeTrial(CASE, { ...NOTHING, seen: [seen] }, { settled: reading, final: reading }).seen;
  expect(problems.map(({ cause, severity }) => [cause, severity])).toEqual(causes.map(cause => [cause, 'advice']));
});

test('A credit that has disappeared by the first reading counts as made', () => {
  const reading = { credits: new Map(), most: new Map([['co_1', 1]]), at: 0, settleMs: 60 };
  const [problem] = judged('case', reading);
  expect(problem).toMatchObject({
    cause: 'credit.once: credit-gone',
    received: '1 credit at first, 0 at the end, of co_1',
  });
});
