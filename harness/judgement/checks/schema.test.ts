import { expect, test } from 'vitest';
import { briefly, type Json, type JsonObject } from '../../base/json.ts';
import type { OperationId } from '../../contract/operations.ts';
import { ACCOUNT, contractExample, ORDER } from '../../testing/contract-examples.ts';
import { aRun } from '../../testing/evidence.ts';
import type { ExchangeOptions } from '../../testing/evidence-options.ts';
import { hiddenIn, outcomeOfCalls } from '../../testing/outcome.ts';
import { OF_ANSWER } from './answers.ts';
import { hidden } from './check.ts';
import { schema } from './schema.ts';

const RESOLVED = contractExample('resolveBankAccount', 200);
const without = (value: JsonObject, ...names: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

const answered = (operation: OperationId, status: number, answers?: Json, more: ExchangeOptions = {}) =>
  outcomeOfCalls(schema, operation, { status, ...(answers !== undefined && { answers }), ...more });

const OF_ORDER = ['ok-body', 'fields', 'types', 'amounts', 'metadata', 'converts', 'account-optional'].map(
  id => `onramp.${id}`,
);
const OF_ACCOUNT = ['account.fields', 'account.types', 'account.amount'];

test.each([
  ['resolveBankAccount', 201, RESOLVED, 'enquiry.ok-body'],
  ['getOnrampOrder', 202, ORDER, 'onramp.ok-body'],
  ['getOnrampOrder', 204, undefined, 'onramp.ok-body'],
] as const)('schema finds that %s succeeds with %i', (operation, status, answers, requirement) => {
  expect(answered(operation, status, answers)).toMatchObject({
    breaches: [
      {
        requirement,
        cause: `${operation} ${status}`,
        message: `${operation} succeeds with ${status}`,
        expected: '200, the only documented success',
        received: `${status} ${briefly(answers)}`,
        evidence: ['x1'],
      },
    ],
    passes: {},
  });
});

test.each([
  ['getOnrampOrder', OF_ORDER],
  ['resolveBankAccount', ['enquiry.ok-body', 'enquiry.data']],
] as const)('schema cannot judge the success of %s if a known object is not answered with 200', (operation, shown) => {
  const notShown = (status: number, more: ExchangeOptions) => {
    const run = aRun();
    run.exchange(operation, { status, ...more });
    return hiddenIn(schema, run);
  };
  const expected = shown.map(requirement => hidden(requirement, OF_ANSWER, 'x1'));
  expect(notShown(500, { condition: 'known' })).toEqual(expected);
  expect(notShown(200, { text: '<html>' })).toEqual(expected);
  expect(notShown(500, { condition: 'unknown' })).toEqual([]);
  const answers = operation === 'getOnrampOrder' ? ORDER : RESOLVED;
  expect(notShown(200, { condition: 'known', answers })).toEqual([]);
});

test.each([
  ['getOnrampOrder', 200, ORDER, OF_ORDER],
  ['getOnrampOrder', 200, { ...ORDER, account: null }, OF_ORDER],
  ['getOnrampOrder', 200, { ...ORDER, account: ACCOUNT, more: { x: 1 } }, [...OF_ORDER, ...OF_ACCOUNT]],
  ['getOnrampOrder', 404, { code: 'c', message: 'm' }, ['onramp.error-body', 'onramp.error-responses']],
  ['resolveBankAccount', 200, RESOLVED, ['enquiry.ok-body', 'enquiry.data']],
  ['resolveBankAccount', 400, { code: 'c', error: 'e', status: false }, ['enquiry.error-body', 'enquiry.400-body']],
  ['resolveBankAccount', 401, { code: 'c', error: 'e', status: true }, ['enquiry.error-body', 'enquiry.401-body']],
  ['resolveBankAccount', 500, { code: 'c', error: 'e', status: false }, ['enquiry.error-body', 'enquiry.500-body']],
] as const)(
  'schema passes a valid answer of %s %i for each requirement that it shows',
  (operation, status, body, shown) => {
    expect(answered(operation, status, body)).toEqual({
      breaches: [],
      passes: Object.fromEntries(shown.map(id => [id, ['x1']])),
    });
  },
);

test.each([
  [{ ...ORDER, source_amount: 100.5 }, 'onramp.amounts', '/source_amount', 'number 100.5'],
  [{ ...ORDER, quoted_rate: '1,5' }, 'onramp.amounts', '/quoted_rate', 'string "1,5"'],
  [without(ORDER, 'reference'), 'onramp.fields', '/reference', 'nothing'],
  [{ ...ORDER, status: 3 }, 'onramp.types', '/status', 'number 3'],
  [{ ...ORDER, metadata: [] }, 'onramp.metadata', '/metadata', 'array []'],
  [{ ...ORDER, account: { ...ACCOUNT, amount: 1 } }, 'account.amount', '/account/amount', 'number 1'],
  [{ ...ORDER, account: without(ACCOUNT, 'provider') }, 'account.fields', '/account/provider', 'nothing'],
])('schema finds a breach of the contract in an order: %#', (body, requirement, pointer, received) => {
  const { breaches, passes } = answered('getOnrampOrder', 200, body as Json);
  expect(breaches).toMatchObject([{ requirement, received, evidence: ['x1'] }]);
  expect(breaches[0]?.cause).toMatch(new RegExp(`^getOnrampOrder 200 ${pointer} `));
  expect(breaches[0]?.message).toMatch(
    received === 'nothing'
      ? `a 200 response to getOnrampOrder lacks the field ${pointer}`
      : /in a 200 response to getOnrampOrder is not/,
  );
  const { expected = '', differences } = breaches[0] ?? {};
  expect(differences).toEqual([{ at: pointer, expected, ...(received !== 'nothing' && { received }) }]);
  expect(breaches[0]?.line).toBeGreaterThan(0);
  expect(breaches[0]).not.toHaveProperty('also');
  expect(passes[requirement]).toBeUndefined();
  expect(passes['onramp.ok-body']).toEqual(['x1']);
});

test('schema reports that an invalid account is optional', () => {
  expect(answered('getOnrampOrder', 200, { ...ORDER, account: 'none' }).breaches).toMatchObject([
    { also: ['onramp.account-optional'] },
  ]);
});

test.each<[OperationId, number, Json, string, string[], string]>([
  ['resolveBankAccount', 401, { code: 'c', error: 'e', status: 'no' }, 'enquiry', ['enquiry.401-body'], '/status'],
  ['resolveBankAccount', 500, { code: 'c', status: false }, 'enquiry', ['enquiry.500-body'], '/error'],
  ['getOnrampOrder', 418, { code: 'c', message: null }, 'onramp', [], '/message'],
])('schema finds an error of %s %i of another shape', (operation, status, body, of, also, at) => {
  const requirement = `${of}.error-body`;
  const { breaches, passes } = answered(operation, status, body);
  expect(breaches).toMatchObject([
    {
      requirement,
      cause: expect.stringMatching(`^${operation} error ${at} `),
      message: expect.stringContaining(`an error response to ${operation} `),
      received: expect.stringMatching(` in a ${status}$`),
    },
  ]);
  expect(breaches[0]?.also).toEqual(also.length > 0 ? also : undefined);
  for (const id of [requirement, ...also]) expect(passes[id]).toBeUndefined();
});

test('schema reports one cause for a body that lacks three fields or is not an object', () => {
  const wrapped = answered('getOnrampOrder', 200, { data: ORDER }).breaches;
  const fields = Object.keys(ORDER);
  expect(wrapped).toMatchObject([
    {
      requirement: 'onramp.ok-body',
      cause: 'getOnrampOrder 200 whole',
      message: 'the body of a 200 response to getOnrampOrder has another shape',
      expected: `the fields ${fields.join(', ')}`,
      likely: 'the body is wrapped in data',
    },
  ]);
  expect(wrapped[0]?.also).toContain('onramp.fields');
  expect(wrapped[0]?.also).not.toContain('onramp.ok-body');
  expect(wrapped[0]?.differences).toEqual(fields.map(name => ({ at: `/${name}`, expected: `the field ${name}` })));
  expect(wrapped[0]?.line).toBeGreaterThan(0);
  const list = answered('getOnrampOrder', 200, [ORDER]).breaches;
  expect(list).toMatchObject([
    {
      requirement: 'onramp.ok-body',
      expected: 'an object',
      likely: 'the body is wrapped in an array',
      evidence: ['x1'],
    },
  ]);
  expect(list[0]).not.toHaveProperty('differences');
  expect(answered('resolveBankAccount', 400, 'bad').breaches).toMatchObject([
    { requirement: 'enquiry.error-body', also: ['enquiry.400-body'], cause: 'resolveBankAccount error whole' },
  ]);
  expect(answered('getOnrampOrder', 404, 'bad').breaches).toMatchObject([
    { requirement: 'onramp.error-body', also: [] },
  ]);
  const three = { ...without(ORDER, 'id', 'reference', 'status'), source_amount: 1 };
  expect(answered('getOnrampOrder', 200, three).breaches.map(({ requirement }) => requirement)).toEqual([
    'onramp.ok-body',
    'onramp.amounts',
  ]);
  expect(answered('getOnrampOrder', 200, without(ORDER, 'id', 'reference')).breaches).toHaveLength(2);
});

test('schema reports one cause for a body that lacks all of its two fields', () => {
  const account = { account_name: 'A', account_number: '1', bank_code: '044', bank_name: 'B' };
  expect(answered('resolveBankAccount', 200, account).breaches).toMatchObject([
    { cause: 'resolveBankAccount 200 whole', likely: 'the body is not wrapped in data' },
  ]);
  expect(answered('getOnrampOrder', 404, { error: { code: 'not_found', message: 'No.' } }).breaches).toMatchObject([
    { cause: 'getOnrampOrder error whole', likely: 'the body is wrapped in error' },
  ]);
  expect(answered('getOnrampOrder', 404, { code: 'not_found' }).breaches).toMatchObject([
    { message: 'an error response to getOnrampOrder lacks the field /message' },
  ]);
});

test.each([{}, { data: 1 }, { data: [ORDER] }, { data: ORDER, more: 1 }, { more: 1, data: ORDER }])(
  'schema says of no body that it is wrapped that has not one member, an object: %#',
  body => {
    const [breach] = answered('getOnrampOrder', 200, body).breaches;
    expect(breach).toMatchObject({ cause: 'getOnrampOrder 200 whole' });
    expect(breach).not.toHaveProperty('likely');
  },
);

test('schema finds an empty body if a body is required', () => {
  expect(answered('getOnrampOrder', 200).breaches).toMatchObject([
    { requirement: 'onramp.ok-body', received: 'nothing' },
  ]);
});

test('schema leaves names to snake-case, and bodies that are not JSON to json-body', () => {
  const camel = { ...without(ORDER, 'customer_id'), customerId: 'c' };
  const { breaches, passes } = answered('getOnrampOrder', 200, camel);
  expect(breaches).toEqual([]);
  expect(passes['onramp.ok-body']).toEqual(['x1']);
  expect(answered('getOnrampOrder', 200, undefined, { text: '<html>' })).toEqual({ breaches: [], passes: {} });
});

test.each([405, 406, 408, 411, 413, 414, 415, 417, 426, 431, 429, 501, 502, 503, 504])(
  'schema does not judge a %i, which does not come from the operation',
  status => {
    for (const operation of ['getOnrampOrder', 'resolveBankAccount'] as const)
      expect(answered(operation, status, { error: 'x' })).toEqual({ breaches: [], passes: {} });
  },
);

test('schema does not judge undocumented statuses and operations', () => {
  expect(answered('resolveBankAccount', 404, {})).toEqual({ breaches: [], passes: {} });
  expect(answered('simulateCollectionOrder', 200, { anything: 1 })).toEqual({ breaches: [], passes: {} });
  expect(answered('getClientSession', 200, {})).toEqual({ breaches: [], passes: {} });
});

test('schema gives advice on more error statuses than are defined, without those of the HTTP layer', () => {
  const answers = { code: 'a', message: 'b' };
  const judged = (...statuses: readonly number[]) =>
    outcomeOfCalls(schema, 'getOnrampOrder', ...statuses.map(status => ({ status, answers }))).breaches;
  expect(judged(400, 401, 404, 500, 413)).toEqual([]);
  expect(judged(400, 401, 404, 500, 413, 422)).toMatchObject([
    { requirement: 'onramp.error-responses', severity: 'advice', received: '400, 401, 404, 422, 500' },
  ]);
});
