import { expect, test } from 'vitest';
import { errorOf, valueWith } from './expect.ts';

test('A member that is not given back as it was sent is told by its place', () => {
  const gone = errorOf('enquiry.error-body', { status: [400] })({ kind: 'error', error: { status: 400 } });
  expect(gone.map(({ differences }) => differences)).toEqual([[{ at: '/requestId', expected: '"req_Gate_91C4"' }]]);
  const order = { kind: 'value', value: { id: 'o_1', quoted_rate: 1.5 } } as const;
  expect(valueWith('onramp.ok-body', { id: 'o_2', quoted_rate: '1.55' })(order)).toMatchObject([
    { differences: [{ at: '/id', expected: '"o_2"', received: '"o_1"' }] },
    { differences: [{ at: '/quoted_rate', expected: '"1.55"', received: '1.5' }] },
  ]);
});
