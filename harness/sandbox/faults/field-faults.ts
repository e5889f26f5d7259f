import { change, dashed, drop, type Edit, inside, onOk } from './edits.ts';
import type { Fault } from './fault.ts';

const ONRAMP_FIELDS = [
  'id',
  'reference',
  'customer_id',
  'status',
  'flow_type',
  'execution_mode',
  'source_currency',
  'source_amount',
  'destination_currency',
  'destination_amount',
  'destination_address',
  'quoted_rate',
  'metadata',
  'created_at',
  'updated_at',
];

const ACCOUNT_FIELDS = [
  'id',
  'reference',
  'provider',
  'provider_reference',
  'type',
  'status',
  'account_name',
  'account_number',
  'bank_code',
  'bank_name',
  'amount',
  'created_at',
  'expires_at',
  'updated_at',
];

const VERIFIED_FIELDS = ['account_name', 'account_number', 'bank_code', 'bank_name'];

const inOrder = (edit: Edit) => onOk('onramp', edit);
const inAccount = (edit: Edit) => onOk('onramp', inside('account', edit));
const inVerified = (edit: Edit) => onOk('enquiry', inside('data', edit));

/** Faults of the fields of resources: each left out, some null, some of another type (Resources and their fields). */
export const FIELD_FAULTS: readonly Fault[] = [
  ...ONRAMP_FIELDS.map(name => ({
    name: `onramp-without-${dashed(name)}`,
    requirement: 'onramp.fields',
    summary: `An onramp order has no ${name}.`,
    hooks: inOrder(drop(name)),
  })),
  ...ACCOUNT_FIELDS.map(name => ({
    name: `account-without-${dashed(name)}`,
    requirement: 'account.fields',
    summary: `A nested account has no ${name}.`,
    hooks: inAccount(drop(name)),
  })),
  ...VERIFIED_FIELDS.map(name => ({
    name: `enquiry-without-${dashed(name)}`,
    requirement: 'enquiry.data',
    summary: `A verified account has no ${name}.`,
    hooks: inVerified(drop(name)),
  })),
  {
    name: 'onramp-null-reference',
    requirement: 'onramp.fields',
    summary: 'The reference of an onramp order is null.',
    hooks: inOrder(change('reference', null)),
  },
  {
    name: 'account-null-bank-name',
    requirement: 'account.fields',
    summary: 'The bank name of a nested account is null.',
    hooks: inAccount(change('bank_name', null)),
  },
  {
    name: 'enquiry-null-account-name',
    requirement: 'enquiry.data',
    summary: 'The account name of a verified account is null.',
    hooks: inVerified(change('account_name', null)),
  },
  {
    name: 'onramp-status-as-number',
    requirement: 'onramp.types',
    summary: 'The status of an onramp order is a number.',
    hooks: inOrder(change('status', 3)),
  },
  {
    name: 'onramp-created-at-as-number',
    requirement: 'onramp.types',
    summary: 'created_at of an onramp order is a number.',
    hooks: inOrder(change('created_at', 1_767_225_600)),
  },
  {
    name: 'onramp-metadata-as-text',
    requirement: 'onramp.metadata',
    summary: 'The metadata of an onramp order is JSON in a string.',
    hooks: inOrder(change('metadata', value => JSON.stringify(value))),
  },
  {
    name: 'onramp-metadata-as-array',
    requirement: 'onramp.metadata',
    summary: 'The metadata of an onramp order is an array.',
    hooks: inOrder(change('metadata', [])),
  },
  {
    name: 'onramp-empty-destination-address',
    requirement: 'onramp.converts',
    summary: 'The destination address of an onramp order is empty.',
    hooks: inOrder(change('destination_address', '')),
  },
  {
    name: 'account-number-as-number',
    requirement: 'account.types',
    summary: 'The account number of a nested account is a number.',
    hooks: inAccount(change('account_number', Number)),
  },
  {
    name: 'account-status-as-boolean',
    requirement: 'account.types',
    summary: 'The status of a nested account is a boolean.',
    hooks: inAccount(change('status', true)),
  },
  {
    name: 'enquiry-account-number-as-number',
    requirement: 'enquiry.data',
    summary: 'The account number of a verified account is a number.',
    hooks: inVerified(change('account_number', Number)),
  },
  {
    name: 'enquiry-empty-account-name',
    requirement: 'enquiry.resolves',
    summary: 'The account name of a verified account is empty.',
    hooks: inVerified(change('account_name', '')),
  },
  {
    name: 'enquiry-status-as-text',
    requirement: 'enquiry.ok-body',
    summary: 'The status of a resolved enquiry is a string.',
    hooks: onOk('enquiry', change('status', 'success')),
  },
  {
    name: 'enquiry-without-status',
    requirement: 'enquiry.ok-body',
    summary: 'A resolved enquiry has no status.',
    hooks: onOk('enquiry', drop('status')),
  },
  {
    name: 'enquiry-without-data',
    requirement: 'enquiry.ok-body',
    summary: 'A resolved enquiry holds the verified account at its top, not in data.',
    hooks: onOk('enquiry', ({ data, ...rest }) => ({ ...rest, ...(data as object) })),
  },
  {
    name: 'onramp-in-data',
    requirement: 'onramp.ok-body',
    summary: 'An onramp order is wrapped in data.',
    hooks: inOrder(order => ({ data: order })),
  },
  {
    name: 'onramp-in-array',
    requirement: 'onramp.ok-body',
    summary: 'An onramp order is wrapped in an array.',
    hooks: inOrder(order => [order]),
  },
];
