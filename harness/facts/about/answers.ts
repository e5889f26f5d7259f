import { isObject, type Json, type JsonObject, jsonOf } from '../../base/json.ts';
import { type Answered, isOk } from '../../evidence/answered.ts';
import type { Delivery, Exchange } from '../../evidence/evidence.ts';
import type { Sample } from '../sample.ts';
import type { BodySeen } from './fields.ts';

/** Where and when an answer was seen. */
export function seenIn({ id, sentAt }: Exchange): Pick<Sample, 'id' | 'at'> {
  return { id, at: sentAt };
}

/** The JSON value of an answer; undefined if it has none. */
export function jsonIn({ response }: Answered): Json | undefined {
  return jsonOf(response.body)?.value;
}

/** The JSON values of those answers that have one. */
export function bodiesOf(answers: readonly Answered[]): readonly BodySeen[] {
  return bodiesIn(answers.map(exchange => ({ ...seenIn(exchange), body: exchange.response.body })));
}

/** The JSON values of those messages that have one. */
export function bodiesIn(messages: readonly Pick<Delivery, 'at' | 'id' | 'body'>[]): readonly BodySeen[] {
  return messages.flatMap(({ at, id, body }) => {
    const json = jsonOf(body);
    return json ? [{ value: json.value, at, id }] : [];
  });
}

/** A success as a fact holds it, or the status of a refusal. */
export function outcomeOf({ response: { status } }: Answered): 'accepted' | number {
  return isOk(status) ? 'accepted' : status;
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
