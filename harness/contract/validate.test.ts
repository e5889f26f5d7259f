import { expect, test } from 'vitest';
import { ACCOUNT, ORDER } from '../testing/contract-examples.ts';
import type { OperationId } from './operations.ts';
import { requirements } from './requirements.ts';
import { sourceText } from './service.ts';
import { type Violation, validateBody, validateRequestBody } from './validate.ts';

const { source_amount: _, ...withoutSourceAmount } = ORDER;
const lines = sourceText('service').split('\n');

/** What is found in a body, and what a violation says of it; last, what is written on the line that it names. */
type Case = readonly [
  name: string,
  found: readonly Violation[],
  place: readonly [pointer: string, keyword: string, requirement: string, schema: string],
  values: readonly [expected: string, received: string, line: string],
];

const orderWith = (body: unknown) => validateBody('getOnrampOrder', 200, body);

const CASES: readonly Case[] = [
  [
    'a number for a decimal string',
    orderWith({ ...ORDER, source_amount: 100.5 }),
    ['/source_amount', 'type', 'onramp.amounts', 'DecimalString/type'],
    ['a decimal string', 'number 100.5', 'type: string'],
  ],
  [
    'a string that is not a decimal',
    orderWith({ ...ORDER, quoted_rate: '1,500' }),
    ['/quoted_rate', 'pattern', 'onramp.amounts', 'DecimalString/pattern'],
    ['a decimal string', 'string "1,500"', String.raw`pattern: ^-?[0-9]+(\.[0-9]+)?$`],
  ],
  [
    'a missing field',
    orderWith(withoutSourceAmount),
    ['/source_amount', 'required', 'onramp.fields', 'OnrampOrder/required/7'],
    ['the field source_amount', 'nothing', '- source_amount'],
  ],
  [
    'camelCase',
    orderWith({ ...withoutSourceAmount, sourceAmount: '100' }),
    ['/sourceAmount', 'required', 'wire.snake-case', 'OnrampOrder/required/7'],
    ['the field source_amount', 'sourceAmount: string "100"', '- source_amount'],
  ],
  [
    'null for a string',
    orderWith({ ...ORDER, reference: null }),
    ['/reference', 'type', 'onramp.fields', 'OnrampOrder/properties/reference/type'],
    ['a string', 'null', 'type: string'],
  ],
  [
    'null for a decimal string',
    orderWith({ ...ORDER, account: { ...ACCOUNT, amount: null } }),
    ['/account/amount', 'type', 'account.fields', 'DecimalString/type'],
    ['a decimal string', 'null', 'type: string'],
  ],
  [
    'another type',
    orderWith({ ...ORDER, metadata: ['a'] }),
    ['/metadata', 'type', 'onramp.metadata', 'OnrampOrder/properties/metadata/type'],
    ['an object', 'array ["a"]', 'type: object'],
  ],
  [
    'another type in the nested account',
    orderWith({ ...ORDER, account: { ...ACCOUNT, expires_at: 1763640000 } }),
    ['/account/expires_at', 'type', 'account.types', 'Timestamp/type'],
    ['a timestamp string', 'number 1763640000', 'type: string'],
  ],
  [
    'a date that is none',
    orderWith({ ...ORDER, account: { ...ACCOUNT, expires_at: 'Invalid Date' } }),
    ['/account/expires_at', 'pattern', 'account.types', 'Timestamp/pattern'],
    ['a timestamp string', 'string "Invalid Date"', 'pattern: ^$|[1-9]'],
  ],
  [
    'an account that is not an object',
    orderWith({ ...ORDER, account: 'account-1' }),
    ['/account', 'type', 'account.fields', 'AccountRecord/type'],
    ['an object', 'string "account-1"', 'type: object'],
  ],
  [
    'a body that is not an object',
    orderWith('x'.repeat(200)),
    ['', 'type', 'onramp.fields', 'OnrampOrder/type'],
    ['an object', `string "${'x'.repeat(79)}…`, 'type: object'],
  ],
  [
    'an error of the wrong shape, under the requirement of its status',
    validateBody('resolveBankAccount', 401, { code: 'C', error: 'E', status: 'false' }),
    ['/status', 'type', 'enquiry.401-body', 'EnquiryError/properties/status/type'],
    ['a boolean', 'string "false"', 'type: boolean'],
  ],
  [
    'an onramp error of whatever status',
    validateBody('getOnrampOrder', 418, { code: 'C' }),
    ['/message', 'required', 'onramp.error-body', 'OnrampError/required/1'],
    ['the field message', 'nothing', '- message'],
  ],
  [
    'a request without a required field',
    validateRequestBody('resolveBankAccount', { account_number: '1' }),
    ['/bank_code', 'required', 'enquiry.bank-code-required', 'ResolveRequest/required/1'],
    ['the field bank_code', 'nothing', '- bank_code'],
  ],
  [
    'null for an optional field',
    validateRequestBody('simulateCollectionOrder', { event: 'wrong_chain', received_network: null }),
    ['/received_network', 'type', 'simulate.received-network', 'SimulateRequest/properties/received_network/type'],
    ['a string', 'null', 'type: string'],
  ],
  [
    'an event that is not one of the six',
    validateRequestBody('simulateCollectionOrder', { event: 'refund' }),
    ['/event', 'enum', 'simulate.event-values', 'SimulateRequest/properties/event/enum'],
    ['one of deposit_detected, deposit_confirmed, disburse, wrong_chain, expire, fail', 'string "refund"', 'enum:'],
  ],
  [
    'a network with an event that takes none',
    validateRequestBody('simulateCollectionOrder', { event: 'disburse', received_network: 'N' }),
    [
      '/received_network',
      'false schema',
      'simulate.only-own-event',
      'SimulateRequest/oneOf/2/properties/received_network/false schema',
    ],
    ['nothing', 'string "N"', 'received_network: false'],
  ],
];

