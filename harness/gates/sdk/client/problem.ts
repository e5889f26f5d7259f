import { isObject, isScalar, type Json, type JsonObject } from '../../../base/json.ts';
import { plural } from '../../../base/plural.ts';
import { differenceAt } from '../../../evidence/difference.ts';
import type { CaseProblem } from '../../../evidence/evidence.ts';
import { asAdvice } from '../gate-case.ts';

/** A problem of a call, without what was received. */
export type Problem = Omit<CaseProblem, 'received'>;

/** The result of a call. */
export type CallResult =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'error'; readonly error: JsonObject }
  | { readonly kind: 'broke'; readonly said: string };

/** Judges the result of a call. */
export type Judge = (result: CallResult) => readonly Problem[];

/** The consequence of an API key in a place that logs keep. */
export const KEY_IN_LOGS = 'Whoever reads the logs has the API key, and can act as the customer.';

/** A breach. @param does what the SDK does wrong, as a predicate: `leaves out a field` */
export function breachOf(requirement: string, cause: string, does: string, expected: string, likely?: string): Problem {
  const message = `the SDK ${does}`;
  return { requirement, severity: 'breach', cause, message, expected, ...(likely !== undefined && { likely }) };
}

/** A breach about one member. @param member its name, the value sent and the value returned */
export function breachOfMember(
  requirement: string,
  cause: string,
  does: string,
  [name, sent, given]: readonly [name: string, sent: string, given: unknown],
  likely?: string,
): Problem {
  const problem = breachOf(requirement, cause, does, `${name}: ${JSON.stringify(sent)}`, likely);
  return { ...problem, differences: [differenceAt(`/${name}`, sent, given)] };
}

/** How a text was changed; `undefined` if unknown. */
export function changeOf(sent: string, given: unknown): string | undefined {
  if (given === Number(sent)) return 'it reads digits as a number';
  if (Array.isArray(given) && given.length === 1 && given[0] === sent) return 'it gives an array in place of a text';
  if (typeof given !== 'string') return undefined;
  if (given.replace(/\s+/g, ' ').trim() === sent.replace(/\s+/g, ' ').trim()) return 'it changes white space';
  if (given.toLowerCase() === sent.toLowerCase()) return 'it changes the letter case';
  const isNumber = [sent, given].every(text => /^\d+$/.test(text)) && BigInt(sent) === BigInt(given);
  if (isNumber) return given.length < sent.length ? 'it reads digits as a number' : 'it puts zeros before digits';
  return given === sent.replace(/\D/g, '') ? 'it keeps only the digits' : undefined;
}

/** Names of members that are decimal strings. */
export const AMOUNTS: ReadonlySet<string> = new Set(['source_amount', 'destination_amount', 'quoted_rate', 'amount']);

/** What is wrong with an amount, which has to keep its exact value. @param others other amounts in the same answer */
export function amountProblems(
  name: string,
  sent: string,
  given: Json | undefined,
  others: readonly unknown[] = [],
): readonly Problem[] {
  if (given === sent) return [];
  const isSame = isScalar(given) && normalised(String(given)) === normalised(sent);
  if (isSame && !hasExponent(given)) {
    const does = `rewrites ${name}, with the same value`;
    const problem = breachOfMember('onramp.amounts', `rewritten-${name}`, does, [name, sent, given]);
    return [asAdvice(problem, 'an amount no longer compares as text with that of the service')];
  }
  const rounded = isScalar(given) ? causeOfAmount(name, sent, String(given), others) : undefined;
  const likely = isSame ? 'it writes decimals with an exponent, and not as decimal strings' : rounded;
  const does = 'does not keep an amount exactly';
  return [breachOfMember('onramp.amounts', 'inexact-amount', does, [name, sent, given], likely)];
}

/** Whether a text has an exponent, and so is no decimal string. */
const hasExponent = (given: unknown) => typeof given === 'string' && /e/i.test(given);

/** Rounded amounts have at most this many decimal places. More are the residue of binary floating point. */
const MOST_ROUNDED = 10;

/** The most digits that a double shares with the decimal it approximates. */
const MOST_DIGITS_OF_DOUBLE = 17;

/** Why an amount changed; `undefined` if unknown. */
function causeOfAmount(name: string, sent: string, given: string, others: readonly unknown[]): string | undefined {
  const what = name === 'quoted_rate' ? 'rates' : 'amounts';
  if (others.some(other => typeof other === 'string' && other !== sent && normalised(other) === normalised(given)))
    return 'it mixes up the amounts of an order';
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(given) ?? [];
  if (fraction === '' && whole === sent.split('.')[0]) return `it cuts ${what} to whole numbers`;
  const isNear = Math.abs(Number(given) - Number(sent)) <= 10 ** -fraction.length;
  if (whole !== undefined && fraction.length <= MOST_ROUNDED && isNear)
    return `it rounds ${what} to ${plural(fraction.length, 'decimal place')}`;
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

const ENCODING = 'it decodes answers as Latin-1, as ASCII, or in the encoding of its locale: JSON is UTF-8';
/** Why an answer in ASCII comes back with other characters. */
export const ESCAPES = 'it decodes only some JSON escapes';

/**
 * The problem of a text that came back: none, a wrong encoding, or the given cause. @param likely the likely bug
 * @param otherwise the likely bug of a text that is not even cut
 */
export function memberProblems(
  requirement: string,
  [cause, does]: readonly [cause: string, does: string],
  about: readonly [name: string, sent: string, given: unknown],
  likely?: string,
  otherwise?: string,
): readonly Problem[] {
  const [, sent, given] = about;
  if (given === sent) return [];
  const change = changeOf(sent, given);
  const lost = [...sent].filter(one => !String(given).includes(one));
  // No encoding lacks a character and has one beyond it.
  const isOfEncoding = lost.length > 0 && ![...sent].some(one => !lost.includes(one) && lost.some(less => less < one));
  if (change === undefined && typeof given === 'string' && keptOf(given) === keptOf(sent) && isOfEncoding) {
    const why = otherwise === ESCAPES ? ESCAPES : ENCODING;
    return [breachOfMember(requirement, 'garbled', 'garbles characters beyond ASCII', about, why)];
  }
  const cut = given !== '' && sent.startsWith(String(given)) ? 'it cuts a text' : undefined;
  return [breachOfMember(requirement, cause, does, about, change ?? likely ?? cut ?? otherwise)];
}

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
