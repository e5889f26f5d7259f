import { HarnessError } from './errors.ts';
import { tokensOf } from './json.ts';

/** A JSON value under construction. */
export type MutableJson = { [member: string]: unknown } | unknown[];

/**
 * Sets the value at a JSON Pointer. Missing objects are created, also in place of null; the token `0` creates an array.
 * @throws HarnessError `dialect-invalid` (usage) if the pointer leads through a scalar
 */
export function setAtPointer(root: MutableJson, pointer: string, value: unknown): void {
  const tokens = tokensOf(pointer);
  let here = root;
  for (const [index, token] of tokens.slice(0, -1).entries()) {
    const next: unknown = Object.hasOwn(here, token) ? (here as { [member: string]: unknown })[token] : undefined;
    if (next !== undefined && typeof next !== 'object') {
      throw new HarnessError('dialect-invalid', 'usage', `the sandbox cannot place a value at ${pointer}`, {
        likely: `${token} is the place of another value of the webhook`,
        next: 'choose pointers that do not lead through each other',
      });
    }
    const made = next ?? (tokens[index + 1] === '0' ? [] : {});
    assign(here, token, made);
    here = made as MutableJson;
  }
  assign(here, tokens.at(-1) ?? '', value);
}

function assign(here: MutableJson, token: string, value: unknown): void {
  // Assigning to this name would set the prototype. Defining every member would take four times as long.
  if (token === '__proto__')
    Object.defineProperty(here, token, { value, writable: true, enumerable: true, configurable: true });
  else (here as { [member: string]: unknown })[token] = value;
}
