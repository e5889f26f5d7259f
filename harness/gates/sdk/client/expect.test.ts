import { expect, test } from 'vitest';
import { ENQUIRY_SAYS, json, ORDER, ORDER_SAYS, raw } from './answers.ts';
import { order, resolve } from './call.ts';
import { leaksIn } from './client-case.ts';
import { byAnswer } from './expect.ts';
import { amountProblems } from './problem.ts';

const REQUEST_ID = 'req_Gate_91C4';
const refused = byAnswer({ call: resolve(), answer: json(400, { code: 'no_bank', error: 'unknown', status: false }) });
const found = byAnswer({ call: order(), answer: json(200, ORDER) });

test('The problem of a changed member names the place of the member', () => {
  const gone = refused({ kind: 'error', error: { status: 400, code: 'no_bank', message: 'unknown' } });
  expect(gone.map(({ differences }) => differences)).toEqual([[{ at: '/requestId', expected: `"${REQUEST_ID}"` }]]);
  expect(found({ kind: 'value', value: { ...ORDER, id: 'o_1', quoted_rate: 1.5 } })).toMatchObject([
    { differences: [{ at: '/id', expected: '"onr_7Qm2"', received: '"o_1"' }] },
    { differences: [{ at: '/quoted_rate', expected: `"${ORDER.quoted_rate}"`, received: '1.5' }] },
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
  const value = { ...ORDER, updated_at: ORDER.account.updated_at };
  const likely = 'it returns the value of an earlier answer in place of an error';
  const gone = byAnswer({ call: order(), answer: json(404, ORDER_SAYS) });
  expect(gone({ kind: 'value', value })).toMatchObject([{ likely }]);
  expect(found({ kind: 'value', value })).toMatchObject([{ likely: 'it takes account.updated_at for updated_at' }]);
});

test('Swapping the code and the message of an error is one mistake', () => {
  const error = { status: 400, code: 'unknown', message: 'no_bank', requestId: REQUEST_ID };
  expect(new Set(refused({ kind: 'error', error }).map(({ message }) => message))).toEqual(
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
  expect(refused({ kind: 'error', error }).map(({ cause }) => cause)).toEqual(causes);
});

const NO_ANSWER = {
  kind: 'error',
  error: { status: null, code: null, message: 'timed out', requestId: null },
} as const;

test.each([
  ['whole', ['error-for-value']],
  ['slow', []],
  ['trickle', []],
  ['cut', []],
  ['drop', []],
] as const)('Whether an SDK may report no answer follows from the answer: %s', (manner, causes) => {
  const judge = byAnswer({ call: order(), answer: json(200, ORDER, manner) });
  expect(judge(NO_ANSWER).map(({ cause }) => cause)).toEqual(causes);
});

test('The code of an earlier error is none of an answer without a code', () => {
  const error = { status: 502, code: ENQUIRY_SAYS.code, message: null, requestId: REQUEST_ID };
  const judge = byAnswer({ call: order(), answer: raw(502, '<html>', 'text/html') });
  expect(judge({ kind: 'error', error })).toMatchObject([{ likely: 'it keeps an error of an earlier answer' }]);
  expect(judge({ kind: 'error', error: { ...error, code: 'bad_gateway' } })).toEqual([]);
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
