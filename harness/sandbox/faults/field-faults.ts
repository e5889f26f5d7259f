import { change, dashed, drop, type Edit, inside } from './edits.ts';
import type { Fault, FaultHooks, Faults } from './fault.ts';
import { onOk } from './reply-hooks.ts';

const ONRAMP_FIELDS =
  'id reference customer_id status flow_type execution_mode source_currency source_amount destination_currency ' +
  'destination_amount destination_address quoted_rate metadata created_at updated_at';
const ACCOUNT_FIELDS =
  'id reference provider provider_reference type status account_name account_number bank_code bank_name amount ' +
  'created_at expires_at updated_at';
const VERIFIED_FIELDS = 'account_name account_number bank_code bank_name';

const inOrder = (edit: Edit) => onOk('onramp', edit);
const inAccount = (edit: Edit) => onOk('onramp', inside('account', edit));
const inVerified = (edit: Edit) => onOk('enquiry', inside('data', edit));

/** Faults of the fields of resources: missing, null, or of the wrong type (Resources and their fields). */
export const FIELD_FAULTS: Faults = {
  ...without('onramp', ONRAMP_FIELDS, 'onramp.fields', 'An onramp order', inOrder),
  ...without('account', ACCOUNT_FIELDS, 'account.fields', 'A nested account', inAccount),
  ...without('enquiry', VERIFIED_FIELDS, 'enquiry.data', 'A verified account', inVerified),
  'onramp-null-reference': {
    requirement: 'onramp.fields',
    summary: 'The reference of an onramp order is null.',
    hooks: inOrder(change('reference', null)),
  },
  'account-null-bank-name': {
    requirement: 'account.fields',
    summary: 'The bank name of a nested account is null.',
    hooks: inAccount(change('bank_name', null)),
  },
  'enquiry-null-account-name': {
    requirement: 'enquiry.data',
    summary: 'The account name of a verified account is null.',
    hooks: inVerified(change('account_name', null)),
  },
  'onramp-status-as-number': {
    requirement: 'onramp.types',
    summary: 'The status of an onramp order is a number.',
    hooks: inOrder(change('status', 3)),
  },
  'onramp-created-at-as-number': {
    requirement: 'onramp.types',
    summary: 'created_at of an onramp order is a number.',
    hooks: inOrder(change('created_at', 1_767_225_600)),
  },
  'onramp-metadata-as-text': {
    requirement: 'onramp.metadata',
    summary: 'The metadata of an onramp order is a JSON string.',
    hooks: inOrder(change('metadata', value => JSON.stringify(value))),
  },
  'onramp-metadata-as-array': {
    requirement: 'onramp.metadata',
    summary: 'The metadata of an onramp order is an array.',
    hooks: inOrder(change('metadata', [])),
  },
  'onramp-empty-destination-address': {
    requirement: 'onramp.converts',
    summary: 'The destination address of an onramp order is empty.',
    hooks: inOrder(change('destination_address', '')),
  },
  'account-number-as-number': {
    requirement: 'account.types',
    summary: 'The account number of a nested account is a number.',
    hooks: inAccount(change('account_number', Number)),
  },
  'account-status-as-boolean': {
    requirement: 'account.types',
    summary: 'The status of a nested account is a boolean.',
    hooks: inAccount(change('status', true)),
  },
  'enquiry-account-number-as-number': {
    requirement: 'enquiry.data',
    summary: 'The account number of a verified account is a number.',
    hooks: inVerified(change('account_number', Number)),
  },
  'enquiry-empty-account-name': {
    requirement: 'enquiry.resolves',
    summary: 'The account name of a verified account is empty.',
    hooks: inVerified(change('account_name', '')),
  },
  'enquiry-status-as-text': {
    requirement: 'enquiry.ok-body',
    summary: 'The status of a resolved enquiry is a string.',
    hooks: onOk('enquiry', change('status', 'success')),
  },
  'enquiry-without-status': {
    requirement: 'enquiry.ok-body',
    summary: 'A resolved enquiry has no status.',
    hooks: onOk('enquiry', drop('status')),
  },
  'enquiry-without-data': {
    requirement: 'enquiry.ok-body',
    summary: 'A resolved enquiry has the verified account at its root, not in data.',
    hooks: onOk('enquiry', ({ data, ...rest }) => ({ ...rest, ...(data as object) })),
  },
  'onramp-in-data': {
    requirement: 'onramp.ok-body',
    summary: 'An onramp order is wrapped in data.',
    hooks: inOrder(order => ({ data: order })),
  },
  'onramp-in-array': {
    requirement: 'onramp.ok-body',
    summary: 'An onramp order is wrapped in an array.',
    hooks: inOrder(order => [order]),
  },
};

/** For each field of a resource, the fault of leaving it out. */
function without(
  name: string,
  fields: string,
  requirement: string,
  resource: string,
  hooks: (edit: Edit) => FaultHooks,
): Faults {
  const faults = fields
    .split(' ')
    .map((field): [string, Fault] => [
      `${name}-without-${dashed(field)}`,
      { requirement, summary: `${resource} has no ${field}.`, hooks: hooks(drop(field)) },
    ]);
  return Object.fromEntries(faults);
}
