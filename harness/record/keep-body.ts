import { isObject, type Json, jsonOf, stringify } from '../core/json.ts';

/** Most characters of one body that the record keeps; a longer one is cut. */
export const MOST_KEPT = 256 * 1024;

/** Longest string, most items of an array, most members of an object and deepest values of JSON that is cut. */
const LONGEST_STRING = 1_000;
const MOST_ITEMS = 100;
const MOST_MEMBERS = 500;
const DEEPEST = 50;

/** A body as the record keeps it, and how many characters it leaves out. */
export interface Kept {
  readonly text: string;
  readonly cut: number;
}

/**
 * Cuts a text to what the record keeps. JSON stays JSON: its long strings are cut, and its deepest values left out, so
 * that ids, types and amounts stay where they are. Of any other text the beginning is kept.
 */
export function keepBody(text: string): Kept {
  if (text.length <= MOST_KEPT) return { text, cut: 0 };
  const kept = reduced(text) ?? text.slice(0, MOST_KEPT);
  return { text: kept, cut: text.length - kept.length };
}

/** Undefined where the text is not JSON. */
function reduced(text: string): string | undefined {
  const json = jsonOf({ size: 0, sha256: '', text });
  return json && stringify(reduce(json.value));
}

type Container = { [name: string]: Json };

/** A part of a JSON value, the values near its root first, whose text fits into the record. */
function reduce(root: Json): Json {
  let room = MOST_KEPT / 2;
  const ahead: { readonly from: Json; readonly to: Container; readonly depth: number }[] = [];
  const part = (value: Json, depth: number): Json => {
    if (typeof value === 'string' && value.length > LONGEST_STRING) return value.slice(0, LONGEST_STRING);
    if (!Array.isArray(value) && !isObject(value)) return value;
    const to = (Array.isArray(value) ? [] : {}) as Container;
    if (depth < DEEPEST) ahead.push({ from: value, to, depth });
    return to;
  };
  const copy = part(root, 0);
  // `ahead` grows while it is read.
  for (const { from, to, depth } of ahead) {
    const list = Array.isArray(from);
    for (const [name, item] of Object.entries(from as Container).slice(0, list ? MOST_ITEMS : MOST_MEMBERS)) {
      const size = (list ? 0 : name.length) + (typeof item === 'string' ? Math.min(item.length, LONGEST_STRING) : 24);
      if (size > room) continue;
      room -= size;
      Object.defineProperty(to, name, { value: part(item, depth + 1), enumerable: true, writable: true });
    }
  }
  return copy;
}