test.each(CASES)(
  'A violation names its place, the value, the requirement and the line %s',
  (_, found, [pointer, keyword, requirement, schema], [expected, received, text]) => {
    const place = { pointer, keyword, requirement, schema: `/components/schemas/${schema}` };
    expect(found).toEqual([{ ...place, expected, received, line: expect.any(Number) }]);
    expect(requirements().has(requirement)).toBe(true);
    expect(found.map(({ line }) => lines[line - 1]?.trim())).toEqual([text]);
  },
);

test('A violation names a line inside the right definition', () => {
  const [violation] = validateBody('getOnrampOrder', 200, { ...ORDER, source_amount: 1 });
  const definition = lines.indexOf('    DecimalString:');
  expect(violation?.line).toBeGreaterThan(definition + 1);
  expect(violation?.line).toBeLessThan(definition + 6);
});

test('All violations are reported at once', () => {
  const found = validateBody('getOnrampOrder', 200, { account: {} });
  expect(found.map(({ pointer }) => pointer).sort()).toEqual(
    [...Object.keys(ORDER).map(key => `/${key}`), ...Object.keys(ACCOUNT).map(key => `/account/${key}`)].sort(),
  );
});

test.each([
  ['without an account', ORDER],
  ['with null for an account', { ...ORDER, account: null }],
  ['with an account', { ...ORDER, account: ACCOUNT }],
  ['with fields that are not documented', { ...ORDER, fee: 1, account: { ...ACCOUNT, iban: null } }],
  ['with timestamps of any form', { ...ORDER, created_at: '', updated_at: '24 November 2026' }],
  ['with timestamps as digits', { ...ORDER, created_at: '1763640000', updated_at: '1763640000.25' }],
])('Accepts an onramp order %s', (_name, body) => expect(validateBody('getOnrampOrder', 200, body)).toEqual([]));

test.each<[OperationId, number]>([
  ['resolveBankAccount', 404],
  ['getOnrampOrder', 302],
  ['simulateCollectionOrder', 202],
  ['simulateCollectionOrder', 404],
  ['getClientSession', 200],
])('Any body is valid if the contract leaves it open: %s %i', (operation, status) => {
  for (const body of [undefined, null, 1, 'a', [], { camelCase: 1 }]) {
    expect(validateBody(operation, status, body)).toEqual([]);
  }
});

test('A request body is valid if it follows the tables, or if the contract leaves it open', () => {
  const detected = { event: 'deposit_detected', received_amount: '99.50' };
  expect(validateRequestBody('simulateCollectionOrder', detected)).toEqual([]);
  expect(validateRequestBody('resolveBankAccount', { account_number: '1', bank_code: '2', extra: 1 })).toEqual([]);
  expect(validateRequestBody('selectClientSession', [1])).toEqual([]);
  expect(validateRequestBody('getOnrampOrder', undefined)).toEqual([]);
});
