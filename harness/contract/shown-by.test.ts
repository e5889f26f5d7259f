import { expect, test } from 'vitest';
import { requirements } from './requirements.ts';
import { shownBy } from './shown-by.ts';

test('every requirement is shown by a suite', () => {
  expect([...requirements().keys()].filter(id => shownBy(id).length === 0)).toEqual([]);
});

test('an enquiry is shown by the contract suite alone, a signature by whatever drives orders', () => {
  expect(shownBy('enquiry.resolves')).toEqual(['contract']);
  expect(shownBy('signature.hmac')).toEqual(['collection', 'gaps']);
});
