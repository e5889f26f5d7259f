import { expect, test } from 'vitest';
import { aRun } from '../testing/evidence.ts';
import { refusedThroughout } from './refused-throughout.ts';

const SCENARIO = 'contract/name-enquiry';

function drivenTo(...answers: readonly (readonly [condition: string, status: number])[]): boolean {
  const run = aRun();
  for (const [condition, status] of answers)
    run.exchange('resolveBankAccount', { condition, status, scenario: SCENARIO });
  return refusedThroughout(run.evidence, SCENARIO);
}

test('a scenario whose every call with the key was turned away came to nothing', () => {
  expect(drivenTo(['known', 401], ['guessed', 403], ['without-key', 200])).toBe(true);
});

test('a scenario came to something where one call was let through, or none carried the key', () => {
  expect(drivenTo(['known', 401], ['known', 200])).toBe(false);
  expect(drivenTo(['wrong-key', 401], ['without-key', 401])).toBe(false);
  expect(drivenTo(['empty-key', 401], ['recased-key', 401], ['truncated-key', 401])).toBe(false);
  expect(drivenTo()).toBe(false);
});
