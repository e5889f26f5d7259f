import { COMPLETED } from '../../evidence/dialect.ts';
import type { Call, ErrorCode, RouteName } from '../http/call.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { isEvent, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import { FIXTURES } from '../sandbox-options.ts';
import { type Fault, type FaultHooks, type Faults, faultsOf } from './fault.ts';
import { asHtml, dashed, failed, onBody, onReply } from './hooks.ts';

/**
 * Inputs that are not a string with content, by the words of a fault's name. Inputs that a conversion to a string would
 * make valid are omitted: it is unspecified whether they are refused.
 */
const WRONG: { readonly [words: string]: (value: Json | undefined) => boolean } = {
  null: value => value === null,
  empty: value => value === '',
  blank: value => typeof value === 'string' && value !== '' && value.trim() === '',
  boolean: value => typeof value === 'boolean',
  object: isJsonObject,
};

/** Bodies that are not a JSON object, and how a lax service reads an object from each. */
const UNREADABLE = {
  ...lenient(JSON.stringify(asRequest(FIXTURES.accounts[0]))),
  'a-string': (text: string) => (text.startsWith('"') ? (JSON.parse(text) as string) : undefined),
};

/** Statuses that the specification does not list for a name enquiry, by the error. */
const UNLISTED: readonly (readonly [name: string, summary: string, status: number, code: ErrorCode])[] = [
  ['enquiry-404-for-unknown-account', 'An account that does not exist is answered 404.', 404, 'account_not_found'],
  ['enquiry-422-for-unknown-account', 'An account that does not exist is answered 422.', 422, 'account_not_found'],
  ['enquiry-402-for-unknown-account', 'An account that does not exist is answered 402.', 402, 'account_not_found'],
  ['enquiry-422-for-invalid-input', 'A name enquiry with invalid fields is answered 422.', 422, 'invalid_request'],
  ['enquiry-403-for-invalid-input', 'A name enquiry with invalid fields is answered 403.', 403, 'invalid_request'],
  ['enquiry-409-for-invalid-input', 'A name enquiry with invalid fields is answered 409.', 409, 'invalid_request'],
  ['enquiry-501-for-internal-error', 'An internal error of a name enquiry is answered 501.', 501, 'internal_error'],
];

type Reading = (value: Json | undefined) => Json | undefined;

const ofText =
  (read: (text: string) => string): Reading =>
  value =>
    typeof value === 'string' ? read(value) : undefined;

/** Ways to read an event from a deviating spelling, which a service may accept. */
const SPELLINGS = {
  'in-upper-case': ofText(text => text.toLowerCase()),
  padded: ofText(text => text.trim()),
};

/** Ways to read an event of several words from a text that is no event. */
const TEXTS = {
  dashed: ofText(text => text.replaceAll('-', '_')),
  'in-camel-case': ofText(text => text.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)),
};

/** Ways to read an event from a value that is no event. */
const VALUES: { readonly [words: string]: Reading } = {
  'in-an-array': value => (Array.isArray(value) ? value[0] : undefined),
  'in-an-object': value => (isJsonObject(value) ? value.event : undefined),
};

const ofWebhook: Reading = value => (value === COMPLETED ? 'disburse' : undefined);

/** All ways to read an event from a value that is no event, including null, an empty text and a number. */
const READINGS: { readonly [words: string]: Reading } = {
  ...VALUES,
  ...TEXTS,
  'as-null': value => (value === null ? 'deposit_detected' : undefined),
  'as-empty-text': value => (value === '' ? 'deposit_detected' : undefined),
  'as-a-number': value => (typeof value === 'number' ? 'deposit_detected' : undefined),
};

const plain = (words: string) => words.replaceAll('-', ' ');

