import type { JsonObject } from '../json.ts';
import type { Fault, FaultHooks, Faults } from './fault.ts';
import {
  asHtml,
  beside,
  change,
  dashed,
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

/** A resource in replies: its name, and the hooks that apply an edit to it. */
type Resource = readonly [what: string, edited: (edit: Edit) => FaultHooks];

/** A fault without options. */
type PlainFault = readonly [summary: string, hooks: FaultHooks];

const ORDER: Resource = ['an onramp order', edit => onOk('onramp', edit)];
const ACCOUNT: Resource = ['a nested account', edit => onOk('onramp', inside('account', edit))];
const VERIFIED: Resource = ['a verified account', edit => onOk('enquiry', inside('data', edit))];
const ENQUIRY: Resource = ['a resolved enquiry', edit => onOk('enquiry', edit)];
const STEP: Resource = ['the reply to simulate', edit => onOk('simulate', edit)];
const PREVIEW: Resource = ['the reply of a preview route', edit => onOk('preview', edit)];
const ENQUIRY_ERROR: Resource = ['a name enquiry error', edit => onError('enquiry', edit)];
const ONRAMP_ERROR: Resource = ['an onramp error', edit => onError('onramp', edit)];

/**
 * Faults of fields: missing, null or of the wrong type (Resources and their fields), or misnamed (Wire conventions:
 * snake_case); and of the fields of errors (Error bodies).
 */
export const FIELD_FAULTS: Faults = {
  'wire.snake-case': {
    'enquiry-camel-case': inCamelCase(ENQUIRY),
    'onramp-camel-case': inCamelCase(ORDER),
    'account-camel-case': inCamelCase(ACCOUNT),
    'simulate-camel-case': [...inCamelCase(STEP), { breaks: stepShowsOrder }],
    'onramp-name-capitalised': renamed(ORDER, 'status', 'Status'),
    'enquiry-name-in-capitals': renamed(VERIFIED, 'account_name', 'ACCOUNT_NAME'),
    'enquiry-name-with-dot': renamed(VERIFIED, 'account_name', 'account.name'),
    'webhook-name-with-dash': [
      'Webhooks have amount-2.',
      { eventBody: everywhere(beside('amount', value => ({ 'amount-2': value }))) },
    ],
    'preview-camel-case': [...inCamelCase(PREVIEW), { advises: true }],
    'webhook-camel-case': ['Webhooks have camelCase fields.', { eventBody: toCamelCase }, { alsoIntermittent: true }],
  },
  'onramp.fields': {
    ...without('onramp', ORDER, ONRAMP_FIELDS),
    'onramp-null-reference': wrong(ORDER, 'reference', 'null', null),
  },
  'account.fields': {
    ...without('account', ACCOUNT, ACCOUNT_FIELDS),
    'account-null-bank-name': wrong(ACCOUNT, 'bank_name', 'null', null),
  },
  'enquiry.data': {
    ...without('enquiry', VERIFIED, VERIFIED_FIELDS),
    'enquiry-null-account-name': wrong(VERIFIED, 'account_name', 'null', null),
    'enquiry-account-number-as-number': wrong(VERIFIED, 'account_number', 'a number', Number),
  },
  'onramp.types': {
    'onramp-updated-at-zero-date': wrong(ORDER, 'updated_at', 'a date of zeros', '0000-00-00 00:00:00'),
    'onramp-status-as-number': wrong(ORDER, 'status', 'a number', 3),
    'onramp-created-at-as-number': wrong(ORDER, 'created_at', 'a number', 1_767_225_600),
  },
  'onramp.metadata': {
    'onramp-metadata-as-text': wrong(ORDER, 'metadata', 'a JSON string', value => JSON.stringify(value)),
    'onramp-metadata-as-array': wrong(ORDER, 'metadata', 'an array', []),
  },
  'onramp.converts': {
    'onramp-empty-destination-address': wrong(ORDER, 'destination_address', 'empty', ''),
  },
  'account.types': {
    'account-expires-at-invalid-date': wrong(ACCOUNT, 'expires_at', '"Invalid Date"', 'Invalid Date'),
    'account-number-as-number': wrong(ACCOUNT, 'account_number', 'a number', Number),
    'account-status-as-boolean': wrong(ACCOUNT, 'status', 'a boolean', true),
  },
  'enquiry.resolves': {
    'enquiry-empty-account-name': wrong(VERIFIED, 'account_name', 'empty', ''),
  },
  'enquiry.ok-body': {
    'enquiry-status-as-text': wrong(ENQUIRY, 'status', 'a string', 'success'),
    'enquiry-without-status': lacking(ENQUIRY, 'status'),
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
    'onramp-in-data': ['An onramp order is wrapped in data.', onOk('onramp', order => ({ data: order }))],
    'onramp-in-array': ['An onramp order is wrapped in an array.', onOk('onramp', order => [order])],
  },
  'enquiry.error-body': {
    'enquiry-error-in-onramp-shape': [
      'A name enquiry error has the shape of an onramp error.',
      onError('enquiry', ({ code, error }) => ({ code, message: error })),
    ],
    'enquiry-error-status-as-text': wrong(ENQUIRY_ERROR, 'status', 'a string', 'error'),
    'enquiry-error-status-as-number': wrong(ENQUIRY_ERROR, 'status', 'a number', 400),
    'enquiry-error-code-as-number': wrong(ENQUIRY_ERROR, 'code', 'a number', 1001),
    'enquiry-error-nested': [
      'A name enquiry error has its code and text in a nested object.',
      onError('enquiry', ({ code, error, status }) => ({ error: { code, message: error }, status })),
    ],
  },
  'enquiry.400-body': {
    'enquiry-400-without-code': lacking(enquiryAnswered(400), 'code'),
  },
  'enquiry.401-body': {
    'enquiry-401-without-error': lacking(enquiryAnswered(401), 'error'),
  },
  'enquiry.500-body': {
    'enquiry-500-without-status': lacking(enquiryAnswered(500), 'status'),
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
    'onramp-error-code-as-number': wrong(ONRAMP_ERROR, 'code', 'a number', 1001),
    'onramp-error-without-code': lacking(ONRAMP_ERROR, 'code'),
    'onramp-error-without-message': lacking(ONRAMP_ERROR, 'message'),
    'onramp-error-null-message': wrong(ONRAMP_ERROR, 'message', 'null', null),
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

/** The fault of a wrong value in a field. @param is the value in words @param to the value, or how to make it */
function wrong([what, edited]: Resource, field: string, is: string, to: Parameters<typeof change>[1]): Fault {
  return [`The ${field.replaceAll('_', ' ')} of ${what} is ${is}.`, edited(change(field, to))];
}

/** A fault of the fields that a resource has. */
function having([what, edited]: Resource, has: string, edit: Edit): PlainFault {
  return [`${what.charAt(0).toUpperCase()}${what.slice(1)} has ${has}.`, edited(edit)];
}

function inCamelCase(resource: Resource): PlainFault {
  return having(resource, 'camelCase fields', toCamelCase);
}

/** The fault of a missing field. */
function lacking(resource: Resource, field: string): Fault {
  return having(resource, `no ${field}`, ({ [field]: dropped, ...rest }) => (dropped === undefined ? undefined : rest));
}

function renamed(resource: Resource, name: string, to: string): Fault {
  return having(resource, to, ({ [name]: value, ...rest }) =>
    value === undefined ? undefined : { ...rest, [to]: value },
  );
}

/** The faults of omitting each field of a resource. @param name the first word of their names */
function without(name: string, resource: Resource, fields: string): Faults[string] {
  return Object.fromEntries(
    fields.split(' ').map(field => [`${name}-without-${dashed(field)}`, lacking(resource, field)]),
  );
}

/** Renames every field, at any depth, to camelCase; `undefined` if no name changes. */
function toCamelCase(body: JsonObject): JsonObject | undefined {
  const renamed = mapMembers(body, (name, value) => [
    name.replace(/(?<=.)_([a-z])/g, (_, letter) => letter.toUpperCase()),
    value,
  ]);
  return JSON.stringify(renamed) === JSON.stringify(body) ? undefined : renamed;
}

function enquiryAnswered(status: number): Resource {
  return [`a name enquiry answered ${status}`, edit => onError('enquiry', edit, status)];
}

/** Selects the error replies to reads of onramp orders with matching ids. */
function isRefusedFor(fits: (id: string) => boolean): Parameters<typeof onReply>[0] {
  return ({ status }, { route, params }) => route === 'onramp' && status >= 400 && fits(params.id ?? '');
}
