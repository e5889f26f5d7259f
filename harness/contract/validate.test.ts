import { describe, expect, test } from 'vitest';
import { ACCOUNT, ORDER } from '../testing/contract-examples.ts';
import type { OperationId } from './operations.ts';
import { requirements } from './requirements.ts';
import { sourceText } from './source.ts';
import { undocumentedFields, type Violation, validateBody, validateRequestBody } from './validate.ts';

const { source_amount: _, ...withoutSourceAmount } = ORDER;
const lines = sourceText('service').split('\n');

interface Case {
  readonly name: string;
  readonly found: readonly Violation[];
  readonly violation: Omit<Violation, 'line'>;
  /** What is written on the line that the violation names. */
  readonly text: string;
}

const orderCase = (name: string, body: unknown, violation: Omit<Violation, 'line'>, text: string): Case => ({
  name,
  found: validateBody('getOnrampOrder', 200, body),
  violation,
  text,
});

const CASES: readonly Case[] = [
  orderCase(
    'a number for a decimal string',
    { ...ORDER, source_amount: 100.5 },
    {
      pointer: '/source_amount',
      keyword: 'type',
      expected: 'a decimal string',
      received: 'number 100.5',
      requirement: 'onramp.amounts',
      schema: '/components/schemas/DecimalString/type',
    },
    'type: string',
  ),
  orderCase(
    'a string that is not a decimal',
    { ...ORDER, quoted_rate: '1,500' },
    {
      pointer: '/quoted_rate',
      keyword: 'pattern',
      expected: 'a decimal string',
      received: 'string "1,500"',
      requirement: 'onramp.amounts',
      schema: '/components/schemas/DecimalString/pattern',
    },
    String.raw`pattern: ^-?[0-9]+(\.[0-9]+)?$`,
  ),
  orderCase(
    'a missing field',
    withoutSourceAmount,
    {
      pointer: '/source_amount',
      keyword: 'required',
      expected: 'the field source_amount',
      received: 'nothing',
      requirement: 'onramp.fields',
      schema: '/components/schemas/OnrampOrder/required/7',
    },
    '- source_amount',
  ),
  orderCase(
    'camelCase',
    { ...withoutSourceAmount, sourceAmount: '100' },
    {
      pointer: '/sourceAmount',
      keyword: 'required',
      expected: 'the field source_amount',
      received: 'sourceAmount: string "100"',
      requirement: 'wire.snake-case',
      schema: '/components/schemas/OnrampOrder/required/7',
    },
    '- source_amount',
  ),
  orderCase(
    'null for a string',
    { ...ORDER, reference: null },
    {
      pointer: '/reference',
      keyword: 'type',
      expected: 'a string',
      received: 'null',
      requirement: 'onramp.fields',
      schema: '/components/schemas/OnrampOrder/properties/reference/type',
    },
    'type: string',
  ),
  orderCase(
    'null for a decimal string',
    { ...ORDER, account: { ...ACCOUNT, amount: null } },
    {
      pointer: '/account/amount',
      keyword: 'type',
      expected: 'a decimal string',
      received: 'null',
      requirement: 'account.fields',
      schema: '/components/schemas/DecimalString/type',
    },
    'type: string',
  ),
  orderCase(
    'another type',
    { ...ORDER, metadata: ['a'] },
    {
      pointer: '/metadata',
      keyword: 'type',
      expected: 'an object',
      received: 'array ["a"]',
      requirement: 'onramp.metadata',
      schema: '/components/schemas/OnrampOrder/properties/metadata/type',
    },
    'type: object',
  ),
  orderCase(
    'another type in the nested account',
    { ...ORDER, account: { ...ACCOUNT, expires_at: 1763640000 } },
    {
      pointer: '/account/expires_at',
      keyword: 'type',
      expected: 'a timestamp string',
      received: 'number 1763640000',
      requirement: 'account.types',
      schema: '/components/schemas/Timestamp/type',
    },
    'type: string',
  ),
  orderCase(
    'a date that is none',
    { ...ORDER, account: { ...ACCOUNT, expires_at: 'Invalid Date' } },
    {
      pointer: '/account/expires_at',
      keyword: 'pattern',
      expected: 'a timestamp string',
      received: 'string "Invalid Date"',
      requirement: 'account.types',
      schema: '/components/schemas/Timestamp/pattern',
    },
    'pattern: ^$|[1-9]',
  ),
  orderCase(
    'an account that is not an object',
    { ...ORDER, account: 'account-1' },
    {
      pointer: '/account',
      keyword: 'type',
      expected: 'an object',
      received: 'string "account-1"',
      requirement: 'account.fields',
      schema: '/components/schemas/AccountRecord/type',
    },
    'type: object',
  ),
  orderCase(
    'a body that is not an object',
    'x'.repeat(200),
    {
      pointer: '',
      keyword: 'type',
      expected: 'an object',
      received: `string "${'x'.repeat(79)}…`,
      requirement: 'onramp.fields',
      schema: '/components/schemas/OnrampOrder/type',
    },
    'type: object',
  ),
  {
    name: 'an error of the wrong shape, under the requirement of its status',
    found: validateBody('resolveBankAccount', 401, { code: 'C', error: 'E', status: 'false' }),
    violation: {
      pointer: '/status',
      keyword: 'type',
      expected: 'a boolean',
      received: 'string "false"',
      requirement: 'enquiry.401-body',
      schema: '/components/schemas/EnquiryError/properties/status/type',
    },
    text: 'type: boolean',
  },
  {
    name: 'an onramp error of whatever status',
    found: validateBody('getOnrampOrder', 418, { code: 'C' }),
    violation: {
      pointer: '/message',
      keyword: 'required',
      expected: 'the field message',
      received: 'nothing',
      requirement: 'onramp.error-body',
      schema: '/components/schemas/OnrampError/required/1',
    },
    text: '- message',
  },
  {
    name: 'a request without a required field',
    found: validateRequestBody('resolveBankAccount', { account_number: '1' }),
    violation: {
      pointer: '/bank_code',
      keyword: 'required',
      expected: 'the field bank_code',
      received: 'nothing',
      requirement: 'enquiry.bank-code-required',
      schema: '/components/schemas/ResolveRequest/required/1',
    },
    text: '- bank_code',
  },
  {
    name: 'null for an optional field',
    found: validateRequestBody('simulateCollectionOrder', { event: 'wrong_chain', received_network: null }),
    violation: {
      pointer: '/received_network',
      keyword: 'type',
      expected: 'a string',
      received: 'null',
      requirement: 'simulate.received-network',
      schema: '/components/schemas/SimulateRequest/properties/received_network/type',
    },
    text: 'type: string',
  },
  {
    name: 'an event that is not one of the six',
    found: validateRequestBody('simulateCollectionOrder', { event: 'refund' }),
    violation: {
      pointer: '/event',
      keyword: 'enum',
      expected: 'one of deposit_detected, deposit_confirmed, disburse, wrong_chain, expire, fail',
      received: 'string "refund"',
      requirement: 'simulate.event-values',
      schema: '/components/schemas/SimulateRequest/properties/event/enum',
    },
    text: 'enum:',
  },
  {
    name: 'a network with an event that takes none',
    found: validateRequestBody('simulateCollectionOrder', { event: 'disburse', received_network: 'N' }),
    violation: {
      pointer: '/received_network',
      keyword: 'false schema',
      expected: 'nothing',
      received: 'string "N"',
      requirement: 'simulate.only-own-event',
      schema: '/components/schemas/SimulateRequest/oneOf/2/properties/received_network/false schema',
    },
    text: 'received_network: false',
  },
];

