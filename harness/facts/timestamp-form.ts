import { countsOf } from '../base/counts.ts';
import type { Json } from '../base/json.ts';
import { oncePerKey } from '../base/once.ts';

const ISO = /^\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(?:[.,](\d+))?([Zz]|[+-]\d\d:?\d\d)?$/;
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;

/** The unit by the number of digits since 1970; right from 2001 to 2286. */
const UNITS: { readonly [digits: number]: string } = {
  10: 'seconds',
  13: 'milliseconds',
  16: 'microseconds',
  19: 'nanoseconds',
};
const FRACTIONS: { readonly [digits: number]: string } = {
  0: 'whole seconds',
  3: 'milliseconds',
  6: 'microseconds',
  9: 'nanoseconds',
};

/** Rarer lengths of fraction come from trimmed zeros, and are not forms of their own. */
const RARE = 0.02;

/** A timestamp's form in words; undefined if the value is not a timestamp. */
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
  return FRACTIONS[digits.length] ?? `${digits.length} digits of a second's fraction`;
}

/** Splits an ISO form into its base and its fraction. */
function cut(form: string): readonly [base: string, fraction: string] {
  const at = form.lastIndexOf(', ');
  return /^(RFC|ISO)/.test(form) ? [form.slice(0, at), form.slice(at + 2)] : [form, ''];
}