/** Faults in the treatment of wrong inputs to name enquiries (Resolve a bank account) and to simulate (4.3, event). */
export const INPUT_FAULTS: Faults = {
  'simulate.event-values': {
    ...faultsOf(READINGS, (words, reading) => [
      `simulate-takes-event-${words}`,
      [`An event ${plain(words)} is simulated.`, taking(reading)],
    ]),
    ...faultsOf({ ...VALUES, 'by-the-name-of-its-webhook': ofWebhook }, (words, reading) => [
      `disburse-taken-${words}`,
      [`An event ${plain(words)} is simulated where it means disburse.`, taking(onlyCredits(reading))],
    ]),
    ...faultsOf({ ...SPELLINGS, ...TEXTS }, (words, reading) => [
      `simulate-refuses-and-takes-event-${words}`,
      [`An event ${plain(words)} is answered 400, and simulated.`, refusing(taking(reading))],
    ]),
    ...faultsOf(TEXTS, (words, reading) => [
      `simulate-takes-event-${words}-silently`,
      [`An event ${plain(words)} moves its order without a webhook.`, silencing(taking(reading))],
    ]),
  },
  'simulate.event-required': faultsOf(lenient('{"event":"deposit_detected"}'), (words, read) => [
    `simulate-takes-${words}`,
    [`A simulate call is taken for deposit_detected whose body is ${plain(words)}.`, onText('simulate', read)],
  ]),
  'enquiry.account-number-required': {
    ...takingWrong('account_number'),
    ...faultsOf(UNREADABLE, (words, read) => [
      `enquiry-takes-${words}`,
      [`A name enquiry is resolved whose body is ${plain(words)}.`, onText('enquiry', read)],
    ]),
  },
  'enquiry.bank-code-required': takingWrong('bank_code'),
  'enquiry.route': Object.fromEntries(
    UNLISTED.map(([name, summary, status, code]): [string, Fault] => [
      name,
      [
        summary,
        onReply(failed('enquiry'), ({ body }) => (normal(body) === code ? { status } : undefined)),
        // If the error has its own code, it is not recognised.
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

/** The faults of resolving a name enquiry with each wrong input in one field. */
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

/** Whether two requests differ only in one field. */
function isOtherwise(right: JsonObject, body: JsonObject, field: string): boolean {
  return Object.entries(right).every(([name, value]) => name === field || body[name] === value);
}

/** The code of an error before a dialect writes it. */
function normal(body: Json | undefined): string {
  return isJsonObject(body) ? String(body.code).toLowerCase().replaceAll('-', '_') : '';
}

function onlyCredits(reading: Reading): Reading {
  return value => {
    const event = reading(value);
    return isEvent(event) && LIFECYCLE[event].credits ? event : undefined;
  };
}

/** Replaces an unknown event by the result of a reading. */
function taking(reading: Reading): FaultHooks {
  return onBody('simulate', body => {
    if (body.event === undefined || isEvent(body.event)) return undefined;
    const event = reading(body.event);
    return isEvent(event) ? { ...body, event } : undefined;
  });
}

/** Refuses the calls that a fault changes, although they take effect. */
function refusing(hooks: FaultHooks): FaultHooks {
  const changed = new WeakSet<Call['headers']>();
  return {
    requestBody: (body, call) => {
      const taken = hooks.requestBody?.(body, call);
      if (taken) changed.add(call.headers);
      return taken;
    },
    reply: (reply, { headers }) =>
      changed.has(headers) && reply.status < 300
        ? { ...reply, status: 400, body: { code: 'invalid_request', message: 'This is not an event.' } }
        : undefined,
  };
}

/** Sends no webhooks for the calls that a fault changes. */
function silencing(hooks: FaultHooks): FaultHooks {
  // A call is handled synchronously, from its body to its events.
  let silent = false;
  return {
    requestBody: (body, call) => {
      const taken = hooks.requestBody?.(body, call);
      silent = taken !== undefined;
      return taken;
    },
    events: () => (silent ? [] : undefined),
  };
}

/** Changes the text of the bodies of requests to a route. */
function onText(route: RouteName, read: (text: string) => string | undefined): FaultHooks {
  return {
    requestBytes: (bytes, call) => {
      const text = call.route === route ? read(bytes.toString()) : undefined;
      return text === undefined ? undefined : Buffer.from(text);
    },
  };
}

/** Ways to read an object from a text that is no object. @param empty the object for an empty text */
function lenient(empty: string): { readonly [words: string]: (text: string) => string | undefined } {
  return {
    'an-empty-body': text => (text === '' ? empty : undefined),
    'json-cut-short': text => (text.startsWith('{') && !text.endsWith('}') ? `${text}}` : undefined),
    'an-array': text => /^\[(.*)\]$/s.exec(text)?.[1],
  };
}
