import type { CaseProblem } from '../../core/evidence.ts';
import { briefly, isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Reply } from '../protocol.ts';
import { NESTED, REQUEST_ID } from './answers.ts';

/** What an SDK gave back for a call. */
export type Result =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'error'; readonly error: JsonObject }
  | { readonly kind: 'broke'; readonly said: string };

/** What is wrong with a result. */
export type Got = Pick<CaseProblem, 'requirement' | 'cause' | 'message' | 'expected' | 'likely' | 'severity'>;

/** Judges a result. */
export type Expect = (result: Result) => readonly Got[];

/** Reads an adapter's answer: an object with `value` or with `error`. */
export function readResult(reply: Reply): Result {
  if (reply.kind === 'broke') return { kind: 'broke', said: `${reply.failure}: ${reply.said}` };
  const { result } = reply;
  if (isObject(result)) {
    if (isObject(result.error)) return { kind: 'error', error: result.error };
    if ('value' in result && result.error === undefined) return { kind: 'value', value: result.value ?? null };
    if ('value' in result && result.error === null) return { kind: 'value', value: result.value ?? null };
  }
  return { kind: 'broke', said: `an answer with neither value nor error: ${JSON.stringify(result)?.slice(0, 200)}` };
}

/** A result in short. */
export function writeResult(result: Result): string {
  if (result.kind === 'broke') return result.said;
  return result.kind === 'value' ? `value ${briefly(result.value, 300)}` : `error ${briefly(result.error, 300)}`;
}

/** What is wrong, as a breach. @param message what the SDK does */
export const got = (requirement: string, cause: string, message: string, expected: string, likely?: string): Got => ({
  requirement,
  cause,
  severity: 'breach',
  message: `the SDK ${message}`,
  expected,
  ...(likely !== undefined && { likely }),
});

/** Field names in the other style. */
export const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A member under its snake_case or camelCase name. */
export function member(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : Object.hasOwn(value, camel(name)) ? value[camel(name)] : undefined;
}

/** The object that a value is, or that it wraps in `data`. */
export function unwrap(value: Json, name: string): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  return member(value, name) === undefined && isObject(value.data) ? value.data : value;
}

/** What is wrong where the SDK gave back no value although one was sent. */
function noValue(requirement: string, result: Result, likely: string | undefined): Got {
  return got(
    requirement,
    result.kind === 'broke' ? 'breaks' : 'error-for-value',
    result.kind === 'broke' ? 'breaks on a sound answer' : 'reports an error for a sound answer',
    'the value that was sent',
    likely,
  );
}

/** Expects a value whose members are as they were sent. @param likely why it may be none */
export function valueWith(requirement: string, members: { readonly [name: string]: string }, likely?: string): Expect {
  return result => {
    if (result.kind !== 'value') return [noValue(requirement, result, likely)];
    const [first = ''] = Object.keys(members);
    const value = unwrap(result.value, first);
    if (value === undefined)
      return [
        got(
          requirement,
          'value-no-object',
          'gives back a value that is no object',
          'the JSON object that was sent, or what it wraps in data',
          likely,
        ),
      ];
    return Object.entries(members).flatMap(([name, wanted]) =>
      memberProblem(requirement, name, wanted, member(value, name), likely),
    );
  };
}

const AMOUNT = /^-?\d+(?:\.\d+)?$/;
const isAmount = (name: string) => /amount|rate/.test(name);

function memberProblem(
  requirement: string,
  name: string,
  wanted: string,
  given: Json | undefined,
  likely: string | undefined,
): readonly Got[] {
  if (given === wanted) return [];
  const expected = `${name}: ${JSON.stringify(wanted)}`;
  if (isAmount(name)) {
    const text =
      typeof given === 'bigint' || typeof given === 'number' || typeof given === 'string' ? String(given) : '';
    const same = AMOUNT.test(text) && plain(text) === plain(wanted);
    if (same)
      return [
        {
          ...got(
            'onramp.amounts',
            `rewritten-${name}`,
            `writes ${name} otherwise than it was sent, with the same value`,
            expected,
          ),
          severity: 'advice',
        },
      ];
    return [
      got(
        'onramp.amounts',
        'inexact-amount',
        'does not keep an amount exactly',
        expected,
        'it reads decimal strings into binary floating point',
      ),
    ];
  }
  return [got(requirement, `other-${name}`, `gives back ${name} otherwise than it was sent`, expected, likely)];
}

