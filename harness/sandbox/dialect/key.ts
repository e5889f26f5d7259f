import type { World } from '../../world/world.ts';

/** A JSON Schema (2020-12). Its `description` says in words what a value must be. */
interface Schema {
  readonly description: string;
  readonly [keyword: string]: unknown;
}

/** One key of the dialect. */
export interface Key<T> {
  readonly schema: Schema;
  /** The default, then other values to draw from. Any combination of the choices of all keys is conformant. */
  readonly choices: readonly [T, ...T[]];
}

/** A key whose values match a schema; the first choice is the default. */
export function key<T>(schema: Schema, ...choices: [T, ...T[]]): Key<T> {
  return { schema, choices };
}

/** A key whose choices are its only values. */
export function oneOf<const T extends string | number | boolean>(...choices: [T, ...T[]]): Key<T> {
  const description = `one of ${choices.map(choice => JSON.stringify(choice)).join(', ')}`;
  return key({ description, enum: choices }, ...choices);
}

/** A whole number from `minimum` to `maximum`. */
export function whole([minimum, maximum]: readonly [number, number], ...choices: [number, ...number[]]): Key<number> {
  const description = `a whole number from ${minimum} to ${maximum}`;
  return key({ description, type: 'integer', minimum, maximum }, ...choices);
}

/** The schema of a status that can end a request. */
export const STATUS: Schema = { description: 'a status from 200 to 599', type: 'integer', minimum: 200, maximum: 599 };

/** A status, or one of several words. */
export function statusOr<const W extends string>(
  words: readonly [W, ...W[]],
  ...choices: [number | W, ...(number | W)[]]
): Key<number | W> {
  const description = [STATUS.description, ...words.map(word => JSON.stringify(word))].join(' or ');
  return key({ description, anyOf: [STATUS, { enum: words }] }, ...choices);
}

/** A range of milliseconds, `[least, most]`, from which each value is drawn. */
export function range(...choices: [readonly number[], ...(readonly number[])[]]): Key<readonly number[]> {
  const least = { type: 'number', minimum: 0, maximum: { $data: '1/1' } };
  const most = { type: 'number', maximum: 600_000 };
  const description = 'two numbers of milliseconds, [least, most]';
  return key({ description, type: 'array', prefixItems: [least, most], items: false, minItems: 2 }, ...choices);
}

/** A random number from a range, `[least, most]`. */
export function drawFrom(world: World, [least = 0, most = 0]: readonly number[]): number {
  return least === most ? least : least + (most - least) * (world.randomBytes(4).readUInt32BE() / 2 ** 32);
}

/** A list of strings that match a pattern. */
export function strings(
  description: string,
  pattern: string,
  ...choices: [readonly string[], ...(readonly string[])[]]
) {
  return key({ description, type: 'array', items: { type: 'string', pattern } }, ...choices);
}

/** The names of the members of a table. The first is the default. */
export function namesOf<N extends string>(table: { readonly [M in N]: unknown }): [N, ...N[]] {
  return Object.keys(table) as [N, ...N[]];
}

/** Whether a node of the table is a key, as opposed to a group of keys. */
export function isKey(node: object): node is Key<unknown> {
  return 'choices' in node;
}

/** A pattern for a token of HTTP (RFC 9110). */
export const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

/** The schema of a name. */
export const NAME = { description: 'a non-empty string', type: 'string', pattern: '.' };

/** The schema of a media type, with its parameters. */
export const MEDIA_TYPE = {
  description: 'a media type',
  type: 'string',
  pattern: `^${TOKEN}/${TOKEN}( *;[\\x20-\\x7e]*)?$`,
};

const HEADERS = {
  description: 'an object of header values by name',
  type: 'object',
  propertyNames: { pattern: `^${TOKEN}$` },
  additionalProperties: { type: 'string', pattern: '^[\\x20-\\x7e]*$' },
};

/** A key whose values are headers. The default is no header. */
export const headers = (...choices: { readonly [name: string]: string }[]) => key(HEADERS, {}, ...choices);

/** Converts each member of a table, for example to a key. */
export function keysOf<N extends string, V, K>(table: { readonly [M in N]: V }, toKey: (value: V, name: N) => K) {
  const keys = namesOf(table).map(each => [each, toKey(table[each], each)]);
  return Object.fromEntries(keys) as { readonly [M in N]: K };
}
