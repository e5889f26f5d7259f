import { expect, test } from 'vitest';
import { creditsOnce } from './endpoint-case.ts';
import { judgeTrial } from './judge-trial.ts';
import type { Expectation, TrialResult } from './trial.ts';

const CASE = creditsOnce('credit.once', 'a sound disbursement.completed comes', async () => {});

const NOTHING: TrialResult = {
  ...{ expected: new Map(), seen: [], steps: [], aboutLoss: [], replies: new Set() },
  ...{ lost: undefined, lostCredits: undefined, leaked: undefined, observed: undefined },
};

interface Judged extends Partial<Pick<Expectation, 'due'>>, Partial<Pick<TrialResult, 'seen'>> {
  readonly requirement?: string;
}

/** The problems of a case with one order, by its credits at first, at the end, and at most. */
function judged(first: number, last: number, most: number, { due = 1, seen = [], ...more }: Judged = {}) {
  const of = (count: number) => new Map([['co_1', count]]);
  const reading = (count: number) => ({ credits: of(count), most: of(most), at: 0, settleMs: 60 });
  const trial: TrialResult = { ...NOTHING, seen, expected: new Map([['co_1', { due, as: 'case' }]]) };
  return judgeTrial({ ...CASE, ...more }, trial, { settled: reading(first), final: reading(last) }).seen.problems;
}

test.each([
  [1, 1, 1, []],
  [0, 0, 0, ['credit.once: not-credited']],
  [0, 1, 1, ['credit.once: credited-only-later']],
  [2, 2, 2, ['credit.once: credited-again']],
  [2, 1, 2, ['credit.once: credited-again']],
  [1, 0, 1, ['credit.once: credit-gone']],
  // It had disappeared by the first reading.
  [0, 0, 1, ['credit.once: credit-gone']],
] as const)('An order with %i credits at first, %i at the end and %i at most has the matching problems', (...row) => {
  const [first, last, most, causes] = row;
  expect(judged(first, last, most).map(({ cause }) => cause)).toEqual(causes);
});

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
    const problems = judged(count, count, count, { due, requirement });
    expect(problems.map(problem => problem.leadsTo)).toEqual([leadsTo]);
  },
);

test.each([
  ['400', []],
  ['200', ['acknowledged-forged']],
  ['closed without an answer', ['forged-unanswered']],
] as const)('The answer %s to a forged webhook has the matching problems', (answer, causes) => {
  const seen = { role: 'forged', order: 'co_1', acknowledged: answer === '200', answer, isKnown: false } as const;
  const problems = judged(0, 0, 0, { due: 0, seen: [seen] });
  expect(problems.map(({ cause, severity }) => [cause, severity])).toEqual(causes.map(cause => [cause, 'advice']));
});
