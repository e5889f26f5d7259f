import { expect, test } from 'vitest';
import { almostRight } from '../raw-calls.ts';

test('An id of one character is not shortened to an empty one, which would change the route', () => {
  expect(almostRight('7').map(([, value]) => value)).toEqual(['70', '%', '_', '*']);
  expect(almostRight('17')[0]).toEqual(['without its last character', '1']);
});
