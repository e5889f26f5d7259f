import { describe, expect, test } from 'vitest';
import { SIMULATE_EVENTS } from './lifecycle.ts';
import { serviceAt, sitesAt, sitesOf } from './service.ts';

/** Fields of one type, separated by spaces. */
const of = (type: string, names: string) => Object.fromEntries(names.split(' ').map(name => [name, type]));

/** The tables of the specification: schema → field → type. An optional field ends in `?`. */
const TABLES = {
  OnrampOrder: {
    ...of('string', 'id reference customer_id status flow_type execution_mode'),
    ...of('string', 'source_currency destination_currency destination_address'),
    ...of('decimal string', 'source_amount destination_amount quoted_rate'),
    ...of('timestamp string', 'created_at updated_at'),
    ...of('object', 'metadata account?'),
  },
  AccountRecord: {
    ...of('string', 'id reference provider provider_reference type status account_name account_number'),
    ...of('string', 'bank_code bank_name'),
    ...of('decimal string', 'amount'),
    ...of('timestamp string', 'created_at expires_at updated_at'),
  },
  VerifiedAccount: of('string', 'account_name account_number bank_code bank_name'),
  EnquiryError: { code: 'string', error: 'string', status: 'boolean' },
  OnrampError: of('string', 'code message'),
  ResolveRequest: of('string', 'account_number bank_code'),
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
