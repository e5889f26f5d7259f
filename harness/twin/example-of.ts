import { isObject, type Json } from '../core/json.ts';
import { timestampForm } from '../facts/timestamp-form.ts';
import type { JsonObject } from '../sandbox/index.ts';
import { timeForm } from './read-formats.ts';
import { majority } from './reading.ts';

/** A body, and the order that it is about. */
export interface BodyOfOrder {
  readonly value: Json;
  readonly order: string;
}

type Example = Exclude<JsonObject[string], undefined>;

const STATE = /(^|_)(status|state)$/i;
const MONEY = /(amount|rate|price|fee|fees|total|balance|quantity)$/i;
/** Free-form by the specification. */
const FREE = /^metadata$/;
const NAMED_BY_ID = /\d{4}|^[0-9a-f]{8}-|^\d+$/i;
const DEEPEST = 12;

/**
 * An example of bodies of one kind, in which the sandbox fills what depends on the order and the time. It has every
 * member that any of them has. Its values are of the same types and forms, and tell nothing of the real ones.
 */
export function exampleOf(bodies: readonly BodyOfOrder[], name = '', depth = 0): Example {
  const objects = bodies.flatMap(({ value, order }) => (isObject(value) ? [{ value, order }] : []));
  const lists = bodies.flatMap(({ value, order }) => (Array.isArray(value) ? [{ value, order }] : []));
  if (objects.length > 0 && objects.length >= lists.length) {
    if (depth > DEEPEST || FREE.test(name)) return {};
    const names = new Set(objects.flatMap(({ value }) => Object.keys(value)));
    const kept = [...names].filter(member => !NAMED_BY_ID.test(member));
    const membersOf = (member: string) =>
      objects.flatMap(({ value, order }) => {
        const own = Object.hasOwn(value, member) ? value[member] : undefined;
        return own === undefined ? [] : [{ value: own, order }];
      });
    return Object.fromEntries(kept.map(member => [member, exampleOf(membersOf(member), member, depth + 1)]));
  }
  if (lists.length > 0) {
    const items = lists.flatMap(({ value, order }) => (value as readonly Json[]).map(item => ({ value: item, order })));
    return items.length === 0 ? [] : [exampleOf(items, name, depth + 1)];
  }
  const examples = bodies.map(body => ({ value: scalarExample(body, name), id: '' }));
  return majority(examples.filter(({ value }) => value !== null))?.value ?? null;
}

function scalarExample({ value, order }: BodyOfOrder, name: string): string | number | boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  if (String(value) === order) return '{order}';
  const form = timeForm(timestampForm(value));
  if (form !== undefined) return `{time:${form}}`;
  if (typeof value !== 'string') return 1;
  if (STATE.test(name)) return '{state}';
  return MONEY.test(name) && /^-?\d+(\.\d+)?$/.test(value) ? '1.00' : 'example';
}
