import { expect, test } from 'vitest';
import { answerTimeout } from './answer-timeout.ts';

test.each([
  [4_000, 10_000],
  [12_000, 12_000],
  [120_000, 30_000],
])('An answer is waited for as long as a webhook, within bounds: %i ms', (webhook, answer) => {
  expect(answerTimeout(webhook)).toBe(answer);
});
