import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { oncePerObject } from './once.ts';
import type { Body, Headers } from './schema.ts';

/**
 * Any JSON value. A whole number that a `number` cannot hold exactly, for example an id, is a `bigint`. A number of
 * more than 400 characters is a string, because converting a megabyte of digits takes seconds.
 */
export type Json = string | number | bigint | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** Whether a value is a JSON object, neither array nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value can name something: a string or a number. */
export function isScalar(value: unknown): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

/** The JSON value of a body, wrapped; `undefined` if it is empty or not JSON. Parsed once. */
export const jsonOf = oncePerObject(({ text }: Body) => (text === undefined ? undefined : jsonIn(text)));

/** The JSON object of a body; `undefined` if there is no body or it holds anything else. */
export function objectIn(body: Body | undefined): JsonObject | undefined {
  const value = body && jsonOf(body)?.value;
  return isObject(value) ? value : undefined;
}

/** The JSON value of a text, wrapped; `undefined` if it is not JSON. */
export function jsonIn(text: string): { readonly value: Json } | undefined {
  if (!INEXACT.test(text)) return parsePlain(text);
  try {
    return { value: JSON.parse(text, exactly) as Json };
  } catch (thrown) {
    // A reviver is called recursively, so it fails on thousands of levels.
    return thrown instanceof RangeError ? parsePlain(text) : undefined;
  }
}

/** Only whole numbers with this many digits may be inexact. Parsing without a reviver takes a third of the time. */
const INEXACT = /\d{16}/;

function parsePlain(text: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

/**
 * Every value that a parser may read from a body: if an object repeats a name, most parsers keep the last value and
 * some the first (RFC 8259, section 4). Empty if the body is not JSON. For thousands of levels, only the last value
 * counts.
 */
export const readingsOf = oncePerObject((body: Body): readonly Json[] => {
  const last = jsonOf(body);
  if (last === undefined) return [];
  const { text = '' } = body;
  const repeated = repeatedNames(text);
  if (repeated.length === 0) return [last.value];
  const ends = [0, ...repeated.map(({ to }) => to)];
  const kept = ends.map((from, nth) => text.slice(from, repeated[nth]?.from));
  try {
    const first = JSON.parse(kept.join(REPEATED), (key, value: unknown, context?: { readonly source?: string }) =>
      key === MARK ? undefined : exactly(key, value, context),
    ) as Json;
    return stringify(first) === stringify(last.value) ? [last.value] : [last.value, first];
  } catch {
    return [last.value];
  }
});

/** Replaces each repeated name of an object. No service sends this name. */
const MARK = '\u0000repeated';
const REPEATED = JSON.stringify(MARK);
const COLON = /\s*:/y;

/** The positions of repeated names in a JSON text, including quotes. Takes linear time. */
function repeatedNames(text: string): readonly { readonly from: number; readonly to: number }[] {
  const repeated: { from: number; to: number }[] = [];
  const objects: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '{') objects.push(new Set());
    else if (sign === '[') objects.push(undefined);
    else if (sign === '}' || sign === ']') objects.pop();
    if (sign !== '"') continue;
    const from = at;
    do at = text[at] === '\\' ? at + 2 : at + 1;
    while (text[at] !== '"');
    const names = objects.at(-1);
    COLON.lastIndex = at + 1;
    if (names === undefined || !COLON.test(text)) continue;
    const name = nameOf(text.slice(from, at + 1));
    if (names.has(name)) repeated.push({ from, to: at + 1 });
    names.add(name);
  }
  return repeated;
}

function nameOf(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const { source = '' } = context ?? {};
  return typeof value === 'number' && !Number.isSafeInteger(value) ? exactNumber(source) : value;
}

/** The longest number that is converted, in characters. */
const LONGEST_NUMBER = 400;

/** The value of a JSON number. As a `number`, two ids with nineteen digits that differ in the last would be equal. */
function exactNumber(source: string): string | number | bigint {
  if (source.length > LONGEST_NUMBER) return source;
  const value = Number(source);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(source) ? value : BigInt(source);
}

/** TypeScript's library does not declare it yet. */
const { rawJSON: rawJson } = JSON as typeof JSON & { readonly rawJSON: (text: string) => unknown };

/** A value's JSON text, exact for whole numbers of any length. */
export function stringify(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? rawJson(String(item)) : item));
}

/** The exact bytes of a body as recorded. */
export function bytesOf(body: Body): Buffer {
  return body.base64 === undefined ? Buffer.from(body.text ?? '', 'utf8') : Buffer.from(body.base64, 'base64');
}

/** Bytes as the record keeps them, with nothing decoded or redacted. */
export function bodyOf(bytes: Buffer): Body {
  const exact = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  return isUtf8(bytes) ? { ...exact, text: bytes.toString('utf8') } : { ...exact, base64: bytes.toString('base64') };
}