/** A decimal without the zeros that do not count. */
function plain(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const digits = fraction.replace(/0+$/, '');
  return `${whole.replace(/^(-?)0+(?=\d)/, '$1')}${digits === '' ? '' : `.${digits}`}`;
}

/** Expects an order of which the nested account is as it was sent: an object with an amount, or none. */
export function orderAccount(present: boolean): Expect {
  return result => {
    if (result.kind !== 'value') return [];
    const value = unwrap(result.value, 'id');
    const account = value && member(value, 'account');
    if (!present) {
      if (account === undefined || account === null) return [];
      return [
        got(
          'onramp.account-optional',
          'invented-account',
          'gives back a nested account where none was sent',
          'no account, or null',
        ),
      ];
    }
    if (!isObject(account))
      return [got('account.fields', 'lost-account', 'loses the nested account', 'the account record that was sent')];
    return memberProblem('account.fields', 'amount', NESTED.amount, member(account, 'amount'), undefined).concat(
      memberProblem(
        'account.fields',
        'account_number',
        '0123456789',
        member(account, 'account_number'),
        'it reads digits as a number',
      ),
    );
  };
}

/** Expects a value of any kind. */
export function success(requirement: string, likely?: string): Expect {
  return result => (result.kind === 'value' ? [] : [noValue(requirement, result, likely)]);
}

/** What an error has to carry; what is left out may be anything. */
interface WantedError {
  /** Statuses that are right; `null` for no answer. */
  readonly status: readonly (number | null)[];
  readonly code?: string;
  readonly message?: string;
  readonly requestId?: boolean;
}

/** Expects an error that surfaces the status, and what the body and the headers tell. */
export function errorOf(requirement: string, wanted: WantedError): Expect {
  return result => {
    const status = wanted.status.join(' or ');
    if (result.kind === 'broke')
      return [
        got(requirement, 'breaks-on-error', 'breaks instead of giving back an error', `an error with status ${status}`),
      ];
    if (result.kind === 'value')
      return [
        got(
          requirement,
          'value-for-error',
          'gives back a value where there is an error',
          `an error with status ${status}`,
          'it does not look at the status, or swallows what it cannot read',
        ),
      ];
    const { error } = result;
    const found: Got[] = [];
    const given = error.status ?? null;
    if (!wanted.status.some(one => one === given))
      found.push(
        got(
          requirement,
          'error-status',
          'does not surface the status of an error',
          `status ${status}`,
          typeof given === 'boolean' ? 'the member status of the body hides the status of the answer' : undefined,
        ),
      );
    for (const name of ['code', 'message'] as const) {
      const want = wanted[name];
      const have = error[name];
      if (want === undefined || have === want) continue;
      const contained = name === 'message' && typeof have === 'string' && have.includes(want);
      const found_ = got(
        requirement,
        `error-${name}`,
        `does not surface the ${name} of an error`,
        `${name}: ${JSON.stringify(want)}`,
        name === 'message' ? 'the enquiry calls it error, the order calls it message' : undefined,
      );
      found.push(
        contained
          ? { ...found_, severity: 'advice', message: 'the message of an error is surfaced with more around it' }
          : found_,
      );
    }
    const id = member(error, 'request_id');
    if (wanted.requestId !== false && id !== REQUEST_ID)
      found.push(
        got(
          'response.request-id',
          'error-request-id',
          'does not surface the request-id of an error',
          `requestId: ${JSON.stringify(REQUEST_ID)}`,
          'it looks for the header under another name, or in one case only',
        ),
      );
    return found;
  };
}

/** Expects nothing: whatever the SDK gives back is right, as long as it answers. */
export const anything: Expect = result =>
  result.kind === 'broke'
    ? [got('wire.json', 'breaks', 'breaks instead of giving back a value or an error', 'a value or an error')]
    : [];

/** Expects one of two. */
export function either(a: Expect, b: Expect): Expect {
  return result => {
    const found = a(result);
    return found.length === 0 || b(result).length > 0 ? found : [];
  };
}
