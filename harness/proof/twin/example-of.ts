import { isObject, type Json } from '../../base/json.ts';
import { DEEPEST, FREE, MONEY, NAMED_BY_ID } from '../../facts/about/answers.ts';
import { timestampForm } from '../../facts/forms.ts';
import { majority } from '../../facts/reading.ts';
import { AMOUNT_FORMS } from '../../sandbox/formats/bodies.ts';
import type { JsonObject } from '../../sandbox/index.ts';
import { timeForm } from './read-formats.ts';

/** A body, and the order that it is about. */
export interface BodyOfOrder {
  readonly value: Json;
  readonly order: string;
  /** The amount and the network that the calls for the order so far have named. */
  readonly received?: { readonly amount: string | undefined; readonly network: string | undefined };
}

type Example = Exclude<JsonObject[string], undefined>;

const STATE = /(^|_)(status|state)$/i;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * An example of bodies of one kind, in which the sandbox fills what depends on the order and the time. It has every
 * member that any of them has. Its values are of the same types and forms, and tell nothing of the real ones.
 *
 * @param usual bodies of the same type of other orders: a text that is never the same as theirs is another one here too
 */
export function exampleOf(
  bodies: readonly BodyOfOrder[],
  usual: readonly BodyOfOrder[] = [],
  name = '',
  depth = 0,
): Example {
  const objects = bodies.filter(({ value }) => isObject(value));
  const lists = bodies.filter(({ value }) => Array.isArray(value));
  if (objects.length > 0 && objects.length >= lists.length) {
    if (depth > DEEPEST || FREE.test(name)) return {};
    const names = new Set(objects.flatMap(({ value }) => Object.keys(value as object)));
    const kept = [...names].filter(member => !NAMED_BY_ID.test(member));
    return Object.fromEntries(
      kept.map(member => [member, exampleOf(membersOf(objects, member), membersOf(usual, member), member, depth + 1)]),
    );
  }
  if (lists.length > 0) {
    const items = itemsOf(lists);
    return items.length === 0 ? [] : [exampleOf(items, itemsOf(usual), name, depth + 1)];
  }
  const examples = bodies.map(body => ({ value: scalarExample(body, name), id: '' }));
  const best = majority(examples.filter(({ value }) => value !== null))?.value ?? null;
  const received = receivedExample(bodies);
  if (received !== undefined) return received;
  const others = new Set(usual.map(({ value }) => value));
  // What differs from order to order tells no two kinds of orders apart.
  const isSteady = others.size > 0 && others.size <= usual.length / 2;
  const isOther = best === 'example' && isSteady && !bodies.some(({ value }) => others.has(value));
  return isOther ? 'another example' : best;
}

function membersOf(bodies: readonly BodyOfOrder[], name: string): readonly BodyOfOrder[] {
  return bodies.flatMap(({ value, ...body }) => {
    const own = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    return own === undefined ? [] : [{ ...body, value: own }];
  });
}

function itemsOf(bodies: readonly BodyOfOrder[]): readonly BodyOfOrder[] {
  return bodies.flatMap(({ value, ...body }) =>
    Array.isArray(value) ? (value as readonly Json[]).map(item => ({ ...body, value: item })) : [],
  );
}

/** The placeholder of what an order received, where most orders that received what a step named show that here. */
function receivedExample(bodies: readonly BodyOfOrder[]): string | undefined {
  const votes = bodies.flatMap(
    ({ value, received: { amount, network } = { amount: undefined, network: undefined } }) => {
      const form = amount && Object.entries(AMOUNT_FORMS).find(([, write]) => isSameAmount(value, write(amount)))?.[0];
      if (form) return [`{received_amount:${form}}`];
      if (value === network) return ['{received_network}'];
      return amount === undefined && network === undefined ? [] : [undefined];
    },
  );
  const best = majority(votes.map(value => ({ value, id: '' })));
  return best && best.seen > best.of / 2 ? best.value : undefined;
}

/** Whether two amounts of one type are equal; one in text may have more digits than the other. */
function isSameAmount(value: Json, amount: string | number): boolean {
  if (typeof value !== 'string' || typeof amount === 'number') return value === amount;
  return DECIMAL.test(value) && Number(value) === Number(amount);
}

function scalarExample({ value, order }: BodyOfOrder, name: string): string | number | boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  if (String(value) === order) return '{order}';
  const form = timeForm(timestampForm(value));
  if (form !== undefined) return `{time:${form}}`;
  if (typeof value !== 'string') return 1;
  if (STATE.test(name)) return '{state}';
  if (!MONEY.test(name) || !DECIMAL.test(value)) return 'example';
  return /amount$/i.test(name) ? '{amount:decimal}' : '1.00';
}
