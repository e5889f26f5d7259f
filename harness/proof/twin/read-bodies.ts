import { isObject, type Json, jsonOf, objectIn, stringify } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { isOk } from '../../evidence/answered.ts';
import type { Journey } from '../../evidence/evidence.ts';
import { arrivalOf, type View } from '../../evidence/view.ts';
import { DEEPEST, FREE, MONEY, NAMED_BY_ID } from '../../facts/about/answers.ts';
import { timestampForm } from '../../facts/forms.ts';
import { majority, type Reading, shown } from '../../facts/observed-dialect.ts';
import { OF_ANOTHER_AMOUNT } from '../../sandbox/events/compose-event.ts';
import { AMOUNT_FORMS, TIMES } from '../../sandbox/formats/bodies.ts';
import type { JsonObject } from '../../sandbox/json.ts';
import type { Original } from './observed.ts';

/** The amount and the network in the calls for an order up to a time, including calls with mistakes. */
function receivedBy(view: View, { id }: Journey, until: number): NonNullable<BodyOfOrder['received']> {
  const calls = exchangesOf(view).get(id) ?? [];
  const named = calls.flatMap(({ sentAt, request, response }) => {
    const body = objectIn(request.body);
    const isTaken = sentAt <= until && isOk(response?.status ?? 200);
    return isTaken && body ? [body] : [];
  });
  const last = (field: string) => textOf(named.findLast(body => body[field] !== undefined)?.[field]);
  return { amount: last('received_amount'), network: last('received_network') };
}

const exchangesOf = oncePerObject((view: View) => Map.groupBy(view.evidence.exchanges, ({ journey }) => journey));
const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : undefined);

/** An example body of each event type. */
export function eventBodies({ events, view }: Original): Reading<{ readonly [type: string]: Json }> | undefined {
  const seen = events.flatMap(event => {
    const { type, journey, deliveries } = event;
    const [{ id, body }] = deliveries;
    const value = jsonOf(body)?.value;
    const received = receivedBy(view, journey, arrivalOf(event));
    const isTold = type !== undefined && (isObject(value) || Array.isArray(value));
    return isTold ? [{ type, order: journey.order, received, id, value }] : [];
  });
  const examples = [...Map.groupBy(seen, ({ type }) => type)].flatMap(([type, own]) => {
    const due = own.filter(({ received }) => received.amount === undefined);
    const another = own.filter(({ received }) => received.amount !== undefined);
    const usual = exampleOf(due.length > 0 ? due : own);
    const other = due.length > 0 && another.length > 0 ? exampleOf(another, due) : usual;
    return [[type, usual], ...(stringify(other) === stringify(usual) ? [] : [[type + OF_ANOTHER_AMOUNT, other]])];
  });
  return shown(Object.fromEntries(examples), seen);
}

/** The body of an accepted step: nothing, or an example. */
export function simulateBody({ view, evidence }: Original): Reading<string | JsonObject> | undefined {
  const seen = evidence.journeys.flatMap(journey =>
    journey.steps.flatMap(step => {
      const { id, response } = view.exchange(step.exchange) ?? {};
      if (id === undefined || response === undefined || !isOk(response.status)) return [];
      const received = receivedBy(view, journey, step.at);
      return [
        { id, order: journey.order, received, isEmpty: response.body.size === 0, value: jsonOf(response.body)?.value },
      ];
    }),
  );
  const objects = seen.flatMap(({ value, ...one }) => (isObject(value) ? [{ ...one, value }] : []));
  if (objects.length <= seen.length / 2) return seen.some(({ isEmpty }) => isEmpty) ? shown('empty', seen) : undefined;
  return shown(exampleOf(objects) as JsonObject, seen);
}

/** A body and its order. */
interface BodyOfOrder {
  readonly value: Json;
  readonly order: string;
  /** The amount and the network in the calls for the order so far. */
  readonly received?: { readonly amount: string | undefined; readonly network: string | undefined };
}

type Example = Exclude<JsonObject[string], undefined>;

const STATE = /(^|_)(status|state)$/i;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * An example of bodies of one kind. The sandbox fills in what depends on the order and the time. It has every member of
 * any of the bodies. Its values have the same types and forms, but reveal nothing.
 *
 * @param usual bodies of this type from other orders: a text that they never share differs in the example, too
 */
function exampleOf(bodies: readonly BodyOfOrder[], usual: readonly BodyOfOrder[] = [], name = '', depth = 0): Example {
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
  // Values that differ from order to order do not distinguish kinds of orders.
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

/** The placeholder of a received value, if most orders whose steps named one show it here. */
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

/** Whether two amounts of one type are equal. Texts may differ in their number of digits. */
function isSameAmount(value: Json, amount: string | number): boolean {
  if (typeof value !== 'string' || typeof amount === 'number') return value === amount;
  return DECIMAL.test(value) && Number(value) === Number(amount);
}

function scalarExample({ value, order }: BodyOfOrder, name: string): string | number | boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  if (String(value) === order) return typeof value === 'string' ? '{order}' : '{order:number}';
  const form = timeForm(timestampForm(value));
  if (form !== undefined) return `{time:${form}}`;
  if (typeof value !== 'string') return 1;
  if (STATE.test(name)) return '{state}';
  if (!MONEY.test(name) || !DECIMAL.test(value)) return 'example';
  return /amount$/i.test(name) ? '{amount:decimal}' : '1.00';
}

/** The forms in which the sandbox writes a time, by the words of a fact. */
const TIME_FORMS = new Map(
  Object.entries(TIMES).map(([form, write]) => [timestampForm(write(1_767_225_600_123)), form] as const),
);

/** The form of timestamps in the words of a fact. */
function timeForm(words: string | undefined): string | undefined {
  return TIME_FORMS.get(words);
}

/** The form of timestamps that are strings, as in resources (Resources and their fields). */
export function textTimeForm(words: unknown): string | undefined {
  const form = timeForm(String(words));
  return form?.endsWith('-number') ? undefined : form;
}
