import { expect, test } from 'vitest';
import type { Condition } from '../evidence/condition.ts';
import { aRun } from '../testing/evidence.ts';
import { refusedThroughout } from './statuses.ts';

function drivenTo(...answers: readonly (readonly [condition: Condition, status: number])[]): boolean {
  const run = aRun();
  for (const [condition, status] of answers) run.exchange('resolveBankAccount', { condition, status });
  return refusedThroughout(run.evidence.exchanges);
}

test('A scenario in which the service refused every call with the key shows nothing', () => {
  expect(drivenTo(['known', 401], ['guessed', 403], ['without-key', 200])).toBe(true);
});

test('A scenario in which one call was accepted, or none carried the key, shows something', () => {
  expect(drivenTo(['known', 401], ['known', 200])).toBe(false);
  expect(drivenTo(['wrong-key', 401], ['without-key', 401])).toBe(false);
  expect(drivenTo(['empty-key', 401], ['recased-key', 401], ['truncated-key', 401])).toBe(false);
  expect(drivenTo()).toBe(false);
});
