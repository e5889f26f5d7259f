import { briefly, isObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { AdapterReply, Result } from '../protocol.ts';

/** What an SDK gave back for a call. */
export type CallResult =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'error'; readonly error: JsonObject }
  | { readonly kind: 'broke'; readonly said: string };

/** Reads an adapter's answer: an object with `value` or with `error`. */
export function readResult(reply: AdapterReply<Result<'simulate'>>): CallResult {
  if (reply.kind === 'broke') return { kind: 'broke', said: `${reply.failure}: ${reply.said}` };
  const { value, error } = reply.result;
  if (isObject(error)) return { kind: 'error', error };
  if ('value' in reply.result) return { kind: 'value', value: (value ?? null) as Json };
  return { kind: 'broke', said: `an answer with neither value nor error: ${briefly(reply.result, 200)}` };
}

/** A result in short. */
export function writeResult(result: CallResult): string {
  if (result.kind === 'broke') return result.said;
  return result.kind === 'value' ? `value ${briefly(result.value, 300)}` : `error ${briefly(result.error, 300)}`;
}

/** A snake_case name in camelCase. */
export const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A member under its snake_case or camelCase name. */
export function member(value: JsonObject, name: string): Json | undefined {
  return [name, camel(name)].filter(key => Object.hasOwn(value, key)).map(key => value[key])[0];
}

/** The object that a value is, or that it wraps in `data`. @param name a member of that object */
export function unwrap(value: Json, name: string): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  return member(value, name) === undefined && isObject(value.data) ? value.data : value;
}
