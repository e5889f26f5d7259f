import { escapePointer, isObject, type Json, type JsonObject, jsonOf, objectIn } from '../../base/json.ts';
import { isDecimalString } from '../../contract/validate.ts';
import { type Answered, isOk } from '../../evidence/answered.ts';
import type { Delivery, Exchange } from '../../evidence/evidence.ts';
import type { Sample } from '../fact.ts';

/** A body, and where and when it was seen. */
export interface ObservedBody {
  readonly value: Json;
  readonly at: number;
  readonly id: string;
}

/** Free-form objects of the specification: their contents say nothing about the service. */
export const FREE = /^metadata$/;
/** Names that look like ids; all such members share one place. */
export const NAMED_BY_ID = /\d{4}|^[0-9a-f]{8}-|^\d+$/i;
/** Names of amounts and rates (Wire conventions). */
export const MONEY = /(amount|rate|price|fee|fees|total|balance|quantity)$/i;
/** The most places of one kind of body. */
const MOST_PLACES = 300;
/** Deeper places are left out. */
export const DEEPEST = 12;

/**
 * The fields of one kind of body: for each place, the number of bodies that have it and the types of its values.
 * @param among the kind of body in words, with which each fact's condition starts
 */
export function fieldSamples(gap: string, among: string, bodies: readonly ObservedBody[]): readonly Sample[] {
  const shapes = bodies.map(({ value }) => shapeOf(value));
  const places = [...new Set(shapes.flatMap(shape => [...shape.keys()]))].slice(0, MOST_PLACES);
  return places.flatMap(place =>
    bodies.map(({ at, id }, index) => {
      const types = shapes[index]?.get(place);
      const seen = types && { value: [...types].sort().join(' or ') };
      return { gap, condition: `${among}, ${place === '' ? 'the body' : place}`, among, at, id, ...seen };
    }),
  );
}

/** The types by place: a JSON Pointer, with `*` for the items of an array and for names that are ids. */
function shapeOf(root: Json): ReadonlyMap<string, ReadonlySet<string>> {
  const shape = new Map<string, Set<string>>();
  const visit = (value: Json, place: string, name: string, depth: number) => {
    shape.set(place, (shape.get(place) ?? new Set()).add(typeOf(value, name)));
    if (depth > DEEPEST || FREE.test(name)) return;
    if (Array.isArray(value)) for (const item of value as readonly Json[]) visit(item, `${place}/*`, name, depth + 1);
    else if (isObject(value)) {
      for (const [key, member] of Object.entries(value))
        visit(member, `${place}/${NAMED_BY_ID.test(key) ? '*' : escapePointer(key)}`, key, depth + 1);
    }
  };
  visit(root, '', '', 0);
  return shape;
}

function typeOf(value: Json, name: string): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'number';
  if (MONEY.test(name) && isDecimalString(value)) return 'decimal string';
  return typeof value;
}

/** The id and time of an answer. */
export function seenIn({ id, sentAt }: Exchange): Pick<Sample, 'id' | 'at'> {
  return { id, at: sentAt };
}

/** The JSON values of the answers that have one. */
export function bodiesOf(answers: readonly Answered[]): readonly ObservedBody[] {
  return bodiesIn(answers.map(exchange => ({ ...seenIn(exchange), body: exchange.response.body })));
}

/** The JSON values of the messages that have one. */
export function bodiesIn(messages: readonly Pick<Delivery, 'at' | 'id' | 'body'>[]): readonly ObservedBody[] {
  return messages.flatMap(({ at, id, body }) => {
    const json = jsonOf(body);
    return json ? [{ value: json.value, at, id }] : [];
  });
}

/** An answer as a value of a fact: `accepted`, or the status of a refusal. */
export function acceptedOrStatus({ response: { status } }: Answered): 'accepted' | number {
  return isOk(status) ? 'accepted' : status;
}

/** The JSON object of an answer; `undefined` for anything else. */
export function objectOf(exchange: Answered): JsonObject | undefined {
  return objectIn(exchange.response.body);
}

/** The kind of an answer's body, in words. */
export function bodyKind(exchange: Answered): string {
  if (exchange.response.body.size === 0) return 'no body';
  const value = jsonOf(exchange.response.body)?.value;
  if (value === undefined) return 'a body that is not JSON';
  return isObject(value) ? 'a JSON object' : Array.isArray(value) ? 'a JSON array' : 'another JSON value';
}

/** A scalar as a value of a fact; `undefined` for anything else. A `bigint` becomes its digits. */
export function scalar(value: Json | undefined): Sample['value'] {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'object' && value !== null ? undefined : value;
}
