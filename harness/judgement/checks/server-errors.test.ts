import { expect, test } from 'vitest';
import type { Condition } from '../../evidence/condition.ts';
import { outcomeOfCalls } from '../../testing/outcome.ts';
import { serverErrors } from './server-errors.ts';

const answering = (operation: string, status: number, condition?: Condition) =>
  outcomeOfCalls(serverErrors, operation, { status, ...(condition && { condition }) }).breaches;

test.each([
  ['resolveBankAccount', 'without-bank-code', 'without bank code'],
  ['getOnrampOrder', 'malformed-id: 256 characters', '256 characters'],
  ['simulateCollectionOrder', 'replay: again', 'again'],
] as const)('server-errors advises where %s breaks on %s', (operation, condition, words) => {
  expect(answering(operation, 500, condition)).toMatchObject([
    { severity: 'advice', message: expect.stringMatching(`${operation} answers .*: ${words}$`), evidence: ['x1'] },
  ]);
});

test.each([
  ['an error fixture', 500, 'magic'],
  ['a plain call', 500, undefined],
  ['what a gateway answers', 503, 'unknown-event'],
  ['a refusal', 400, 'unknown-event'],
] as const)('server-errors says nothing about %s', (_, status, condition) => {
  expect(answering('simulateCollectionOrder', status, condition)).toEqual([]);
});

/** What is found where some such calls are dropped, and then some are answered. */
function dropping(condition: Condition, dropped: number, answers = 0) {
  const lost = { condition, failure: { kind: 'dropped', message: 'ECONNRESET' } } as const;
  const calls = [Array(dropped).fill(lost), Array(answers).fill({ condition, status: 400 })].flat();
  return outcomeOfCalls(serverErrors, 'resolveBankAccount', { status: 200 }, ...calls).breaches;
}

test('server-errors gives advice if every call that is unusual in one way is dropped', () => {
  expect(dropping('unreadable-body: empty', 4)).toMatchObject([
    {
      severity: 'advice',
      requirement: 'enquiry.error-body',
      message: 'resolveBankAccount closes the connection without answering an unusual call: empty',
      received: 'no answer to any of 4 such calls',
    },
  ]);
  expect(dropping('unreadable-body: empty', 3)).toEqual([]);
  expect(dropping('unreadable-body: empty', 4, 1)).toEqual([]);
});
