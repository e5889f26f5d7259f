import type { ErrorCode } from '../http/call.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { FIXTURES } from '../sandbox-options.ts';
import { dashed } from './edits.ts';
import { type Fault, type Faults, faultsOf } from './fault.ts';
import { asHtml, failed, lenient, onBody, onReply, onText } from './hooks.ts';

/**
 * Inputs that are not a string with content, by the words of a fault's name. Without those that a conversion to a
 * string makes right: whether they are refused is not specified.
 */
const WRONG: { readonly [words: string]: (value: Json | undefined) => boolean } = {
  null: value => value === null,
  empty: value => value === '',
  blank: value => typeof value === 'string' && value !== '' && value.trim() === '',
  boolean: value => typeof value === 'boolean',
  object: isJsonObject,
};

/** Bodies that are not a JSON object, each with the way in which a lax service reads an object from it. */
const UNREADABLE = {
  ...lenient(JSON.stringify(asRequest(FIXTURES.accounts[0]))),
  'a-string': (text: string) => (text.startsWith('"') ? (JSON.parse(text) as string) : undefined),
};

/** Statuses that the specification does not list for a name enquiry, by the error that is answered with each. */
const UNLISTED: readonly (readonly [name: string, summary: string, status: number, code: ErrorCode])[] = [
  ['enquiry-404-for-unknown-account', 'An account that does not exist is answered 404.', 404, 'account_not_found'],
  ['enquiry-422-for-unknown-account', 'An account that does not exist is answered 422.', 422, 'account_not_found'],
  ['enquiry-402-for-unknown-account', 'An account that does not exist is answered 402.', 402, 'account_not_found'],
  ['enquiry-422-for-invalid-input', 'A name enquiry with invalid fields is answered 422.', 422, 'invalid_request'],
  ['enquiry-403-for-invalid-input', 'A name enquiry with invalid fields is answered 403.', 403, 'invalid_request'],
  ['enquiry-409-for-invalid-input', 'A name enquiry with invalid fields is answered 409.', 409, 'invalid_request'],
  ['enquiry-501-for-internal-error', 'An internal error of a name enquiry is answered 501.', 501, 'internal_error'],
];

/** Faults of what a name enquiry makes of wrong inputs: inputs × wrong treatment (Resolve a bank account). */
export const INPUT_FAULTS: Faults = {
  'enquiry.account-number-required': {
    ...takingWrong('account_number'),
    ...faultsOf(UNREADABLE, (words, read) => [
      `enquiry-takes-${words}`,
      [`A name enquiry is resolved whose body is ${words.replaceAll('-', ' ')}.`, onText('enquiry', read)],
    ]),
  },
  'enquiry.bank-code-required': takingWrong('bank_code'),
  'enquiry.route': Object.fromEntries(
    UNLISTED.map(([name, summary, status, code]): [string, Fault] => [
      name,
      [
        summary,
        onReply(failed('enquiry'), ({ body }) => (normal(body) === code ? { status } : undefined)),
        // Where the error has a code of its own, it is not recognised.
        { breaks: ({ errors }) => errors[`enquiry.${code}`]?.code === undefined },
      ],
    ]),
  ),
  'wire.json': {
    'enquiry-unreadable-body-as-html': [
      'A name enquiry whose body is not JSON is answered with an HTML page.',
      asHtml('enquiry', /not valid JSON/),
    ],
    'simulate-error-as-html': ['A refused simulate call is answered with an HTML page.', asHtml('simulate', /./)],
  },
};

/** For each wrong input, the fault of resolving a name enquiry that has it in a field, and the other field right. */
function takingWrong(field: 'account_number' | 'bank_code'): Faults[string] {
  return faultsOf(WRONG, (words, isWrong) => [
    `enquiry-takes-${words}-${dashed(field)}`,
    [
      `A name enquiry whose ${field} is ${words} is resolved.`,
      onBody('enquiry', body => {
        if (body[field] === undefined || !isWrong(body[field])) return undefined;
        return FIXTURES.accounts.map(asRequest).find(right => isOtherwise(right, body, field));
      }),
    ],
  ]);
}

function asRequest({ accountNumber, bankCode }: (typeof FIXTURES.accounts)[number]): JsonObject {
  return { account_number: accountNumber, bank_code: bankCode };
}

/** Whether two requests have the same members but for one field. */
function isOtherwise(right: JsonObject, body: JsonObject, field: string): boolean {
  return Object.entries(right).every(([name, value]) => name === field || body[name] === value);
}

/** The code of an error, before a dialect writes it. */
function normal(body: Json | undefined): string {
  return isJsonObject(body) ? String(body.code).toLowerCase().replaceAll('-', '_') : '';
}
