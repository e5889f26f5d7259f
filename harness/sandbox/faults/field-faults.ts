import { change, dashed, drop, type Edit, inside } from './edits.ts';
import type { Fault, FaultHooks, Faults } from './fault.ts';
import { onOk } from './hooks.ts';

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
  'onramp.fields': {
    ...without('onramp', 'An onramp order', ONRAMP_FIELDS, inOrder),
    'onramp-null-reference': ['The reference of an onramp order is null.', inOrder(change('reference', null))],
  },
  'account.fields': {
    ...without('account', 'A nested account', ACCOUNT_FIELDS, inAccount),
    'account-null-bank-name': ['The bank name of a nested account is null.', inAccount(change('bank_name', null))],
  },
  'enquiry.data': {
    ...without('enquiry', 'A verified account', VERIFIED_FIELDS, inVerified),
    'enquiry-null-account-name': [
      'The account name of a verified account is null.',
      inVerified(change('account_name', null)),
    ],
    'enquiry-account-number-as-number': [
      'The account number of a verified account is a number.',
      inVerified(change('account_number', Number)),
    ],
  },
  'onramp.types': {
    'onramp-updated-at-zero-date': [
      'updated_at of an onramp order is a date of zeros.',
      inOrder(change('updated_at', '0000-00-00 00:00:00')),
    ],
    'onramp-status-as-number': ['The status of an onramp order is a number.', inOrder(change('status', 3))],
    'onramp-created-at-as-number': [
      'created_at of an onramp order is a number.',
      inOrder(change('created_at', 1_767_225_600)),
    ],
  },
  'onramp.metadata': {
    'onramp-metadata-as-text': [
      'The metadata of an onramp order is a JSON string.',
      inOrder(change('metadata', value => JSON.stringify(value))),
    ],
    'onramp-metadata-as-array': ['The metadata of an onramp order is an array.', inOrder(change('metadata', []))],
  },
  'onramp.converts': {
    'onramp-empty-destination-address': [
      'The destination address of an onramp order is empty.',
      inOrder(change('destination_address', '')),
    ],
  },
  'account.types': {
    'account-expires-at-invalid-date': [
      'expires_at of a nested account is "Invalid Date".',
      inAccount(change('expires_at', 'Invalid Date')),
    ],
    'account-number-as-number': [
      'The account number of a nested account is a number.',
      inAccount(change('account_number', Number)),
    ],
    'account-status-as-boolean': ['The status of a nested account is a boolean.', inAccount(change('status', true))],
  },
  'enquiry.resolves': {
    'enquiry-empty-account-name': [
      'The account name of a verified account is empty.',
      inVerified(change('account_name', '')),
    ],
  },
  'enquiry.ok-body': {
    'enquiry-status-as-text': [
      'The status of a resolved enquiry is a string.',
      onOk('enquiry', change('status', 'success')),
    ],
    'enquiry-without-status': ['A resolved enquiry has no status.', onOk('enquiry', drop('status'))],
    'enquiry-without-data': [
      'A resolved enquiry has the verified account at its root, not in data.',
      onOk('enquiry', ({ data, ...rest }) => ({ ...rest, ...(data as object) })),
    ],
  },
  'onramp.ok-body': {
    'onramp-in-data': ['An onramp order is wrapped in data.', inOrder(order => ({ data: order }))],
    'onramp-in-array': ['An onramp order is wrapped in an array.', inOrder(order => [order])],
  },
};

/** For each field of a resource, the fault of omitting it. */
function without(name: string, resource: string, fields: string, hooks: (edit: Edit) => FaultHooks): Faults[string] {
  const faults = fields.split(' ').map(field => {
    const fault: Fault = [`${resource} has no ${field}.`, hooks(drop(field))];
    return [`${name}-without-${dashed(field)}`, fault];
  });
  return Object.fromEntries(faults);
}
