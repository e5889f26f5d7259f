import { describe, expect, test } from 'vitest';
import { SIMULATE_EVENTS } from './lifecycle.ts';
import { serviceAt } from './service.ts';
import { sitesAt, sitesOf } from './sites.ts';

/** The tables of the specification: schema → field → type. An optional field ends in `?`. */
const TABLES = {
  OnrampOrder: {
    id: 'string',
    reference: 'string',
    customer_id: 'string',
    status: 'string',
    flow_type: 'string',
    execution_mode: 'string',
    source_currency: 'string',
    source_amount: 'decimal string',
    destination_currency: 'string',
    destination_amount: 'decimal string',
    destination_address: 'string',
    quoted_rate: 'decimal string',
    metadata: 'object',
    created_at: 'timestamp string',
    updated_at: 'timestamp string',
    'account?': 'object',
  },
  AccountRecord: {
    id: 'string',
    reference: 'string',
    provider: 'string',
    provider_reference: 'string',
    type: 'string',
    status: 'string',
    account_name: 'string',
    account_number: 'string',
    bank_code: 'string',
    bank_name: 'string',
    amount: 'decimal string',
    created_at: 'timestamp string',
    expires_at: 'timestamp string',
    updated_at: 'timestamp string',
  },
  VerifiedAccount: { account_name: 'string', account_number: 'string', bank_code: 'string', bank_name: 'string' },
  EnquiryError: { code: 'string', error: 'string', status: 'boolean' },
  OnrampError: { code: 'string', message: 'string' },
  ResolveRequest: { account_number: 'string', bank_code: 'string' },
  ResolveResult: { status: 'boolean', data: 'object' },
  SimulateRequest: { event: 'string', 'received_amount?': 'decimal string', 'received_network?': 'string' },
};

describe.each(Object.entries(TABLES))('%s', (name, table) => {
  test('has exactly the fields of its table', () => {
    const pointer = `/components/schemas/${name}`;
    const required = serviceAt(pointer).required as readonly string[];
    const fields = Object.keys(serviceAt(`${pointer}/properties`)).map(field => [
      required.includes(field) ? field : `${field}?`,
      typeOf(pointer, field),
    ]);
    expect(Object.fromEntries(fields)).toEqual(table);
  });
});

test('The simulate events are those of the table, in the contract and in the lifecycle', () => {
  const { enum: events } = serviceAt('/components/schemas/SimulateRequest/properties/event');
  expect(SIMULATE_EVENTS).toEqual(events);
  expect(events).toEqual(['deposit_detected', 'deposit_confirmed', 'disburse', 'wrong_chain', 'expire', 'fail']);
});

test('Identifiers are strings of any form', () => {
  expect(Object.keys(serviceAt('/components/schemas/Identifier'))).toEqual(['description', 'type', 'x-gap']);
});

function typeOf(schema: string, field: string): string {
  const { title, type } = sitesAt(sitesOf(schema), `/${field}`).find(site => 'type' in site.schema)?.schema ?? {};
  return String(title ?? type);
}
