import type { Answered } from '../../core/answered.ts';
import { isObject, type Json, type JsonObject, jsonOf } from '../../core/json.ts';
import type { Sample } from '../sample.ts';

/** Where and when an answer was seen. */
export function seenIn({ id, sentAt }: Answered): Pick<Sample, 'id' | 'at'> {
  return { id, at: sentAt };
}

/** The JSON value of an answer; undefined if it has none. */
export function jsonIn({ response }: Answered): Json | undefined {
  return jsonOf(response.body)?.value;
}

/** The JSON object of an answer; undefined for anything else. */
export function objectOf(exchange: Answered): JsonObject | undefined {
  const value = jsonIn(exchange);
  return isObject(value) ? value : undefined;
}

/** The kind of an answer's body, in words. */
export function bodyKind(exchange: Answered): string {
  if (exchange.response.body.size === 0) return 'no body';
  const value = jsonIn(exchange);
  if (value === undefined) return 'a body that is not JSON';
  return isObject(value) ? 'a JSON object' : Array.isArray(value) ? 'a JSON array' : 'another JSON value';
}

/** A scalar as a fact holds it; undefined for anything else. A `bigint` becomes its digits. */
export function scalar(value: Json | undefined): Sample['value'] {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'object' && value !== null ? undefined : value;
}
