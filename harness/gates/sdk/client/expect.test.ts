import { expect, test } from 'vitest';
import { ORDER } from './answers.ts';
import { leaksIn } from './client-case.ts';
import { orderFields, valueWith } from './expect.ts';
import { errorOf } from './expect-error.ts';
import { amountProblems } from './problem.ts';

test('The problem of a changed member names the place of the member', () => {
  const gone = errorOf('enquiry.error-body', { status: [400] })({ kind: 'error', error: { status: 400 } });
  expect(gone.map(({ differences }) => differences)).toEqual([[{ at: '/requestId', expected: '"req_Gate_91C4"' }]]);
  const order = { kind: 'value', value: { id: 'o_1', quoted_rate: 1.5 } } as const;
  expect(valueWith('onramp.ok-body', { id: 'o_2', quoted_rate: '1.55' })(order)).toMatchObject([
    { differences: [{ at: '/id', expected: '"o_2"', received: '"o_1"' }] },
    { differences: [{ at: '/quoted_rate', expected: '"1.55"', received: '1.5' }] },
  ]);
});

test.each([
  ['0.00000001', '1E-8', 'breach'],
  ['0.00000001', '1e-07', 'breach'],
  ['12.34567', '1.234567e+1', 'breach'],
  ['0.00000001', 1e-8, 'advice'],
  ['153525.00', '0.153525e6', 'breach'],
  ['153525.00', '153525.0', 'advice'],
  ['100.5', '0100.500', 'advice'],
  ['100.5', '100.05', 'breach'],
  ['0.5', '.5', 'advice'],
] as const)('Returning the amount %s as %s is %s', (sent, given, severity) => {
  expect(amountProblems('amount', sent, given).map(problem => problem.severity)).toEqual([severity]);
});

test.each([
  ['1527.6119422985074626865671641', 'it keeps only 29 digits of a decimal'],
  ['1527.6119422985075', 'it parses decimal strings as binary floating point'],
  ['1527.61194229850745245', 'it parses decimal strings as binary floating point'],
  ['1527.61', 'it rounds rates to 2 decimal places'],
  ['1.527611942298507462686567164179104477612E3', 'it writes decimals with an exponent, and not as decimal strings'],
])('The likely cause of an amount returned as %s: %s', (given, likely) => {
  const sent = '1527.611942298507462686567164179104477612';
  expect(amountProblems('quoted_rate', sent, given).map(problem => problem.likely)).toEqual([likely]);
});

test('A cause names where a value came from: an earlier answer, or another member of the same one', () => {
  const order = { kind: 'value', value: { ...ORDER, updated_at: ORDER.account.updated_at } } as const;
  const likely = 'it returns the value of an earlier answer in place of an error';
  expect(errorOf('onramp.error-body', { status: [400] })(order)).toMatchObject([{ likely }]);
  expect(orderFields(ORDER)(order)).toMatchObject([{ likely: 'it takes account.updated_at for updated_at' }]);
});

test('Swapping the code and the message of an error is one mistake', () => {
  const wanted = { status: [400], code: 'no_bank', message: 'unknown', requestId: undefined };
  const error = { status: 400, code: 'unknown', message: 'no_bank' };
  const found = errorOf('enquiry.error-body', wanted)({ kind: 'error', error });
  expect(new Set(found.map(({ message }) => message))).toEqual(
    new Set(['the SDK mixes up code and message of an error']),
  );
});

test.each([
  // An error that the SDK made up is one cause, not one per missing member.
  [{ status: null, code: null, message: 'max retries', requestId: null }, ['error-replaced']],
  [{ message: 'unexpected token' }, ['error-replaced']],
  [{ status: null, code: 'no_bank', message: 'unknown', requestId: null }, ['error-status', 'error-request-id']],
  [{ status: 500, code: null, message: null }, ['error-status', 'error-unread', 'error-request-id']],
])('The error %j lacks parts of the answer', (error, causes) => {
  const wanted = { status: [400], code: 'no_bank', message: 'unknown' };
  const found = errorOf('enquiry.error-body', wanted)({ kind: 'error', error });
  expect(found.map(({ cause }) => cause)).toEqual(causes);
});

test.each([
  [{ message: 'refused (X-API-Key: sk_test_1)' }, 1],
  [{ requestId: 'sk_test_1' }, 1],
  [{ message: 'refused (X-API-Key: sk_…)' }, 0],
  // Other members that an adapter passes on do not appear in logs.
  [{ message: 'refused', config: { headers: { 'X-API-Key': 'sk_test_1' } } }, 0],
])('An error may not show the API key of its call: %j', (error, count) => {
  expect(leaksIn({ kind: 'error', error }, 'sk_test_1')).toHaveLength(count);
});
