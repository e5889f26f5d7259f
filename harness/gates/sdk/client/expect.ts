import { isObject, isScalar, type Json, type JsonObject } from '../../../base/json.ts';
import { plural } from '../../../base/plural.ts';
import { isOk } from '../../../evidence/answered.ts';
import { PROXY_REQUEST_ID, REQUEST_ID } from './answers.ts';
import { asAdvice, breachOf, breachOfMember, changeOf, KEY_IN_LOGS, type Problem } from './problem.ts';

/** Judges the result of a call. */
export type Expect = (result: CallResult) => readonly Problem[];

/** Expects any value. @param likely why there may be none */
export function success(requirement: string, likely?: string): Expect {
  return result => {
    const expected = 'the value that was sent';
    if (result.kind === 'value') return [];
    if (result.kind === 'broke') return [breachOf(requirement, 'breaks', 'fails on a valid answer', expected, likely)];
    const { status } = result.error;
    const ofStatus = isOk(Number(status)) ? `it takes the status ${status} for a failure` : undefined;
    const does = 'reports an error for a valid answer';
    return [breachOf(requirement, 'error-for-value', does, expected, likely ?? ofStatus)];
  };
}

/** Expects a value with these members unchanged. @param likely why they may have changed */
export function valueWith(requirement: string, members: { readonly [name: string]: string }, likely?: string): Expect {
  return result => {
    if (result.kind !== 'value') return success(requirement, likely)(result);
    const value = unwrap(result.value, Object.keys(members)[0] ?? '');
    if (value === undefined) {
      const expected = 'the JSON object that was sent, or what it wraps in data';
      return [breachOf(requirement, 'value-not-object', 'returns a value that is not an object', expected, likely)];
    }
    return Object.entries(members).flatMap(([name, sent]) => {
      const given = member(value, name);
      if (AMOUNTS.has(name)) return amountProblems(name, sent, given, Object.values(members));
      const does = `returns a different ${name}`;
      return memberProblems(requirement, [`other-${name}`, does], [name, sent, given], likely);
    });
  };
}

/** Names of members that are decimal strings. */
export const AMOUNTS: ReadonlySet<string> = new Set(['source_amount', 'destination_amount', 'quoted_rate', 'amount']);

/** What is wrong with an amount, which has to keep its exact value. @param others other amounts in the same answer */
export function amountProblems(
  name: string,
  sent: string,
  given: Json | undefined,
  others: readonly string[] = [],
): readonly Problem[] {
  if (given === sent) return [];
  if (isScalar(given) && normalised(String(given)) === normalised(sent)) {
    const does = `rewrites ${name}, with the same value`;
    return [asAdvice(breachOfMember('onramp.amounts', `rewritten-${name}`, does, [name, sent, given]))];
  }
  const likely = isScalar(given) ? causeOfAmount(sent, String(given), others) : undefined;
  const does = 'does not keep an amount exactly';
  return [breachOfMember('onramp.amounts', 'inexact-amount', does, [name, sent, given], likely)];
}

/** Rounded amounts have at most this many decimal places. More are the residue of binary floating point. */
const MOST_ROUNDED = 10;

/** The most digits that a double shares with the decimal it approximates. */
const MOST_DIGITS_OF_DOUBLE = 17;

/** Why an amount changed; `undefined` if unknown. */
function causeOfAmount(sent: string, given: string, others: readonly string[]): string | undefined {
  if (others.some(other => other !== sent && normalised(other) === normalised(given)))
    return 'it mixes up the amounts of an order';
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(given) ?? [];
  if (fraction === '' && whole === sent.split('.')[0]) return 'it cuts amounts to whole numbers';
  const isNear = Math.abs(Number(given) - Number(sent)) <= 10 ** -fraction.length;
  if (whole !== undefined && fraction.length <= MOST_ROUNDED && isNear)
    return `it rounds amounts to ${plural(fraction.length, 'decimal place')}`;
  const digits = given.replace(/\D|^0[.0]*/g, '').length;
  if (digits > MOST_DIGITS_OF_DOUBLE && sent.startsWith(given.slice(0, -1)))
    return `it keeps only ${digits} digits of a decimal`;
  return Number(given) === Number(sent) ? 'it parses decimal strings as binary floating point' : undefined;
}

