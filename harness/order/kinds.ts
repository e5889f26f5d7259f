import { countsOf } from '../base/counts.ts';
import { isObject, type Json, type JsonObject, jsonOf, walk, walkInside } from '../base/json.ts';
import { oncePerKey, oncePerObject } from '../base/once.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Body, Delivery, Journey } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import { LIMITS } from './limits.ts';

/**
 * The kind of an event: its type and, if several steps share the type, the state of the order, for example
 * `order.updated (paid)`. Empty if the type cannot be read.
 */
export function kindOf(view: View, type: string | undefined, first: Delivery, order = ''): string {
  if (type === undefined) return '';
  const state = sharedTypes(view).has(type) ? stateOf(first, order) : undefined;
  return state === undefined ? type : `${type} (${state})`;
}

/** Whether a kind belongs to a type, with or without a state. */
export function isKindOf(kind: string, type: string): boolean {
  return kind === type || kind.startsWith(`${type} (`);
}

const statesIn = oncePerObject((body: Body) =>
  oncePerKey((order: string): string | undefined => stateIn(jsonOf(body)?.value, order)),
);

function stateOf({ body }: Delivery, order: string): string | undefined {
  return statesIn(body)(order);
}

/** A step with the events that arrived until the next step. */
type StepWindow = ReturnType<typeof windowsIn>[number];

/**
 * The types that several steps share and that state names distinguish: each step usually has its own states. A type is
 * not shared if its states do not depend on steps (the service writes the state at the time of delivery), or if another
 * type replaces it after a step (two steps are mixed up).
 */
const sharedTypes = oncePerObject((view: View): ReadonlySet<string> => {
  const orders = view.evidence.journeys.map(journey => windowsIn(view, journey));
  return new Set([...typesOf(orders.flat())].filter(type => isShared(type, windowsFor(type, orders))));
});

/** The windows that tell about a type: of the orders that show it if they share no type with others, or else all. */
function windowsFor(type: string, orders: readonly (readonly StepWindow[])[]): readonly StepWindow[] {
  const showing = orders.filter(windows => typesOf(windows).has(type));
  const others = orders.filter(windows => !showing.includes(windows));
  return (typesOf(showing.flat()).isDisjointFrom(typesOf(others.flat())) ? showing : orders).flat();
}

/** The types of events, except the credit, which belongs to its disburse, however late it comes. */
function typesOf(windows: readonly StepWindow[]): ReadonlySet<string> {
  return new Set(windows.flatMap(({ events }) => events.flatMap(({ type }) => (type === COMPLETED ? [] : [type]))));
}

function windowsIn(view: View, journey: Journey) {
  const steps = journey.steps.filter(step => view.answerTo(step) === 'taken');
  const events = view.eventsOf(journey).flatMap(({ type, deliveries: [one] }) => {
    const state = stateOf(one, journey.order) ?? '';
    return type === undefined ? [] : [{ type, state, at: one.at }];
  });
  return steps.map(({ event, at: from }, nth) => {
    const until = steps[nth + 1]?.at ?? Number.POSITIVE_INFINITY;
    return { step: event, events: events.filter(({ at }) => at >= from && at < until) };
  });
}

function isShared(type: string, windows: readonly StepWindow[]): boolean {
  const isOf = (one: { readonly type: string }) => one.type === type;
  const ofType = windows.flatMap(({ events }) => events.filter(isOf));
  if (ofType.some(({ state }) => state === '')) return false;
  let fitting = 0;
  const sets = new Set<string>();
  for (const ofStep of Map.groupBy(windows, ({ step }) => step).values()) {
    const [withType = [], withoutType = []] = [true, false].map(has =>
      ofStep.filter(({ events }) => events.some(isOf) === has),
    );
    const states = countsOf(
      withType.flatMap(({ events }) => [...new Set(events.filter(isOf).map(({ state }) => state))]),
    );
    // An order that ended by itself may accept steps that send nothing.
    const heard = ofStep.filter(({ events }) => events.length > 0);
    const least = Math.min(LIMITS.several, ofStep.length);
    const usual = [...states].filter(([, count]) => count >= least && count * 2 > heard.length);
    if (usual.length === 0) continue;
    if (comesInPlace(withType, withoutType)) return false;
    sets.add(
      usual
        .map(([state]) => state)
        .toSorted()
        .join(),
    );
    fitting += usual.reduce((sum, [, count]) => sum + count, 0);
  }
  return sets.size > 1 && fitting >= LIMITS.mostly * ofType.length;
}

/** Whether another type follows several of the steps that lack a type, and none of the steps that have it. */
function comesInPlace(withType: readonly StepWindow[], withoutType: readonly StepWindow[]): boolean {
  const beside = typesOf(withType);
  const others = countsOf(withoutType.flatMap(window => [...typesOf([window]).difference(beside)]));
  return [...others.values()].some(count => count >= LIMITS.several);
}

/** Names of members that hold the state of an order. */
const STATE = /^((.*_)?order_|new_)?(status|state|stage|phase)$/i;

/** The object in a body that represents an order: one of its members equals the order's id. */
export function orderIn(root: Json, order: string): JsonObject | undefined {
  for (const { value } of walkInside(root)) {
    if (isObject(value) && Object.values(value).some(member => String(member) === order && !isObject(member)))
      return value;
  }
  return undefined;
}

/** The state of an order in a body: the state beside the order's id, or else the only state in the body. */
export function stateIn(root: Json | undefined, order: string): string | undefined {
  if (root === undefined) return undefined;
  const object = orderIn(root, order);
  const [near] = object ? statesOf(object) : [];
  if (near !== undefined) return near;
  const all = [...walk(root)].flatMap(({ value }) => (isObject(value) ? statesOf(value) : []));
  return all.length === 1 ? all[0] : undefined;
}

function statesOf(object: { readonly [name: string]: Json }): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) =>
    STATE.test(name) && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : [],
  );
}
