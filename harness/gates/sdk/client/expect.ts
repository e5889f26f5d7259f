import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '../../../base/json.ts';
import { isOk } from '../../../evidence/answered.ts';
import { differenceAt } from '../../../evidence/difference.ts';
import { asAdvice } from '../case-problem.ts';
import {
  ACCOUNT,
  BARE_ORDER,
  DIGITS,
  ENQUIRY_SAYS,
  type NESTED,
  ORDER_SAYS,
  PROXY_REQUEST_ID,
  REQUEST_ID,
  STEP_SAYS,
} from './answers.ts';
import {
  AMOUNTS,
  amountProblems,
  breachOf,
  breachOfMember,
  camel,
  changeOf,
  member,
  memberProblems,
  type Problem,
  unwrap,
} from './problem.ts';

/** The result of a call. */
export type CallResult =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'error'; readonly error: JsonObject }
  | { readonly kind: 'broke'; readonly said: string };

/** Judges the result of a call. */
export type Expect = (result: CallResult) => readonly Problem[];

/** Expects any value. @param likely why there may be none */
export function success(requirement: string, likely?: string): Expect {
  return result => {
    const expected = 'the value that was sent';
    if (result.kind === 'value') return [];
    if (result.kind === 'broke') return [breachOf(requirement, 'breaks', 'fails on a valid answer', expected, likely)];
    const { status } = result.error;
    const unread = status === 200 ? 'it cannot read the body, or ' : 'it ';
    const ofStatus = isOk(Number(status)) ? `${unread}takes the status ${status} for a failure` : undefined;
    const does = 'reports an error for a valid answer';
    return [breachOf(requirement, 'error-for-value', does, expected, likely ?? ofStatus)];
  };
}

/** Texts by the names of their members. */
type Texts = { readonly [name: string]: string };

/** Expects a value with these members unchanged. @param likely why they may have changed */
export function valueWith(requirement: string, members: Texts, likely?: string): Expect {
  return result => {
    if (result.kind !== 'value') return success(requirement, likely)(result);
    const value = unwrap(result.value, Object.keys(members)[0] ?? '');
    if (value !== undefined) return textProblems(requirement, members, value, { likely });
    const expected = 'the JSON object that was sent, or what it wraps in data';
    return [breachOf(requirement, 'value-not-object', 'returns a value that is not an object', expected, likely)];
  };
}

/**
 * The problems of members that have to come back unchanged. @param likely why they may have changed @param of what
 * has the members @param mayRespell whether the letter case of a text, or the notation of a time, is only advice
 */
function textProblems(
  requirement: string,
  sent: Texts,
  given: JsonObject,
  { likely, of = '', mayRespell = false }: { likely?: string | undefined; of?: string; mayRespell?: boolean },
): readonly Problem[] {
  return Object.entries(sent).flatMap(([name, wanted]) => {
    const value = member(given, name);
    const about = [name, wanted, value] as const;
    if (value === undefined || value === null) {
      const lost = /^[0.]+$/.test(wanted) ? 'it takes zero for no value' : likely;
      return [breachOfMember(requirement, `lost-${name}`, `loses ${name}${of}`, about, lost)];
    }
    const kept = value !== wanted && value === USUAL[name] ? KEPT : undefined;
    if (AMOUNTS.has(name) && kept === undefined) return amountProblems(name, wanted, value, Object.values(sent));
    const why = changeOfTime(wanted, String(value)) ?? takenFor(sent, name, value) ?? kept ?? likely;
    const does = `returns a different ${name}${of}`;
    const problems = memberProblems(requirement, [`other-${name}`, does], about, why);
    const isAdvice = mayRespell && isRespelled(String(value), wanted);
    return isAdvice ? problems.map(problem => asAdvice(problem, OTHER_TEXT)) : problems;
  });
}

/** The member that an SDK returns under the name of another one; `undefined` if none. */
function takenFor(sent: Texts, name: string, given: unknown): string | undefined {
  const other = Object.keys(sent).find(one => one !== name && sent[one] === given && given !== sent[name]);
  return other && `it takes ${other} for ${name}`;
}

/** The members of usual answers. An SDK that gives one back in place of another value kept it. */
const USUAL: JsonObject = { ...BARE_ORDER, ...ACCOUNT };
const KEPT = 'it keeps data of an earlier answer';
const KEPT_ERROR = 'it keeps an error of an earlier answer';
const MODEL = 'its model of the answer lacks the field or misinterprets it';
/** What errors say. */
const SAID: ReadonlySet<unknown> = new Set(
  [ENQUIRY_SAYS, ORDER_SAYS, STEP_SAYS, DIGITS].flatMap(said => Object.values(said)),
);