/** A decimal without exponent and redundant zeros. Any other text is returned unchanged. */
function normalised(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/i.exec(text) ?? [];
  if (whole === '') return text;
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction).padStart(whole.length + fraction.length + Math.max(0, -point), '0');
  const split = Math.max(0, point);
  const before = digits.slice(0, split).padEnd(split, '0').replace(/^0+/, '');
  return `${sign}${before}.${digits.slice(split).replace(/0+$/, '')}`;
}

/** The characters that survive any encoding. A question mark may replace a lost character. */
const keptOf = (text: string) => text.replace(/[^ -~]|\?/g, '');

/** The problem of a text that came back: none, a wrong encoding, or the given cause. */
export function memberProblems(
  requirement: string,
  [cause, does]: readonly [cause: string, does: string],
  about: readonly [name: string, sent: string, given: unknown],
  likely?: string,
): readonly Problem[] {
  const [, sent, given] = about;
  if (given === sent) return [];
  const isGarbled = typeof given === 'string' && keptOf(sent) !== sent && keptOf(given) === keptOf(sent);
  if (!isGarbled) return [breachOfMember(requirement, cause, does, about, likely ?? changeOf(sent, given))];
  const encoding = 'it decodes answers as Latin-1, as ASCII, or in the encoding of its locale: JSON is UTF-8';
  return [breachOfMember(requirement, 'garbled', 'garbles characters beyond ASCII', about, encoding)];
}

/** What an error has to contain. Absent members may have any value. */
interface WantedError {
  /** The right statuses; `null` means no answer. */
  readonly status: readonly (number | null)[];
  readonly code?: string;
  readonly message?: string;
  /** The request-id; `undefined` if none is known. Default: the id of every scripted answer. */
  readonly requestId?: string | undefined;
}

/** Why an error has the wrong request-id, by the id that it has. */
const REQUEST_ID_CAUSES: ReadonlyMap<unknown, string> = new Map([
  [REQUEST_ID, 'it keeps the request-id of an earlier answer'],
  [PROXY_REQUEST_ID, 'it takes x-request-id, which a proxy may add, for request-id'],
]);

const OWN_ERROR = 'an error of its own, such as of its JSON parser or its last attempt, takes the place of the answer';
const LOST_STATUS = 'its error has no place for the status';
const HIDDEN_STATUS = 'the member status of the body hides the HTTP status';
const OTHER_STATUS = 'it makes a status of its own';
const OTHER_HEADER = 'it looks for the header under another name, or in one case only';
const OTHER_VALUE = 'it takes another value for request-id, such as its own Idempotency-Key or a member of the body';

/** The default reason for a value instead of an error. */
const NO_ERROR = 'it ignores the status, or swallows unreadable bodies';