describe('A violation names its place, the value, the requirement and the line of the contract', () => {
  test.each(CASES)('$name', ({ found, violation, text }) => {
    expect(found).toEqual([{ ...violation, line: expect.any(Number) }]);
    expect(requirements().has(violation.requirement)).toBe(true);
    expect(found.map(({ line }) => lines[line - 1]?.trim())).toEqual([text]);
  });

  test('names a line inside the right definition', () => {
    const [violation] = validateBody('getOnrampOrder', 200, { ...ORDER, source_amount: 1 });
    const definition = lines.indexOf('    DecimalString:');
    expect(violation?.line).toBeGreaterThan(definition + 1);
    expect(violation?.line).toBeLessThan(definition + 6);
  });

  test('reports all violations at once', () => {
    const found = validateBody('getOnrampOrder', 200, { account: {} });
    expect(found.map(({ pointer }) => pointer).sort()).toEqual(
      [...Object.keys(ORDER).map(key => `/${key}`), ...Object.keys(ACCOUNT).map(key => `/account/${key}`)].sort(),
    );
  });
});

describe('Accepts', () => {
  test.each([
    ['without an account', ORDER],
    ['with null for an account', { ...ORDER, account: null }],
    ['with an account', { ...ORDER, account: ACCOUNT }],
    ['with fields that are not documented', { ...ORDER, fee: 1, account: { ...ACCOUNT, iban: null } }],
    ['with timestamps of any form', { ...ORDER, created_at: '', updated_at: '24 November 2026' }],
    ['with timestamps as digits', { ...ORDER, created_at: '1763640000', updated_at: '1763640000.25' }],
  ])('an onramp order %s', (_name, body) => expect(validateBody('getOnrampOrder', 200, body)).toEqual([]));

  test.each<[OperationId, number]>([
    ['resolveBankAccount', 404],
    ['getOnrampOrder', 302],
    ['simulateCollectionOrder', 202],
    ['simulateCollectionOrder', 404],
    ['getClientSession', 200],
  ])('any body where the contract says nothing: %s %i', (operation, status) => {
    for (const body of [undefined, null, 1, 'a', [], { camelCase: 1 }]) {
      expect(validateBody(operation, status, body)).toEqual([]);
      expect(undocumentedFields(operation, status, body)).toEqual([]);
    }
  });

  test('a request body that follows the tables, and any body where the contract leaves it open', () => {
    const detected = { event: 'deposit_detected', received_amount: '99.50' };
    expect(validateRequestBody('simulateCollectionOrder', detected)).toEqual([]);
    expect(validateRequestBody('resolveBankAccount', { account_number: '1', bank_code: '2', extra: 1 })).toEqual([]);
    expect(validateRequestBody('selectClientSession', [1])).toEqual([]);
    expect(validateRequestBody('getOnrampOrder', undefined)).toEqual([]);
  });
});

describe('Undocumented fields', () => {
  test('are listed by pointer at every depth, but not below each other or in free-form objects', () => {
    const body = { ...ORDER, 'a/b~c': { d: 1 }, metadata: { e: 1 }, account: { ...ACCOUNT, f: [{ g: 1 }] } };
    expect(undocumentedFields('getOnrampOrder', 200, body)).toEqual(['/a~1b~0c', '/account/f']);
  });

  test('are none where the body has another type', () => {
    expect(undocumentedFields('getOnrampOrder', 200, { account: 'x', metadata: null })).toEqual([]);
    expect(undocumentedFields('getOnrampOrder', 200, [ORDER])).toEqual([]);
  });
});
