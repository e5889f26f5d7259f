import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '../../../base/json.ts';
import { isOk } from '../../../evidence/answered.ts';
import { differencesBetween } from '../../../evidence/difference.ts';
import { asAdvice } from '../gate-case.ts';
import { ACCOUNT, BARE_ORDER, NESTED, ORDER } from './answers.ts';
import {
  AMOUNTS,
  amountProblems,
  breachOf,
  breachOfMember,
  camel,
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
    if (value !== undefined) return textProblems(requirement, members, value, likely);
    const expected = 'the JSON object that was sent, or what it wraps in data';
    return [breachOf(requirement, 'value-not-object', 'returns a value that is not an object', expected, likely)];
  };
}

/**
 * The problems of members that have to come back unchanged. @param likely why they may have changed @param of what
 * has the members @param mayRespell whether the letter case of a text, or the notation of a time, is only advice
 * @param beside other members of the answer
 */
function textProblems(
  requirement: string,
  sent: Texts,
  given: JsonObject,
  likely?: string,
  { of = '', mayRespell = false, beside = {} }: Partial<typeof OF_ACCOUNT> = {},
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
    const why = changeOfTime(wanted, String(value)) ?? takenFor({ ...beside, ...sent }, name, value) ?? kept ?? likely;
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
/** Texts of full answers that no SDK has as defaults. */
const TELLING = [...Object.values(ACCOUNT), ORDER.reference, ORDER.customer_id, NESTED.expires_at, ORDER.metadata.note];

/** Whether a value has something of an earlier, full answer. @param body of its own answer */
export function isOfEarlier(value: Json, body?: Buffer): boolean {
  return TELLING.some(text => JSON.stringify(value).includes(`"${text}"`) && !body?.includes(text));
}
const MODEL = 'its model of the answer lacks the field or misinterprets it';
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
    const beside = Object.fromEntries(Object.entries(account ?? {}).map(([name, text]) => [`account.${name}`, text]));
    return [
      ...textProblems('onramp.fields', texts, order, likely ?? MODEL, { mayRespell: true, beside }),
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
      ...textProblems('onramp.fields', sent, order, MODEL),
      ...(isObject(account) ? textProblems('account.fields', ofAccount, account, MODEL, OF_ACCOUNT) : []),
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

const OF_ACCOUNT = { of: ' of a nested account', mayRespell: true, beside: {} as Texts };

function accountProblems(sent: typeof NESTED, account: Json | undefined): readonly Problem[] {
  if (isObject(account)) return textProblems('account.fields', sent, account, MODEL, OF_ACCOUNT);
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
  const problem = { ...breach, differences: differencesBetween(wanted, given, '/metadata') };
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