/** Expects an error with the answer's status, body and headers. @param whyValue why there may be a value instead */
export function errorOf(requirement: string, wanted: WantedError, whyValue = NO_ERROR): Expect {
  const { requestId } = { requestId: REQUEST_ID, ...wanted };
  return result => {
    const status = `status ${wanted.status.map(one => one ?? 'null, as there is no answer').join(' or ')}`;
    const due = `an error with ${status}`;
    if (result.kind === 'broke')
      return [breachOf(requirement, 'breaks-on-error', 'fails instead of returning an error', due)];
    if (result.kind === 'value')
      return [breachOf(requirement, 'value-for-error', 'returns a value instead of an error', due, whyValue)];
    const { error } = result;
    const found: Problem[] = [];
    const given = error.status ?? null;
    const id = member(error, 'request_id');
    const hasStatus = wanted.status.some(one => one === given);
    const isOther = !hasStatus && given === null && (error.code ?? null) === null && (id ?? null) === null;
    if (isOther && requestId !== undefined && error.message !== wanted.message) {
      const does = 'reports an error of its own instead of that of the answer';
      return [
        {
          ...breachOf(requirement, 'error-replaced', does, `${due} and request-id`, OWN_ERROR),
          also: ['response.request-id'],
        },
      ];
    }
    if (!hasStatus) {
      const likely = given === null ? LOST_STATUS : typeof given === 'boolean' ? HIDDEN_STATUS : OTHER_STATUS;
      found.push(breachOf(requirement, 'error-status', 'does not surface the status of an error', status, likely));
    }
    for (const name of ['code', 'message'] as const) {
      const want = wanted[name];
      const other = name === 'code' ? 'message' : 'code';
      const have = error[name];
      if (want === undefined) continue;
      if (have !== want && have === wanted[other]) {
        const mixes = 'mixes up code and message of an error';
        found.push(breachOfMember(requirement, 'error-mixed', mixes, [name, want, have], `it ${mixes}`));
        continue;
      }
      const wrapped = name === 'message' && typeof have === 'string' && have !== want && have.includes(want);
      const does = wrapped ? 'adds text to the message of an error' : `does not surface the ${name} of an error`;
      const isLost = name === 'message' && typeof have !== 'string';
      const likely = isLost ? 'the enquiry calls it error, the order calls it message' : undefined;
      const cause = wrapped ? 'longer-message' : `error-${name}`;
      const problems = memberProblems(requirement, [cause, does], [name, want, have], likely);
      found.push(...(wrapped ? problems.map(asAdvice) : problems));
    }
    if (requestId !== undefined && id !== requestId) {
      const likely = REQUEST_ID_CAUSES.get(id) ?? changeOf(requestId, id) ?? (id ? OTHER_VALUE : OTHER_HEADER);
      const does = 'does not surface the request-id of an error';
      const about = ['requestId', requestId, id] as const;
      found.push(breachOfMember('response.request-id', 'error-request-id', does, about, likely));
    }
    return found;
  };
}

/** The members of an error that appear in its text and in logs. */
const SHOWN = ['code', 'message', 'request_id'];

/** The problem of an error that contains the API key. No answer of the gate contains it. */
export function leaksIn(result: CallResult, apiKey: string): readonly Problem[] {
  if (result.kind !== 'error') return [];
  const { error } = result;
  if (!SHOWN.some(name => String(member(error, name)).includes(apiKey))) return [];
  const likely = 'it writes the request with its headers into the error; logs and error trackers keep such texts';
  const does = 'puts the API key into an error';
  const problem = breachOf('auth.header', 'key-in-error', does, 'the key in X-API-Key only', likely);
  return [{ ...problem, leadsTo: KEY_IN_LOGS }];
}

/** Accepts any value or error. */
export const anything: Expect = ({ kind }) => {
  const does = 'fails instead of returning a value or an error';
  return kind === 'broke' ? [breachOf('wire.json', 'breaks', does, 'a value or an error')] : [];
};

/** Expects one of two. If both fail, the problems are those of the first. */
export function either(a: Expect, b: Expect): Expect {
  return result => {
    const found = a(result);
    return found.length === 0 || b(result).length > 0 ? found : [];
  };
}

/** Expects all of these. */
export function all(...expects: readonly Expect[]): Expect {
  return result => expects.flatMap(expect => expect(result));
}

/** The result of a call. */
export type CallResult =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'error'; readonly error: JsonObject }
  | { readonly kind: 'broke'; readonly said: string };

/** Converts a snake_case name to camelCase. */
export const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The member with this name, in snake_case or camelCase. */
export function member(value: JsonObject, name: string): Json | undefined {
  return [name, camel(name)].filter(key => Object.hasOwn(value, key)).map(key => value[key])[0];
}

/** The object itself, or the one that it wraps in `data`. @param name a member of the wanted object */
export function unwrap(value: Json, name: string): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  return member(value, name) === undefined && isObject(value.data) ? value.data : value;
}
