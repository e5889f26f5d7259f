import { expect, test } from 'vitest';
import { alike } from './credit-cases.ts';

test.each([
  ['evt_3fa9', 'evt_3fa0'],
  ['0190-aaaf', '0190-aaaa'],
  ['01J8ZH', '01J8ZJ'],
  ['order-Z-', 'order-G-'],
  ['--', '--'],
])('The id most similar to %s is %s', (id, other) => {
  expect(alike(id)).toBe(other);
});
