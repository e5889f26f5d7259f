import { isUtf8 } from 'node:buffer';
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import { header, isObject, type Json, jsonIn, stringify } from '../../base/json.ts';
import type { Headers } from '../evidence.ts';

/** The most characters of one body in the record; a longer one is shortened. */
export const MOST_KEPT = 256 * 1024;

/** Limits of shortened JSON: string length, array items, object members and depth. */
const LONGEST_STRING = 1_000;
const MOST_ITEMS = 100;
const MOST_MEMBERS = 500;
const DEEPEST = 50;

/** A body as the record keeps it, and the number of omitted characters. */
interface Kept {
  readonly text: string;
  readonly cut: number;
}

/**
 * Shortens a text to what the record keeps. JSON stays JSON: long strings are cut and the deepest values omitted, so
 * that ids, types and amounts keep their places. Other texts keep their beginning.
 */
export function keepBody(text: string): Kept {
  if (text.length <= MOST_KEPT) return { text, cut: 0 };
  const json = jsonIn(text);
  if (json === undefined) return keepStart(text);
  const kept = stringify(reduce(json.value));
  return { text: kept, cut: text.length - kept.length };
}

function keepStart(text: string): Kept {
  const kept = text.slice(0, MOST_KEPT);
  return { text: kept, cut: text.length - kept.length };
}

type Container = { [name: string]: Json };

/** A part of a JSON value that fits into the record, values near the root first. */
function reduce(root: Json): Json {
  let room = MOST_KEPT / 2;
  const ahead: { readonly from: Container | Json[]; readonly to: Container; readonly depth: number }[] = [];
  const part = (value: Json, depth: number): Json => {
    if (typeof value === 'string') return value.slice(0, LONGEST_STRING);
    if (!Array.isArray(value) && !isObject(value)) return value;
    const to = (Array.isArray(value) ? [] : {}) as Container;
    if (depth < DEEPEST) ahead.push({ from: value as Container, to, depth });
    return to;
  };
  const copy = part(root, 0);
  // The loop also visits items that it adds to `ahead`.
  for (const { from, to, depth } of ahead) {
    const list = Array.isArray(from);
    // A list of all items of an array would use more memory than the array.
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

/** The most characters of a body from an unknown sender that are parsed, because anybody may find the receiver. */
const MOST_PARSED_UNTRUSTED = 1024 * 1024;

/** A body during analysis. */
export interface OpenedBody extends Omit<Opened, 'plain'>, Kept {
  readonly bytes: Buffer;
  /** The bytes to search for secrets, with and without their codings. */
  readonly searched: readonly Buffer[];
  /** Whether the decoded bytes are UTF-8. If not, the text has one character per byte. */
  readonly utf8: boolean;
}

/**
 * Decodes a body, and shortens its text to what is kept. This is the only place that parses a long body.
 * @param trusted whether its sender is known, by a verified signature or as the answer to a call of the harness
 */
export function openBody(bytes: Buffer, headers: Headers, trusted: boolean): OpenedBody {
  const { plain, ...opened } = undoCodings(bytes, header(headers, 'content-encoding'));
  const utf8 = isUtf8(plain);
  const text = plain.toString(utf8 ? 'utf8' : 'latin1');
  const keep = trusted || text.length <= MOST_PARSED_UNTRUSTED ? keepBody : keepStart;
  return { bytes, searched: [...new Set([bytes, plain])], utf8, ...opened, ...keep(text) };
}

/** Bytes after decoding. */
interface Opened {
  /** The decoded codings, as the header names them; absent if there are none. */
  readonly coding?: string;
  readonly plain: Buffer;
  /** False if the bytes are truncated, broken or too large. `plain` then holds what could be decoded, if anything. */
  readonly whole: boolean;
  /** The decoded bytes exceed the limit; `plain` is then empty. */
  readonly tooLarge?: true;
}

/** The most bytes of a decoded body. */
export const LARGEST_DECODED = 16 * 1024 * 1024;

/** The most codings that are decoded. If there are more, the bytes stay as they are. */
const MOST_CODINGS = 4;

/** Decodes bytes, and throws if they are broken. With `finishFlush`, it accepts truncated bytes. */
type Undo = (bytes: Buffer, options: { readonly maxOutputLength: number; readonly finishFlush?: number }) => Buffer;

const CODINGS: ReadonlyMap<string, readonly [undo: Undo, flush: number]> = new Map([
  ['gzip', [gunzipSync, constants.Z_SYNC_FLUSH]],
  ['x-gzip', [gunzipSync, constants.Z_SYNC_FLUSH]],
  ['deflate', [inflateEither, constants.Z_SYNC_FLUSH]],
  ['br', [brotliDecompressSync, constants.BROTLI_OPERATION_FLUSH]],
  ['zstd', [zstdDecompressSync, constants.ZSTD_e_flush]],
]);

/** The codings in a `Content-Encoding`; empty if one of them is unknown. */
export function codingsIn(header = ''): readonly string[] {
  const listed = header
    .toLowerCase()
    .split(',')
    .map(name => name.trim());
  const names = listed.filter(name => name !== '' && name !== 'identity');
  return names.length <= MOST_CODINGS && names.every(name => CODINGS.has(name)) ? names : [];
}

/** Decodes the codings in a `Content-Encoding`. If one is unknown, the bytes stay as they are. */
export function undoCodings(bytes: Buffer, header?: string): Opened {
  const names = codingsIn(header);
  const codings = names.map(name => CODINGS.get(name)).filter(coding => coding !== undefined);
  if (bytes.length === 0 || names.length === 0) return { plain: bytes, whole: true };
  const coding = names.join(', ');
  let plain = bytes;
  let whole = true;
  for (const [undo, flush] of codings.toReversed()) {
    let decoded = attempt(undo, plain);
    whole &&= decoded !== undefined;
    decoded ??= attempt(undo, plain, flush);
    if (decoded === TOO_LARGE) return { coding, plain: Buffer.alloc(0), whole: false, tooLarge: true };
    plain = decoded ?? Buffer.alloc(0);
  }
  // Text that cannot be decoded has no coding: it is read and redacted as it is.
  return plain.length === 0 && !whole && isUtf8(bytes) ? { plain: bytes, whole: true } : { coding, plain, whole };
}

const TOO_LARGE = Symbol('too large');

function attempt(undo: Undo, bytes: Buffer, finishFlush?: number) {
  try {
    return undo(bytes, { maxOutputLength: LARGEST_DECODED, ...(finishFlush !== undefined && { finishFlush }) });
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : undefined;
  }
}

/** `deflate` means zlib's format (RFC 9110, 8.4.1.2), but many senders omit zlib's frame. */
function inflateEither(bytes: Buffer, options: { readonly maxOutputLength: number }): Buffer {
  return ((bytes[0] ?? 0) % 16 === 8 ? inflateSync : inflateRawSync)(bytes, options);
}
