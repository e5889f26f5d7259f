import { key, namesOf } from '../key.ts';

/** The characters of a token of HTTP (RFC 9110), as a pattern. */
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

/** A key whose values are names. */
export const name = (...choices: [string, ...string[]]) => key(NAME, ...choices);

/** A key whose values are headers; none is the default. */
export const headers = (...choices: { readonly [name: string]: string }[]) => key(HEADERS, {}, ...choices);

/** What is made of each member of a table: a key, say. */
export function keysOf<N extends string, V, K>(table: { readonly [M in N]: V }, toKey: (value: V, name: N) => K) {
  const keys = namesOf(table).map(each => [each, toKey(table[each], each)]);
  return Object.fromEntries(keys) as { readonly [M in N]: K };
}
