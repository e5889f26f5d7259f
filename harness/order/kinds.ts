import { countsOf } from '../base/counts.ts';
import { isObject, type Json, type JsonObject, jsonOf, walk } from '../base/json.ts';
import { oncePerKey, oncePerObject } from '../base/once.ts';
import type { SimulateEvent } from '../contract/lifecycle.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Body, Delivery, Journey } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import { arrivalOf, windowsOf } from '../evidence/windows.ts';
import { LIMITS } from './limits.ts';

/**
 * What an event says: its type and, where one type tells of several steps, the state of the order that it names, such
 * as `order.updated (paid)`. Empty if no type can be read.
 */
export function kindOf(view: View, type: string | undefined, first: Delivery, order = ''): string {
  if (type === undefined) return '';
  const state = sharedTypes(view).has(type) ? stateOf(first, order) : undefined;
  return state === undefined ? type : `${type} (${state})`;
}

/** Whether a kind is of a type, with any state or none. */
export function isKindOf(kind: string, type: string): boolean {
  return kind === type || kind.startsWith(`${type} (`);
}

const statesIn = oncePerObject((body: Body) =>
  oncePerKey((order: string): string | undefined => stateIn(jsonOf(body)?.value, order)),
);

function stateOf({ body }: Delivery, order: string): string | undefined {
  return statesIn(body)(order);
}

/** What came after a step of an order, until its next step. */
interface StepWindow {
  readonly step: SimulateEvent;
  readonly events: readonly { readonly type: string; readonly state: string }[];
}

/**
 * The types whose events tell of several steps by the state that they name: each step mostly brings the same states,
 * and not those of all others. If a service writes the state at the time of delivery, states and steps do not fit. If
 * another type comes in place of one, two steps are mixed up.
 */
const sharedTypes = oncePerObject((view: View): ReadonlySet<string> => {
  const windows = view.evidence.journeys.flatMap(journey => windowsIn(view, journey));
  const types = new Set(windows.flatMap(({ events }) => events.map(({ type }) => type)));
  return new Set([...types].filter(type => type !== COMPLETED && isShared(type, windows)));
});

function windowsIn(view: View, journey: Journey): readonly StepWindow[] {
  const steps = journey.steps.filter(step => view.answerTo(step) === 'taken');
  const events = view.eventsOf(journey).filter(({ type }) => type !== undefined);
  return windowsOf(steps, events, arrivalOf).flatMap(({ moment, arrivals }) => {
    const own = arrivals.map(({ type = '', deliveries: [one] }) => ({
      type,
      state: stateOf(one, journey.order) ?? '',
    }));
    return moment ? [{ step: moment.event, events: own }] : [];
  });
}

function isShared(type: string, windows: readonly StepWindow[]): boolean {
  const isOf = (one: { readonly type: string }) => one.type === type;
  const own = windows.flatMap(({ events }) => events.filter(isOf));
  if (own.some(({ state }) => state === '')) return false;
  let fitting = 0;
  const sets = new Set<string>();
  for (const same of Map.groupBy(windows, ({ step }) => step).values()) {
    const [having = [], lacking = []] = [true, false].map(has =>
      same.filter(({ events }) => events.some(isOf) === has),
    );
    const states = countsOf(
      having.flatMap(({ events }) => [...new Set(events.filter(isOf).map(({ state }) => state))]),
    );
    // Orders that ended by themselves may take steps that send nothing.
    const heard = same.filter(({ events }) => events.length > 0);
    const least = Math.min(LIMITS.several, same.length);
    const usual = [...states].filter(([, count]) => count >= least && count * 2 > heard.length);
    if (usual.length === 0) continue;
    if (comesInPlace(having, lacking)) return false;
    sets.add(
      usual
        .map(([state]) => state)
        .toSorted()
        .join(),
    );
    fitting += usual.reduce((sum, [, count]) => sum + count, 0);
  }
  return sets.size > 1 && fitting >= LIMITS.mostly * own.length;
}

/**
 * Whether a type comes after several of the steps that lack another type, and after none that has it. A credit
 * belongs to its disburse, however late it comes.
 */
function comesInPlace(having: readonly StepWindow[], lacking: readonly StepWindow[]): boolean {
  const typesOf = ({ events }: StepWindow) => new Set(events.flatMap(({ type }) => (type === COMPLETED ? [] : [type])));
  const beside = new Set(having.flatMap(window => [...typesOf(window)]));
  const others = countsOf(lacking.flatMap(window => [...typesOf(window)]).filter(type => !beside.has(type)));
  return [...others.values()].some(count => count >= LIMITS.several);
}

/** The names of members that tell the state of an order. */
const STATE = /^((.*_)?order_|new_)?(status|state|stage|phase)$/i;

/** The object in a body that is an order: the one with a member equal to the order's id. */
export function orderIn(root: Json, order: string): JsonObject | undefined {
  for (const { value } of walk(root)) {
    if (isObject(value) && Object.values(value).some(member => String(member) === order && !isObject(member)))
      return value;
  }
  return undefined;
}

/** The state of an order that a body tells: beside the order's id; else the only state in the body. */
export function stateIn(root: Json | undefined, order: string): string | undefined {
  if (root === undefined) return undefined;
  const own = orderIn(root, order);
  const [near] = own ? statesOf(own) : [];
  if (near !== undefined) return near;
  const all = [...walk(root)].flatMap(({ value }) => (isObject(value) ? statesOf(value) : []));
  return all.length === 1 ? all[0] : undefined;
}

function statesOf(object: { readonly [name: string]: Json }): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) =>
    STATE.test(name) && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : [],
  );
}
