import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import type { ExchangeOptions } from '../../testing/evidence-options.ts';
import { outcomeOfCalls } from '../../testing/outcome.ts';
import { ownRequests } from './own-requests.ts';

const KEY = '0000000A-0000-1000-8000-00000000000b';
const HEADERS = {
  Accept: 'application/json',
  'Content-Type': 'application/json; charset=utf-8',
  'Idempotency-Key': KEY,
};
type Named = { readonly [name: string]: string };
const post = (headers: Named, asks: Json = {}, more: ExchangeOptions = {}): ExchangeOptions => ({
  method: 'POST',
  asks,
  requestHeaders: Object.entries(headers),
  ...more,
});

const calling = (operation: string, ...calls: readonly ExchangeOptions[]) =>
  outcomeOfCalls(ownRequests, operation, ...calls);

const without = (name: string) => Object.fromEntries(Object.entries(HEADERS).filter(([key]) => key !== name));

test('own-requests passes an enquiry with all headers and strings, and requires only Accept of a GET', () => {
  const { breaches, passes } = calling('resolveBankAccount', post(HEADERS, { account_number: '1', bank_code: '2' }));
  expect(breaches).toEqual([]);
  const ofRequest = ['accept', 'content-type', 'idempotency-key', 'one-key-per-post'].map(id => `request.${id}`);
  expect(Object.keys(passes).sort()).toEqual(['enquiry.string-inputs', ...ofRequest]);
  const read = calling('getOnrampOrder', { requestHeaders: [['accept', 'application/json']] });
  expect(read.passes).toEqual({ 'request.accept': ['x1'] });
});

test.each(['Accept', 'Content-Type', 'Idempotency-Key'])('own-requests finds a call without %s', name => {
  const { breaches } = calling('simulateCollectionOrder', post(without(name), { event: 'fail' }));
  const message = expect.stringMatching(/^the harness (does not send|sends) /);
  const found = { requirement: `request.${name.toLowerCase()}`, received: `${name}: (none)`, message };
  expect(breaches).toMatchObject([{ ...found, likely: 'a bug of the harness', evidence: ['x1'] }]);
});

test('own-requests finds a key that is used twice, unless deliberately or in a retry of the same call', () => {
  const twice = (more: ExchangeOptions) => calling('x', post(HEADERS), post(HEADERS, {}, more)).breaches;
  expect(twice({})).toMatchObject([
    {
      requirement: 'request.one-key-per-post',
      cause: 'key-reused',
      message: 'the harness uses an Idempotency-Key for two calls',
      expected: 'a fresh UUID for each POST',
      received: KEY,
      likely: 'a bug of the harness',
      evidence: ['x2'],
    },
  ]);
  const none = calling('x', post(without('Idempotency-Key')), post(without('Idempotency-Key')));
  expect(none.passes).not.toHaveProperty(['request.one-key-per-post']);
  expect(calling('x', { requestHeaders: Object.entries(HEADERS) }).passes).toEqual({ 'request.accept': ['x1'] });
  for (const more of [{ condition: 'replay' }, { condition: 'conflict' }, { attempt: 1 }] as const)
    expect(twice(more)).toEqual([]);
});

test('own-requests ignores deliberately wrong calls', () => {
  expect(calling('x', post({}, {}, { condition: 'without-key' }))).toEqual({ breaches: [], passes: {} });
  expect(calling('x', post({}, {}, { condition: 'wrong-key' })).breaches).toHaveLength(3);
});

test('own-requests finds an enquiry without its fields, even if its account is unknown', () => {
  const body = { account_number: '1' };
  for (const condition of ['known', 'unknown-account'] as const)
    expect(calling('resolveBankAccount', post(HEADERS, body, { condition })).breaches).toMatchObject([
      { requirement: 'enquiry.string-inputs', received: JSON.stringify(body) },
    ]);
  expect(calling('simulateCollectionOrder', post(HEADERS, body)).passes['enquiry.string-inputs']).toBeUndefined();
});

test.each([
  [{ event: 'deposit_detected', received_network: 'tron' }, 1],
  [{ event: 'deposit_detected', received_amount: '1' }, 0],
])('own-requests judges %j, unless it is deliberately wrong', (body, count) => {
  const { breaches, passes } = calling('simulateCollectionOrder', post(HEADERS, body));
  expect(breaches.filter(({ requirement }) => requirement === 'simulate.only-own-event')).toHaveLength(count);
  expect(passes['simulate.only-own-event'] ?? []).toHaveLength(1 - count);
  const mistaken = calling('simulateCollectionOrder', post(HEADERS, body, { condition: 'misplaced-field' }));
  expect(mistaken).toMatchObject({ breaches: [] });
  expect(mistaken.passes['simulate.only-own-event']).toBeUndefined();
});

test('own-requests does not judge bodies that are not objects', () =>
  expect(calling('resolveBankAccount', post(HEADERS, [1])).breaches).toEqual([]));