/** The first value of a header, whose name is case-insensitive; `undefined` if it is absent. */
export function header(headers: Headers, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([key]) => key.length === wanted.length && key.toLowerCase() === wanted)?.[1];
}

/** Headers from the alternating names and values of Node and undici. Bytes are read as Latin-1. */
export function headersOf(raw: readonly (string | Buffer)[]): Headers {
  const texts = raw.map(part => (typeof part === 'string' ? part : part.toString('latin1')));
  return Array.from({ length: texts.length / 2 }, (_, nth) => [texts[2 * nth] ?? '', texts[2 * nth + 1] ?? '']);
}

/** A value in a JSON tree. `key` is the member's name; absent in arrays and at the root. */
interface Place {
  readonly pointer: string;
  readonly key?: string;
  readonly value: Json;
}

/**
 * The longest JSON Pointer that is followed, in characters. No reader looks further, and a long name above many values
 * would multiply their size.
 */
const LONGEST_POINTER = 1_000;

/** Walks the values of a JSON tree, parents first, in the order of the text. Values at longer pointers are left out. */
export function walk(root: Json): Generator<Place> {
  return visit(root, childrenOf);
}

/** Like {@link walk}, but a string that holds an object is followed by this object, at the same pointer. */
export function walkInside(root: Json): Generator<Place> {
  return visit(root, place => {
    const held = typeof place.value === 'string' ? heldBy(place.value) : undefined;
    return held ? [{ ...place, value: held }] : childrenOf(place);
  });
}

function* visit(root: Json, next: (place: Place) => Place[]): Generator<Place> {
  const ahead: Place[] = [{ pointer: '', value: root }];
  for (let place = ahead.pop(); place !== undefined; place = ahead.pop()) {
    yield place;
    for (const child of next(place).reverse()) if (child.pointer.length <= LONGEST_POINTER) ahead.push(child);
  }
}

function childrenOf({ pointer, value }: Place): Place[] {
  if (Array.isArray(value)) return value.map((item: Json, index) => ({ pointer: `${pointer}/${index}`, value: item }));
  if (!isObject(value)) return [];
  return Object.entries(value).map(([key, item]) => ({
    pointer: `${pointer}/${escapePointer(key)}`,
    key,
    value: item,
  }));
}

/**
 * The text of an object that a string holds, as some services wrap an event: JSON, or its base64, whose first letters
 * stand for `{"`. `undefined` if the string looks like anything else.
 */
export function heldText(text: string): string | undefined {
  if (/^eyJ[\w+/-]*=*$/.test(text)) return Buffer.from(text, 'base64').toString();
  return /^\s*\{/.test(text) ? text : undefined;
}

/** The object that a string holds ({@link heldText}); `undefined` if it holds none. */
export function heldBy(text: string): JsonObject | undefined {
  const held = heldText(text);
  const value = held && jsonIn(held)?.value;
  return isObject(value) ? value : undefined;
}

/** A JSON Pointer (RFC 6901) from its unescaped tokens. Without tokens, it is `''`, the whole document. */
export function pointerOf(...tokens: readonly (string | number)[]): string {
  return tokens.map(token => `/${escapePointer(String(token))}`).join('');
}

/** The unescaped tokens of a JSON Pointer. */
export function tokensOf(pointer: string): readonly string[] {
  const tokens = pointer.split('/').slice(1);
  return pointer.includes('~') ? tokens.map(token => token.replaceAll('~1', '/').replaceAll('~0', '~')) : tokens;
}

/** Escapes a member's name for a JSON Pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The value at a JSON Pointer (RFC 6901), also in strings, like {@link walkInside}; `undefined` if there is none. */
export function resolvePointer(value: Json, pointer: string): Json | undefined {
  if (pointer === '') return value;
  let found: Json | undefined = value;
  for (const name of tokensOf(pointer)) {
    if (typeof found === 'string') found = heldBy(found);
    if (Array.isArray(found))
      found = /^(?:0|[1-9]\d*)$/.test(name) ? (found[Number(name)] as Json | undefined) : undefined;
    else if (isObject(found) && Object.hasOwn(found, name)) found = found[name];
    else return undefined;
  }
  return found;
}

/** A value's type, then its JSON, cut after `length` characters: `number 100.5`. */
export function briefly(value: unknown, length = 80): string {
  if (value === undefined) return 'nothing';
  const kind = typeof value === 'bigint' ? 'number' : typeof value;
  const type = value === null ? '' : Array.isArray(value) ? 'array ' : `${kind} `;
  const text = shown(value);
  return type + (text.length > length ? `${text.slice(0, length)}…` : text);
}

function shown(value: unknown): string {
  try {
    return stringify(value);
  } catch {
    return 'nested too deep to show';
  }
}

/** Whether the body of a message is JSON. */
export function isReadable({ body }: { readonly body: Body }): boolean {
  return jsonOf(body) !== undefined;
}
