import { HarnessError } from '../../core/errors.ts';
import type { Json } from './json.ts';

/** A JSON value that is being built. */
export type MutableJson = { [member: string]: Json | MutableJson } | (Json | MutableJson)[];

/**
 * Sets the value at a JSON Pointer. Missing objects are created; the token `0` creates an array.
 * @throws HarnessError `dialect-invalid` (usage) if the pointer leads through a scalar
 */
export function setAtPointer(root: MutableJson, pointer: string, value: Json): void {
  const tokens = pointer.split('/').slice(1).map(readToken);
  let here = root;
  for (const [index, token] of tokens.entries()) {
    if (index === tokens.length - 1) {
      assign(here, token, value);
      return;
    }
    here = step(here, token, tokens[index + 1] === '0', pointer);
  }
}

function step(here: MutableJson, token: string, array: boolean, pointer: string): MutableJson {
  const next = read(here, token);
  if (typeof next === 'object' && next !== null) return next as MutableJson;
  if (next !== undefined) {
    throw new HarnessError('dialect-invalid', 'usage', `the sandbox cannot place a value at ${pointer}`, {
      likely: `${token} is the place of another value of the webhook`,
      next: 'choose pointers that do not lead through each other',
    });
  }
  const made: MutableJson = array ? [] : {};
  assign(here, token, made);
  return made;
}

function read(here: MutableJson, token: string): Json | MutableJson | undefined {
  if (Array.isArray(here)) return here[Number(token)];
  return Object.hasOwn(here, token) ? here[token] : undefined;
}

function assign(here: MutableJson, token: string, value: Json | MutableJson): void {
  if (Array.isArray(here)) here[Number(token)] = value;
  else Object.defineProperty(here, token, { value, writable: true, enumerable: true, configurable: true });
}

function readToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