/** What an error has to contain. Absent members may have any value. */
interface WantedError {
  /** The right statuses; `null` means no answer. */
  readonly status: readonly (number | null)[];
  /** The code; `null` means none that another answer carried. */
  readonly code?: string | null;
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

const UNFOUND = 'a search for the message of the service finds nothing';

/** The default reason for a value instead of an error. */
const NO_ERROR = 'it ignores the status, or swallows unreadable bodies';

const NOTHING_FOUND = 'it turns an error into an empty value, as where nothing is found';

/** Expects an error with the answer's status, body and headers. @param whyValue why there may be a value instead */
export function errorOf(requirement: string, wanted: WantedError, whyValue = NO_ERROR): Expect {
  const { requestId } = { requestId: REQUEST_ID, ...wanted };
  return result => {
    const status = `status ${wanted.status.map(one => one ?? 'null, as there is no answer').join(' or ')}`;
    const due = `an error with ${status}`;
    if (result.kind === 'broke')
      return [breachOf(requirement, 'breaks-on-error', 'fails instead of returning an error', due)];
    if (result.kind === 'value') {
      const isEmpty = Object.keys(result.value ?? {}).length === 0 && typeof wanted.code === 'string';
      const why = isEmpty ? NOTHING_FOUND : whyValue;
      return [breachOf(requirement, 'value-for-error', 'returns a value instead of an error', due, why)];
    }
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
      if (want === undefined || (want === null && !SAID.has(have))) continue;
      if (want === null) {
        const other = `no ${name} of another answer`;
        found.push(breachOf(requirement, `error-${name}`, `gives the ${name} of an earlier error`, other, KEPT_ERROR));
        continue;
      }
      if (have !== want && have === wanted[other]) {
        const mixes = 'mixes up code and message of an error';
        found.push(breachOfMember(requirement, 'error-mixed', mixes, [name, want, have], `it ${mixes}`));
        continue;
      }
      const wrapped = name === 'message' && typeof have === 'string' && have !== want && have.includes(want);
      const does = wrapped ? 'adds text to the message of an error' : `does not surface the ${name} of an error`;
      const isLost = name === 'message' && typeof have !== 'string';
      const kept = SAID.has(have) ? KEPT_ERROR : undefined;
      const [plain = '', ...marks] = wrapped ? [] : want.split('%');
      const isFilled = marks.length > 0 && String(have).startsWith(plain) && !want.startsWith(String(have));
      const filled = isFilled ? 'it uses the message as a format string, and fills in percent signs or braces' : kept;
      const likely = isLost ? 'the enquiry calls it error, the order calls it message' : filled;
      const cause = wrapped ? 'longer-message' : `error-${name}`;
      const problems = memberProblems(requirement, [cause, does], [name, want, have], likely);
      found.push(...(wrapped ? problems.map(problem => asAdvice(problem, UNFOUND, 'message')) : problems));
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

/** Accepts any value or error. */
export const anything: Expect = ({ kind }) => {
  const does = 'fails instead of returning a value or an error';
  return kind === 'broke' ? [breachOf('wire.json', 'breaks', does, 'a value or an error')] : [];
};

/** Expects all of these. */
export function all(...expects: readonly Expect[]): Expect {
  return result => expects.flatMap(expect => expect(result));
}

/** Judges the order of a result. A result without an order is judged elsewhere. */
function ofOrder(judge: (order: JsonObject) => readonly Problem[]): Expect {
  return result => {
    const order = result.kind === 'value' ? unwrap(result.value, 'id') : undefined;
    return order === undefined ? [] : judge(order);
  };
}

/** An order as it was sent, and the texts of its nested account, if it has one. */
type SentOrder = Omit<typeof BARE_ORDER, 'metadata'> & { readonly metadata: object; readonly account?: typeof NESTED };

/** Expects that an order and its nested account keep every field (Resources). @param likely why they may not */
export const orderFields =
  ({ metadata, account, ...texts }: SentOrder, likely?: string): Expect =>
  result => {
    const order = result.kind === 'value' ? unwrap(result.value, 'id') : undefined;
    if (order === undefined) return valueWith('onramp.ok-body', texts, likely)(result);
    return [
      ...textProblems('onramp.fields', texts, order, { likely: likely ?? MODEL, mayRespell: true }),
      ...metadataProblems(metadata, member(order, 'metadata')),
      ...(account === undefined ? [] : accountProblems(account, member(order, 'account'))),
    ];
  };

/**
 * Expects that unlisted values come through. A replacement such as `UNKNOWN` is only advice: nothing else is lost.
 * @param sent members of the order @param ofAccount members of its nested account
 */
export const openValues = (sent: Texts, ofAccount: Texts): Expect =>
  ofOrder(order => {
    const account = member(order, 'account');
    return [
      ...textProblems('onramp.fields', sent, order, { likely: MODEL }),
      ...(isObject(account) ? textProblems('account.fields', ofAccount, account, OF_ACCOUNT) : []),
    ].map(problem => (problem.cause.startsWith('lost-') ? problem : asAdvice(problem, OTHER_TEXT)));
  });

/** Expects an order without a nested account. */
export const noAccount = ofOrder(order => {
  if ((member(order, 'account') ?? null) === null) return [];
  const does = 'returns a nested account although none was sent';
  return [breachOf('onramp.account-optional', 'invented-account', does, 'no account, or null')];
});

const isOfTexts = (metadata: object) => Object.values(metadata).every(value => typeof value === 'string');
const OTHER_TEXT = 'a value no longer compares as text with that of the service';

const OF_ACCOUNT = { likely: MODEL, of: ' of a nested account', mayRespell: true };

function accountProblems(sent: typeof NESTED, account: Json | undefined): readonly Problem[] {
  if (isObject(account)) return textProblems('account.fields', sent, account, OF_ACCOUNT);
  return [breachOf('account.fields', 'lost-account', 'loses the nested account', 'the account record that was sent')];
}

/** Whether two texts differ only in case, or are one time in two notations. Enumerations and clocks change these. */
function isRespelled(given: string, wanted: string): boolean {
  if (given.toLowerCase() === wanted.toLowerCase()) return true;
  return ZONE.test(given) && Date.parse(given) === Date.parse(wanted);
}

/** The zone of a time. Without one it is another moment wherever it is read. */
const ZONE = /(?<=\d)Z$|[+-]\d\d:?\d\d(?!\d|-)|\b(?:UTC|GMT)\b/;

/** How a time was changed; `undefined` if unknown. */
function changeOfTime(sent: string, given: string): string | undefined {
  if (sent !== given && sent.replace(ZONE, '') === given)
    return 'it drops the zone of a time, which is then another moment wherever it is read';
  if (sent === given || !ZONE.test(given)) return undefined;
  if (Date.parse(sent) === Date.parse(given)) return 'it writes times in a notation of its own';
  const isCut = Math.floor(Date.parse(sent) / 1000) === Date.parse(given) / 1000;
  return isCut ? 'it drops the fraction of a time' : undefined;
}

function metadataProblems(wanted: object, given: Json | undefined): readonly Problem[] {
  if (isDeepStrictEqual(given, wanted)) return [];
  const does = 'does not keep the metadata of an order';
  const renamed = isDeepStrictEqual(inCamelCase(given), inCamelCase(wanted));
  const likely = renamed
    ? 'it renames the members of metadata, which belong to the customer'
    : isObject(given) && isOfTexts(given) && !isOfTexts(wanted)
      ? 'it turns the values of metadata into texts'
      : isObject(given) && isDeepStrictEqual(Object.keys(given).toSorted(), Object.keys(wanted).toSorted())
        ? 'it changes values of metadata, which belong to the customer'
        : 'it expects metadata of one form, but metadata is free-form';
  const breach = breachOf('onramp.metadata', 'other-metadata', does, JSON.stringify(wanted), likely);
  const problem = { ...breach, differences: [differenceAt('/metadata', wanted, given)] };
  // Some languages have no empty object. A result may have camelCase names; other new names are nobody's choice.
  const isEmpty = [{}, []].some(empty => isDeepStrictEqual(given ?? [], empty));
  if (isEmpty && Object.keys(wanted).length === 0) return [asAdvice(problem, 'empty metadata is no object any more')];
  if (!isDeepStrictEqual(given, inCamelCase(wanted))) return [problem];
  return [asAdvice(problem, 'customers find the members of their metadata under other names')];
}

function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [camel(name), inCamelCase(item)]));
}
