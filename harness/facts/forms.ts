import { countsOf } from '../base/counts.ts';
import type { Json } from '../base/json.ts';
import { oncePerKey } from '../base/once.ts';
import { COUNTED_UP } from '../evidence/mentions.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const SEPARATOR = /([^\p{L}\p{N}]+)/u;
/** A literal part that needs no quotation marks. */
const PLAIN = /^[\w.:/#-]+$/;

/** Character classes, narrowest first. */
const CLASSES = [
  [/^[0-9]+$/, 'digits'],
  [/^[0-9a-f]+$/, 'lowercase hex digits'],
  [/^[0-9A-F]+$/, 'uppercase hex digits'],
  [/^[a-z]+$/, 'lowercase letters'],
  [/^[0-9a-z]+$/, 'lowercase letters and digits'],
  [/^[0-9A-Z]+$/, 'uppercase letters and digits'],
  [/^[0-9A-Za-z]+$/, 'letters and digits'],
] as const;

/** Fewer ids than this may share parts by chance. */
const ENOUGH_IDS = 4;
/** Fewer characters than this may fit a narrow class by chance. */
const ENOUGH_CHARACTERS = 24;

/**
 * The common form of identifiers of one kind, in words: `UUID, version 4`, `evt_ and 24 lowercase hex digits`. It omits
 * what depends on the samples (the length of a counter, a class that a few letters fit by chance), so that other
 * samples of the same service give the same form.
 */
export function identifierForm(ids: readonly string[]): string {
  const distinct = [...new Set(ids)];
  if (distinct.every(id => UUID.test(id))) {
    const versions = new Set(distinct.map(id => UUID.exec(id)?.[1]));
    return versions.size === 1 ? `UUID, version ${[...versions][0]}` : 'UUID';
  }
  if (distinct.every(id => ULID.test(id))) return 'ULID';
  const split = distinct.map(id => id.split(SEPARATOR));
  const [first = []] = split;
  const alike = split.every(
    parts => parts.length === first.length && parts.every((part, at) => at % 2 === 0 || part === first[at]),
  );
  if (!alike || distinct.length < ENOUGH_IDS) return loosely(split);
  const words: string[] = [];
  let literal = '';
  for (const [at, part] of first.entries()) {
    if (at % 2 === 1 || (at < first.length - 1 && isWord(part) && split.every(parts => parts[at] === part))) {
      literal += part;
      continue;
    }
    if (literal !== '') words.push(quoted(literal));
    literal = '';
    if (split.every(parts => parts[at] === '')) continue;
    words.push(classOf(split.map(parts => parts[at] ?? '')));
  }
  if (literal !== '') words.push(quoted(literal));
  return words.join(' and ');
}

/** The form of few ids, or of ids with different parts: at most their common prefix. */
function loosely(split: readonly (readonly string[])[]): string {
  const [[word = '', separator = ''] = []] = split;
  const shared = isWord(word) && separator !== '' && split.every(parts => parts[0] === word && parts[1] === separator);
  const rest = split.map(parts => parts.slice(shared ? 2 : 0).join(''));
  const [, name] = CLASSES.find(([pattern]) => rest.every(text => pattern.test(text))) ?? [];
  const wide = name === 'digits' ? name : 'text';
  return shared ? `${quoted(`${word}${separator}`)} and ${wide}` : wide;
}

function isWord(part: string): boolean {
  return /^\p{L}[\p{L}\p{N}]{0,15}$/u.test(part);
}

function quoted(literal: string): string {
  return PLAIN.test(literal) ? literal : JSON.stringify(literal);
}

function classOf(parts: readonly string[]): string {
  const all = parts.join('');
  const found = CLASSES.find(([pattern]) => pattern.test(all))?.[1] ?? 'text';
  const name = all.length < ENOUGH_CHARACTERS && found !== 'digits' ? 'letters and digits' : found;
  const lengths = new Set(parts.map(part => part.length));
  const [length = 0] = lengths;
  const fixed = lengths.size === 1 && !(name === 'digits' && length < COUNTED_UP);
  return fixed ? `${length} ${name}` : name;
}

const ISO = /^\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(?:[.,](\d+))?([Zz]|[+-]\d\d:?\d\d)?$/;
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;

/** The unit, by the number of digits since 1970; correct from 2001 to 2286. */
const SECONDS = 10;
const UNITS: { readonly [digits: number]: string } = {
  [SECONDS]: 'seconds',
  13: 'milliseconds',
  16: 'microseconds',
  19: 'nanoseconds',
};

/** Rarer lengths of the fraction result from trimmed zeros and are not separate forms. */
const RARE = 0.02;

/** A timestamp's form in words; `undefined` if the value is not a timestamp. */
export function timestampForm(value: Json): string | undefined {
  if (typeof value === 'string') {
    const iso = ISO.exec(value);
    if (iso) return `${isoBase(iso)}, ${fractionOf(iso[2])}`;
    if (HTTP_DATE.test(value)) return 'HTTP date';
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date alone';
  }
  const digits = /^(\d+)(\.\d+)?$/.exec(String(value));
  const unit = digits && UNITS[digits[1]?.length ?? 0];
  if (!unit || (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint')) return undefined;
  if (typeof value !== 'string') return `${unit} since 1970, a number`;
  return `${unit} since 1970, digits ${digits[2] === undefined ? '' : 'with a fraction '}in a string`;
}

/**
 * Normalises the forms of timestamps at one place. Several lengths of fraction are one form with a varying fraction,
 * since the length depends on the moment.
 */
export function timestampForms(forms: readonly string[]): (form: string) => string {
  const byBase = Map.groupBy(forms.map(cut), ([base]) => base);
  return oncePerKey(form => {
    const [base, fraction] = cut(form);
    if (fraction === '') return form;
    const all = byBase.get(base) ?? [];
    const own = [...countsOf(all.map(([, one]) => one))].sort(([, a], [, b]) => b - a);
    const usual = own.filter(([, count]) => count / all.length >= RARE);
    return usual.length > 1 ? `${base}, a fraction of varying length` : `${base}, ${usual[0]?.[0]}`;
  });
}

function isoBase([, separator, , zone]: RegExpExecArray): string {
  if (zone === undefined) return 'ISO 8601 without an offset';
  return `RFC 3339${separator === ' ' ? ' with a blank' : ''}, ${/^[Zz]$/.test(zone) ? 'UTC as Z' : 'with an offset'}`;
}

function fractionOf(digits = ''): string {
  if (digits === '') return 'whole seconds';
  return UNITS[SECONDS + digits.length] ?? `${digits.length} digits of a second's fraction`;
}

/** Splits an ISO form into its base and its fraction. */
function cut(form: string): readonly [base: string, fraction: string] {
  const at = form.lastIndexOf(', ');
  return /^(RFC|ISO)/.test(form) ? [form.slice(0, at), form.slice(at + 2)] : [form, ''];
}
