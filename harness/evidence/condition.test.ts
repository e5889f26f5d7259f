import { expect, test } from 'vitest';
import { gaps, requirements } from '../contract/requirements.ts';
import { CONDITIONS, type Condition, isKeyless, readCondition } from './condition.ts';

test.each(Object.entries(CONDITIONS))('%s names a gap and a requirement that exist', (_, { gap, requirement }) => {
  if (gap !== undefined) expect(gaps().has(gap)).toBe(true);
  if (requirement !== undefined) expect(requirements().has(requirement)).toBe(true);
});

test.each<[Condition, object]>([
  ['illegal-step', { name: 'illegal-step', gap: 'simulate.illegal-step', words: 'deposit_detected after expire' }],
  ['illegal-step: expire after disburse', { name: 'illegal-step', detail: 'expire after disburse' }],
  ['odd-amount: a: b', { name: 'odd-amount', detail: 'a: b' }],
])('reads %s', (condition, read) => {
  expect(readCondition(condition)).toMatchObject(read);
});

test('A plain call, and a name of another version, have no meaning', () => {
  expect(readCondition(undefined)).toBeUndefined();
  expect(readCondition('toString' as Condition)).toBeUndefined();
  expect(readCondition('known')).not.toHaveProperty('detail');
});

test('A call is keyless if it carries no key, a wrong one, or almost the right one', () => {
  const conditions = ['without-key', 'wrong-key', 'lengthened-key', 'known', 'without-event', undefined] as const;
  expect(conditions.map(isKeyless)).toEqual([true, true, true, false, false, false]);
});
