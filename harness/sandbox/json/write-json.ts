import type { Json } from './json.ts';

/** How a deployment writes JSON. Every style parses to the same value. */
export interface JsonStyle {
  /** No white space, a space after each `:` and `,`, or an indentation of two spaces. */
  readonly spacing: 'compact' | 'spaced' | 'indented';
  /** Only what JSON requires; also all but ASCII (`\uXXXX`); also slashes (`\/`); also `<`, `>` and `&` (`\u003c`). */
  readonly escapes: 'minimal' | 'ascii' | 'slashes' | 'html';
  /** Members in their given order, in code unit order, or reversed. */
  readonly keyOrder: 'given' | 'sorted' | 'reversed';
  /** Whether a newline follows the value. */
  readonly trailingNewline: boolean;
}

const BRACKETS = {
  compact: { colon: ':', comma: ',', step: '' },
  spaced: { colon: ': ', comma: ', ', step: '' },
  indented: { colon: ': ', comma: ',', step: '  ' },
} as const;

/** Writes a JSON value in a style. */
export function writeJson(value: Json, style: JsonStyle): string {
  return write(value, style, '') + (style.trailingNewline ? '\n' : '');
}

function write(value: Json, style: JsonStyle, margin: string): string {
  if (typeof value === 'string') return writeString(value, style.escapes);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = margin + BRACKETS[style.spacing].step;
  if (isArray(value)) {
    const items = value.map(item => write(item, style, inner));
    return enclose('[', items, ']', style, margin);
  }
  const members: string[] = [];
  for (const name of ordered(Object.keys(value), style.keyOrder)) {
    const member = value[name];
    if (member === undefined) continue;
    const { colon } = BRACKETS[style.spacing];
    members.push(writeString(name, style.escapes) + colon + write(member, style, inner));
  }
  return enclose('{', members, '}', style, margin);
}

function isArray(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

function enclose(open: string, items: readonly string[], close: string, style: JsonStyle, margin: string): string {
  const { comma, step } = BRACKETS[style.spacing];
  if (step === '' || items.length === 0) return open + items.join(comma) + close;
  const line = `\n${margin}${step}`;
  return `${open}${line}${items.join(comma + line)}\n${margin}${close}`;
}

function ordered(names: readonly string[], order: JsonStyle['keyOrder']): readonly string[] {
  if (order === 'given') return names;
  return order === 'sorted' ? names.toSorted() : names.toReversed();
}

function writeString(text: string, escapes: JsonStyle['escapes']): string {
  const quoted = JSON.stringify(text);
  switch (escapes) {
    case 'minimal':
      return quoted;
    case 'ascii':
      return quoted.replace(/[^\x20-\x7e]/g, escapeUnit);
    case 'slashes':
      return quoted.replaceAll('/', '\\/');
    case 'html':
      return quoted.replace(/[<>&]/g, escapeUnit);
  }
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
