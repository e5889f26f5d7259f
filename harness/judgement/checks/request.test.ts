import { expect, test } from 'vitest';
import { bodyOf, type Json } from '../../base/json.ts';
import type { OperationId } from '../../contract/operations.ts';
import { isBreach } from './check.ts';
import { judgeRequest } from './request.ts';

const SENDER = { name: 'the SDK', evidence: 'x1' };

const HEADERS = {
  Accept: 'application/json',
  'Content-Type': 'application/json',
  'Idempotency-Key': '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
};

function judged(operation: OperationId | undefined, body?: Json | string, changed: { [name: string]: string } = {}) {
  const headers = Object.entries({ ...HEADERS, ...changed }).filter(([, value]) => value !== '');
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''));
  const request = { method: 'POST', url: '/', headers, ...(body !== undefined && { body: bodyOf(bytes) }) };
  const judgements = [...judgeRequest(SENDER, request, operation)];
  const found = judgements.filter(isBreach);
  return {
    found,
    breaches: found.map(({ requirement, message }) => `${requirement}: ${message}`),
    passes: judgements.filter(one => !isBreach(one)).map(({ requirement }) => requirement),
  };
}

test.each([
  [{ account_number: '1', bank_code: '2' }, []],
  [{ account_number: '1' }, ['enquiry.string-inputs: the SDK leaves out bank_code']],
  [{ account_number: '1', bank_code: null }, ['enquiry.string-inputs: the SDK leaves out bank_code']],
  [{ account_number: '1', bankCode: '2' }, ['wire.snake-case: the SDK sends bankCode instead of the field bank_code']],
  ['[1]', ['wire.json: the SDK sends a body of JSON that is not an object']],
  ['{', ['wire.json: the SDK sends a body that is not JSON']],
])('The body of a request of a name enquiry: %j', (body, breaches) => {
  expect(judged('resolveBankAccount', body).breaches).toEqual(breaches);
  expect(judged('resolveBankAccount', body).passes.includes('enquiry.string-inputs')).toBe(breaches.length === 0);
});

test.each([
  [{ event: 'fail' }, []],
  [{ event: 'deposit_detected', received_amount: '5.00' }, []],
  [{ event: 'fail', received_amount: null }, ['simulate.optional-fields: the SDK sends an absent field as null']],
  [
    { event: 'deposit_detected', received_amount: 5 },
    ['simulate.received-amount: the SDK sends received_amount as something other than a decimal string'],
  ],
  [
    { event: 'fail', received_network: 'tron' },
    ['simulate.only-own-event: the SDK sends received_network with an event that does not take it'],
  ],
])('The body of a request of a simulated step: %j', (body, breaches) => {
  expect(judged('simulateCollectionOrder', body).breaches).toEqual(breaches);
  expect(judged('simulateCollectionOrder', body).passes.includes('simulate.only-own-event')).toBe(!breaches.length);
});

const OF_HEADERS = ['request.accept', 'request.content-type', 'request.idempotency-key'];

test('The headers of a request may have parameters, blanks and any case', () => {
  const headers = { Accept: ' Application/JSON ;q=0.9', 'Content-Type': 'application/json ; charset=utf-8' };
  expect(judged('resolveBankAccount', undefined, headers)).toMatchObject({ found: [], passes: OF_HEADERS });
});

test.each([
  ['Accept', '', 'accept', 'does not send Accept: application/json', undefined],
  ['Accept', '*/*', 'accept', 'does not send Accept: application/json', 'its HTTP library sends a default'],
  ['Accept', 'text/plain', 'accept', 'does not send Accept: application/json', undefined],
  ['Content-Type', '', 'content-type', 'does not send Content-Type: application/json with a POST', undefined],
  ['Idempotency-Key', '', 'no-idempotency-key', 'sends no Idempotency-Key with a POST', undefined],
  ['Idempotency-Key', '12', 'key-not-uuid', 'sends a malformed Idempotency-Key with a POST', undefined],
])('The headers of a request are wrong if %s is %j', (name, value, cause, message, likely) => {
  const { found, passes } = judged(undefined, undefined, { [name]: value });
  const wanted = name === 'Idempotency-Key' ? '<uuid>' : 'application/json';
  expect(found).toStrictEqual([
    {
      requirement: `request.${name.toLowerCase()}`,
      cause,
      message: `the SDK ${message}`,
      expected: `${name}: ${wanted}`,
      received: `${name}: ${value || '(none)'}`,
      ...(likely && { likely }),
      evidence: ['x1'],
    },
  ]);
  expect(passes).toEqual(OF_HEADERS.filter(id => id !== `request.${name.toLowerCase()}`));
});

test('The headers of a request are quoted up to 100 characters of a key', () => {
  const [breach] = judged(undefined, undefined, { 'Idempotency-Key': 'k'.repeat(101) }).found;
  expect(breach?.received).toBe(`Idempotency-Key: ${'k'.repeat(100)}`);
});

test('The headers of a request may accept more than JSON, which is advice', () => {
  const { found, passes } = judged(undefined, undefined, { Accept: 'application/json, text/plain;q=0.5' });
  expect(passes).toEqual(OF_HEADERS);
  expect(found).toMatchObject([
    { severity: 'advice', cause: 'accept-more', message: 'the SDK accepts more than application/json' },
  ]);
});

test.each([
  ['{', 'body-not-json'],
  ['[1]', 'body-not-object'],
])('A finding about a body says that %s is not a JSON object, by the cause %s', (body, cause) => {
  expect(judged('resolveBankAccount', body).found).toMatchObject([
    { cause, expected: 'a JSON object', received: body },
  ]);
});

test('A finding about a body quotes 300 characters of the body', () => {
  expect(judged('resolveBankAccount', `[${'1'.repeat(400)}]`).found[0]?.received).toBe(`[${'1'.repeat(299)}`);
});

test('A finding about a body names every absent field that is sent as null', () => {
  const nulls = { event: 'fail', received_amount: null, received_network: null };
  expect(judged('simulateCollectionOrder', nulls).found).toMatchObject([
    {
      cause: 'null-for-absent',
      expected: 'no received_amount, no received_network',
      received: JSON.stringify(nulls),
      likely: 'it serializes every known field, set or not',
    },
  ]);
});

test.each([
  [
    { event: 'fail', received_network: 'tron' },
    'misplaced-received_network',
    'received_network only with "wrong_chain"',
    { expected: 'only with "wrong_chain"', received: 'string "tron"' },
    'it sends every field that it knows',
  ],
  [
    { event: 'deposit_detected', received_amount: 5 },
    'type-received_amount',
    'received_amount: a decimal string',
    { expected: 'a decimal string', received: 'number 5' },
    'it sends a number instead of a string, which loses leading and trailing zeros',
  ],
  [
    { event: 'deposit_detected', received_amount: 'five' },
    'pattern-received_amount',
    'received_amount: a decimal string',
    { expected: 'a decimal string', received: 'string "five"' },
    undefined,
  ],
  [
    {},
    'required-event',
    'event: the field event',
    { expected: 'the field event' },
    'it drops the field, or sends it under another name than the snake_case one',
  ],
])('A finding about a body names the field and the likely cause: %j', (body, cause, expected, difference, likely) => {
  const { found } = judged('simulateCollectionOrder', body);
  const at = `/${cause.split('-')[1]}`;
  expect(found).toMatchObject([{ cause, expected, received: JSON.stringify(body) }]);
  expect(found[0]?.differences).toEqual([{ at, ...difference }]);
  expect(found[0]?.likely).toBe(likely);
});
