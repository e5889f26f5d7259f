import { isUtf8 } from 'node:buffer';
import { exactNumber, header, isObject, type Json, stringify } from '../../base/json.ts';
import type { Headers } from '../evidence.ts';
import { endOfString } from '../redaction/replace-values.ts';
import { type Opened, undoCodings } from './content-coding.ts';

/** Most characters of one body that the record keeps; a longer one is cut. */
export const MOST_KEPT = 256 * 1024;

/** Longest string, most items of an array, most members of an object and deepest values of JSON that is cut. */
const LONGEST_STRING = 1_000;
const MOST_ITEMS = 100;
const MOST_MEMBERS = 500;
const DEEPEST = 50;

/** A body as the record keeps it, and how many characters it leaves out. */
interface Kept {
  readonly text: string;
  readonly cut: number;
}

/**
 * Cuts a text to what the record keeps. JSON stays JSON: its long strings are cut, and its deepest values left out, so
 * that ids, types and amounts stay where they are. Of any other text the beginning is kept.
 */
export function keepBody(text: string): Kept {
  if (text.length <= MOST_KEPT) return { text, cut: 0 };
  const value = parseLong(text);
  if (value === undefined) return keepStart(text);
  const kept = stringify(reduce(value));
  return { text: kept, cut: text.length - kept.length };
}

/** Keeps the beginning of a text, whatever it is. */
function keepStart(text: string): Kept {
  const kept = text.slice(0, MOST_KEPT);
  return { text: kept, cut: text.length - kept.length };
}

/** Stands before a number that is parsed as a string, because a `number` cannot hold it. No service sends it. */
const MARK = '\u0000number';
/** How many characters a number has at least that a `number` may not hold. */
const LONG = 16;
/** Deeper JSON is not parsed, as no parser of a service would: each level of it takes fifty bytes or more. */
const DEEPEST_PARSED = 250_000;

/**
 * The value of a long JSON text, with its long numbers as strings after a mark; undefined where it is not JSON. To
 * keep numbers exact, a reviver would be called for each value, and most of them are left out afterwards.
 */
function parseLong(text: string): Json | undefined {
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  try {
    for (let at = 0; at < text.length && depth <= DEEPEST_PARSED; at++) {
      const sign = text[at] as string;
      if (sign === '"') at = endOfString(text, at);
      else if (sign === '[' || sign === '{') depth++;
      else if (sign === ']' || sign === '}') depth--;
      else if (isOfNumber(text.charCodeAt(at))) {
        const from = at;
        while (isOfNumber(text.charCodeAt(at + 1))) at++;
        if (at + 1 - from < LONG) continue;
        const number = text.slice(from, at + 1);
        JSON.parse(number);
        parts.push(text.slice(copied, from), JSON.stringify(MARK + number));
        copied = at + 1;
      }
    }
    return depth > DEEPEST_PARSED ? undefined : (JSON.parse(parts.join('') + text.slice(copied)) as Json);
  } catch {
    return undefined;
  }
}

/** Whether a character can stand in a number: `0` to `9`, `.`, `e`, `E`, `+` or `-`. */
function isOfNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e || (code | 0x20) === 0x65 || code === 0x2b || code === 0x2d;
}

type Container = { [name: string]: Json };

/** A part of a JSON value, the values near its root first, whose text fits into the record. */
function reduce(root: Json): Json {
  let room = MOST_KEPT / 2;
  const ahead: { readonly from: Container | Json[]; readonly to: Container; readonly depth: number }[] = [];
  const part = (value: Json, depth: number): Json => {
    if (typeof value === 'string') {
      const scalar = value.startsWith(MARK) ? exactNumber(value.slice(MARK.length)) : value;
      return typeof scalar === 'string' ? scalar.slice(0, LONGEST_STRING) : scalar;
    }
    if (!Array.isArray(value) && !isObject(value)) return value;
    const to = (Array.isArray(value) ? [] : {}) as Container;
    if (depth < DEEPEST) ahead.push({ from: value as Container, to, depth });
    return to;
  };
  const copy = part(root, 0);
  // `ahead` grows while it is read.
  for (const { from, to, depth } of ahead) {
    const list = Array.isArray(from);
    // A list of all items of an array would take more memory than the array.
    const names = Object.keys(list ? from.slice(0, MOST_ITEMS) : from).slice(0, MOST_MEMBERS);
    for (const name of names) {
      const item = (from as Container)[name] as Json;
      const size = (list ? 0 : name.length) + (typeof item === 'string' ? Math.min(item.length, LONGEST_STRING) : 24);
      if (size > room) continue;
      room -= size;
      Object.defineProperty(to, name, { value: part(item, depth + 1), enumerable: true, writable: true });
    }
  }
  return copy;
}

/** Most characters of a body that are parsed although nothing shows who sent it: anybody may find the receiver. */
const MOST_PARSED_UNTRUSTED = 1024 * 1024;

/** A body as it is analysed. */
export interface OpenedBody extends Omit<Opened, 'plain'>, Kept {
  readonly bytes: Buffer;
  /** What is searched for secrets: the bytes, with and without their codings. */
  readonly searched: readonly Buffer[];
  /** Whether its bytes without their codings are UTF-8. If not, the text has one character for each byte. */
  readonly utf8: boolean;
}

/**
 * Undoes the codings of a body, and cuts its text to what is kept: the only place that parses a long body.
 * @param trusted whether its sender is known: a verified signature, or the answer to a call of ours
 */
export function openBody(bytes: Buffer, headers: Headers, trusted: boolean): OpenedBody {
  const { plain, ...opened } = undoCodings(bytes, header(headers, 'content-encoding'));
  const utf8 = isUtf8(plain);
  const text = plain.toString(utf8 ? 'utf8' : 'latin1');
  const keep = trusted || text.length <= MOST_PARSED_UNTRUSTED ? keepBody : keepStart;
  return { bytes, searched: [...new Set([bytes, plain])], utf8, ...opened, ...keep(text) };
}

/** A body that is neither analysed nor kept. */
export function unopened(bytes: Buffer): OpenedBody {
  return { bytes, searched: [], utf8: true, whole: true, text: '', cut: bytes.length };
}
