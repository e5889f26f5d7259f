import { escapeUnit } from '../evidence/redaction/encodings.ts';

/** Any JSON value. Members whose value is `undefined` are not written. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [member: string]: Json | undefined;
}

/** Whether a value is a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How a deployment writes JSON. Every style parses to the same value. */
export interface JsonStyle {
  /** No white space, a space after each `:` and `,`, or an indentation of two spaces. */
  readonly spacing: 'compact' | 'spaced' | 'indented';
  /** Required escapes only; also non-ASCII (`\uXXXX`); also slashes (`\/`); or also `<`, `>` and `&` (`\u003c`). */
  readonly escapes: 'minimal' | 'ascii' | 'slashes' | 'html';
  /** Members in their given order, in code unit order, or reversed. */
  readonly keyOrder: 'given' | 'sorted' | 'reversed';
  /** Whether a newline follows the value. */
  readonly trailingNewline: boolean;
}

/** Writes a JSON value in a style. */
export function writeJson(value: Json, style: JsonStyle): string {
  const indentation = { compact: 0, spaced: 1, indented: 2 }[style.spacing];
  const { keyOrder } = style;
  const text =
    keyOrder === 'given'
      ? JSON.stringify(value, null, indentation)
      : JSON.stringify(value, (_, member: unknown) => inOrder(member, keyOrder), indentation);
  // Strings contain no raw newline, so every newline is indentation.
  const spaced = style.spacing === 'spaced' ? text.replace(/,\n */g, ', ').replace(/\n */g, '') : text;
  return withEscapes(spaced, style.escapes) + (style.trailingNewline ? '\n' : '');
}

function inOrder(value: unknown, order: 'sorted' | 'reversed'): unknown {
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value);
  const ordered = order === 'sorted' ? names.toSorted() : names.toReversed();
  return Object.fromEntries(ordered.map(name => [name, value[name]]));
}

/** Escapes characters that occur in strings only. */
function withEscapes(text: string, escapes: JsonStyle['escapes']): string {
  if (escapes === 'minimal') return text;
  if (escapes === 'slashes') return text.replaceAll('/', '\\/');
  const units = escapes === 'ascii' ? /[^\n\x20-\x7e]/g : /[<>&]/g;
  return text.replace(units, escapeUnit);
}
