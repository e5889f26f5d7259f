import type { JsonObject } from '../json.ts';
import type { Fault, FaultHooks, Faults } from './fault.ts';
import {
  asHtml,
  beside,
  change,
  dashed,
  drop,
  type Edit,
  everywhere,
  failed,
  inside,
  mapMembers,
  onError,
  onOk,
  onReply,
  stepShowsOrder,
} from './hooks.ts';

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

/**
 * Faults of fields: missing, null or of the wrong type (Resources and their fields), or misnamed (Wire conventions:
 * snake_case); and of the fields of errors (Error bodies).
 */
export const FIELD_FAULTS: Faults = {
  'wire.snake-case': {
    'enquiry-camel-case': ['A resolved enquiry has camelCase fields.', onOk('enquiry', toCamelCase)],
    'onramp-camel-case': ['An onramp order has camelCase fields.', onOk('onramp', toCamelCase)],
    'account-camel-case': ['A nested account has camelCase fields.', onOk('onramp', inside('account', toCamelCase))],
    'simulate-camel-case': [
      'The reply to simulate has camelCase fields.',
      onOk('simulate', toCamelCase),
      { breaks: stepShowsOrder },
    ],
    'onramp-name-capitalised': ['An onramp order has Status.', onOk('onramp', rename('status', 'Status'))],
    'enquiry-name-in-capitals': [
      'A verified account has ACCOUNT_NAME.',
      onOk('enquiry', inside('data', rename('account_name', 'ACCOUNT_NAME'))),
    ],
    'enquiry-name-with-dot': [
      'A verified account has account.name.',
      onOk('enquiry', inside('data', rename('account_name', 'account.name'))),
    ],
    'webhook-name-with-dash': [
      'Webhooks have amount-2.',
      { eventBody: everywhere(beside('amount', value => ({ 'amount-2': value }))) },
    ],
    'preview-camel-case': ['Preview routes have camelCase fields.', onOk('preview', toCamelCase), { advises: true }],
    'webhook-camel-case': ['Webhooks have camelCase fields.', { eventBody: toCamelCase }, { alsoIntermittent: true }],
  },
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
    'enquiry-error-as-200': [
      'A name enquiry with invalid fields is answered 200 with the error.',
      onReply(failed('enquiry', 400), () => ({ status: 200 })),
    ],
  },
  'onramp.ok-body': {
    'onramp-in-data': ['An onramp order is wrapped in data.', inOrder(order => ({ data: order }))],
    'onramp-in-array': ['An onramp order is wrapped in an array.', inOrder(order => [order])],
  },
  'enquiry.error-body': {
    'enquiry-error-in-onramp-shape': [
      'A name enquiry error has the shape of an onramp error.',
      onError('enquiry', ({ code, error }) => ({ code, message: error })),
    ],
    'enquiry-error-status-as-text': [
      'The status of a name enquiry error is a string.',
      onError('enquiry', change('status', 'error')),
    ],
    'enquiry-error-status-as-number': [
      'The status of a name enquiry error is a number.',
      onError('enquiry', change('status', 400)),
    ],
    'enquiry-error-code-as-number': [
      'The code of a name enquiry error is a number.',
      onError('enquiry', change('code', 1001)),
    ],
    'enquiry-error-nested': [
      'A name enquiry error has its code and text in a nested object.',
      onError('enquiry', ({ code, error, status }) => ({ error: { code, message: error }, status })),
    ],
  },
  'enquiry.400-body': {
    'enquiry-400-without-code': ['A name enquiry answered 400 has no code.', onError('enquiry', drop('code'), 400)],
  },
  'enquiry.401-body': {
    'enquiry-401-without-error': ['A name enquiry answered 401 has no error.', onError('enquiry', drop('error'), 401)],
  },
  'enquiry.500-body': {
    'enquiry-500-without-status': [
      'A name enquiry answered 500 has no status.',
      onError('enquiry', drop('status'), 500),
    ],
  },
  'wire.json': {
    'enquiry-error-html': ['A name enquiry error is an HTML page.', asHtml('enquiry')],
    'onramp-error-html': ['An onramp error is an HTML page.', asHtml('onramp')],
  },
  'onramp.error-body': {
    'onramp-error-in-enquiry-shape': [
      'An onramp error has the shape of a name enquiry error.',
      onError('onramp', ({ code, message }) => ({ code, error: message, status: false })),
    ],
    'onramp-error-code-as-number': [
      'The code of an onramp error is a number.',
      onError('onramp', change('code', 1001)),
    ],
    'onramp-error-without-code': ['An onramp error has no code.', onError('onramp', drop('code'))],
    'onramp-error-without-message': ['An onramp error has no message.', onError('onramp', drop('message'))],
    'onramp-error-null-message': [
      'The message of an onramp error is null.',
      onError('onramp', change('message', null)),
    ],
    'onramp-long-id-without-message': [
      'The error for a long onramp order id has no message.',
      onReply(
        isRefusedFor(id => id.length > 200),
        ({ body }) => ({ body: { code: (body as JsonObject).code } }),
      ),
    ],
    'onramp-odd-id-without-code': [
      'The error for an onramp order id with reserved characters has no code.',
      onReply(
        isRefusedFor(id => id.includes('#')),
        ({ body }) => ({ body: { message: (body as JsonObject).message } }),
      ),
    ],
    'onramp-error-bare-string': ['An onramp error is a bare string.', onError('onramp', ({ message }) => message)],
  },
  'onramp.error-responses': {
    'onramp-unknown-as-200': [
      'An onramp order that does not exist is answered 200 with the error.',
      onReply(
        ({ status }, { route }) => route === 'onramp' && status >= 402 && status < 500,
        () => ({ status: 200 }),
      ),
    ],
    'onramp-five-error-statuses': [
      'An onramp order whose id is too long is answered with a fifth error status.',
      onReply(
        (reply, call) => failed('onramp')(reply, call) && call.path.length > 200,
        () => ({ status: 422 }),
      ),
      {
        advises: true,
        breaks: ({ statuses: { onrampErrors } }) => [400, 401, 404, 500].every(s => onrampErrors.includes(s)),
      },
    ],
  },
};

/** The faults of omitting each field of a resource. */
function without(name: string, resource: string, fields: string, hooks: (edit: Edit) => FaultHooks): Faults[string] {
  const faults = fields.split(' ').map(field => {
    const fault: Fault = [`${resource} has no ${field}.`, hooks(drop(field))];
    return [`${name}-without-${dashed(field)}`, fault];
  });
  return Object.fromEntries(faults);
}

function rename(name: string, to: string): Edit {
  return ({ [name]: value, ...rest }) => (value === undefined ? undefined : { ...rest, [to]: value });
}

/** Renames every field, at any depth, to camelCase; `undefined` if no name changes. */
function toCamelCase(body: JsonObject): JsonObject | undefined {
  const renamed = mapMembers(body, (name, value) => [
    name.replace(/(?<=.)_([a-z])/g, (_, letter) => letter.toUpperCase()),
    value,
  ]);
  return JSON.stringify(renamed) === JSON.stringify(body) ? undefined : renamed;
}

/** Selects the error replies to reads of onramp orders with matching ids. */
function isRefusedFor(fits: (id: string) => boolean): Parameters<typeof onReply>[0] {
  return ({ status }, { route, params }) => route === 'onramp' && status >= 400 && fits(params.id ?? '');
}
