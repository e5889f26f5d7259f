import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '../../../base/json.ts';
import { isOk } from '../../../evidence/answered.ts';
import { differencesBetween } from '../../../evidence/difference.ts';
import { asAdvice } from '../gate-case.ts';
import { ACCOUNT, BARE_ORDER, UNLISTED } from './answers.ts';
import type { ClientQuestion } from './call.ts';
import {
  AMOUNTS,
  amountProblems,
  breachOf,
  breachOfMember,
  type CallResult,
  camel,
  ESCAPES,
  member,
  memberProblems,
  type Problem,
  unwrap,
} from './problem.ts';

const PARTS = 'it decodes each part of the answer separately';
const MODEL = 'its model of the answer lacks the field or misinterprets it';

/** The problems of the result of a call that was answered with a success. @param body of the answer */
export function valueProblems(
  { call, answer, likely }: ClientQuestion,
  body: JsonObject,
  result: CallResult,
): readonly Problem[] {
  const [ok, requirement = ok, ofKept = requirement] = call.requirements.value;
  const mayLackAccount = call.method === 'getOnrampOrder' && !isObject(body.account);
  if (result.kind !== 'value') return failureProblems(mayLackAccount ? 'onramp.account-optional' : ok, result, likely);
  if (call.says === undefined) return [];
  const sent = isObject(body.data) ? body.data : body;
  const given = unwrap(result.value, Object.keys(sent)[0] ?? '');
  if (given === undefined) {
    const expected = 'the JSON object that was sent, or what it wraps in data';
    return [breachOf(ok, 'value-not-object', 'returns a value that is not an object', expected, likely)];
  }
  const otherwise = answer.body.includes('\\u') ? ESCAPES : answer.manner === 'trickle' ? PARTS : MODEL;
  const { account, metadata } = sent;
  const beside = isObject(account) ? account : {};
  const named = Object.fromEntries(Object.entries(beside).map(([name, text]) => [`account.${name}`, text]));
  return [
    ...textProblems({ requirement, ofKept, otherwise, beside: named }, sent, given),
    ...(isObject(metadata) ? metadataProblems(metadata, member(given, 'metadata')) : []),
    ...(call.method === 'getOnrampOrder' ? accountProblems(account, member(given, 'account'), otherwise) : []),
  ];
}

/** The problem of an error, or of a failure, in place of a value. @param likely why there is no value */
function failureProblems(
  requirement: string,
  result: Exclude<CallResult, { readonly kind: 'value' }>,
  likely: string | undefined,
): readonly Problem[] {
  const expected = 'the value that was sent';
  if (result.kind === 'broke') return [breachOf(requirement, 'breaks', 'fails on a valid answer', expected, likely)];
  const { status } = result.error;
  const unread = status === 200 ? 'it cannot read the body, or ' : 'it ';
  const ofStatus = isOk(Number(status)) ? `${unread}takes the status ${status} for a failure` : undefined;
  const does = 'reports an error for a valid answer';
  return [breachOf(requirement, 'error-for-value', does, expected, likely ?? ofStatus)];
}

/** An object of an answer. */
interface SentObject {
  readonly requirement: string;
  /** The requirement that its texts are of no other answer. Default: the same. */
  readonly ofKept?: string;
  /** The likely bug if a text does not show it. */
  readonly otherwise: string;
  /** Other members of the answer. */
  readonly beside?: JsonObject;
  /** Which object it is, as in `status of a nested account`. Default: the answer itself. */
  readonly of?: string;
}

/** The problems of texts, which have to come back unchanged. Another letter case or notation may be only advice. */
function textProblems(
  { requirement, ofKept = requirement, otherwise, beside = {}, of = '' }: SentObject,
  sent: JsonObject,
  given: JsonObject,
): readonly Problem[] {
  return Object.entries(sent).flatMap(([name, wanted]) => {
    if (typeof wanted !== 'string') return [];
    const value = member(given, name);
    const about = [name, wanted, value] as const;
    if (value === undefined || value === null) {
      const lost = /^[0.]+$/.test(wanted) ? 'it takes zero for no value' : otherwise;
      return [breachOfMember(requirement, `lost-${name}`, `loses ${name}${of}`, about, lost)];
    }
    const kept = value !== wanted && value === USUAL[name] ? KEPT : undefined;
    if (AMOUNTS.has(name) && kept === undefined) return amountProblems(name, wanted, value, Object.values(sent));
    const why = changeOfTime(wanted, String(value)) ?? takenFor({ ...beside, ...sent }, name, value) ?? kept;
    const does = `returns a different ${name}${of}`;
    const broken = why === KEPT ? ofKept : requirement;
    const problems = memberProblems(broken, [`other-${name}`, does], about, why, otherwise);
    const mayRespell = of !== '' || !EXACT.has(name);
    const isAdvice = UNLISTED_VALUES.has(wanted) || (mayRespell && isRespelled(String(value), wanted));
    return isAdvice ? problems.map(problem => asAdvice(problem, OTHER_TEXT)) : problems;
  });
}

/** The member that an SDK returns under the name of another one; `undefined` if none. */
function takenFor(sent: JsonObject, name: string, given: unknown): string | undefined {
  const other = Object.keys(sent).find(one => one !== name && sent[one] === given && given !== sent[name]);
  return other && `it takes ${other} for ${name}`;
}

/** The members of usual answers. An SDK that gives one back in place of another value kept it. */
const USUAL: JsonObject = { ...BARE_ORDER, ...ACCOUNT };
const KEPT = 'it keeps data of an earlier answer';
const OTHER_TEXT = 'a value no longer compares as text with that of the service';

/** Texts that are neither enumerations nor times, which some languages write in their own way. */
const EXACT: ReadonlySet<string> = new Set([
  ...['id', 'reference', 'customer_id', 'destination_address', 'source_currency'],
  ...Object.keys(ACCOUNT),
]);
/** A replacement such as `UNKNOWN` for one of these loses nothing else. */
const UNLISTED_VALUES: ReadonlySet<string> = new Set(Object.values(UNLISTED).flatMap(Object.values<string>));

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

/** The problems of the nested account of an order. It is optional. */
function accountProblems(sent: Json | undefined, given: Json | undefined, otherwise: string): readonly Problem[] {
  if (isObject(sent)) {
    if (isObject(given))
      return textProblems({ requirement: 'account.fields', otherwise, of: ' of a nested account' }, sent, given);
    return [breachOf('account.fields', 'lost-account', 'loses the nested account', 'the account record that was sent')];
  }
  if ((given ?? null) === null) return [];
  const does = 'returns a nested account although none was sent';
  return [breachOf('onramp.account-optional', 'invented-account', does, 'no account, or null')];
}

const isOfTexts = (metadata: object) => Object.values(metadata).every(value => typeof value === 'string');

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
  const breach = breachOf('onramp.metadata', 'other-metadata', does, JSON.stringify(wanted).slice(0, 300), likely);
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
