import { oncePerObject } from '../../base/once.ts';
import { leadsToCredit, type SimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { EventSeen } from '../../evidence/view.ts';
import { arrivalOf } from '../../evidence/windows.ts';
import { madeWithOrders } from '../../facts/made-with-orders.ts';
import { type Reading, shown } from '../../facts/reading.ts';
import { owedTypes } from '../../order/causes.ts';
import { explainRun } from '../../order/run.ts';
import type { Observed } from './observed.ts';

/** A type comes when an order is made if more than this share of the orders has it, and no step sends it. */
const MOSTLY = 0.5;

/** Which types each step causes, in the order in which they come, and which come when an order is made. */
interface Types {
  readonly bySteps: ReadonlyMap<SimulateEvent, readonly string[]>;
  readonly made: readonly string[];
}

/** Reads from the model of an order which types each step causes. */
export const typesOf = oncePerObject((observed: Observed): Types => {
  const { model, explanations } = explainRun(observed.view);
  const unnamed = madeWithOrders(observed.view);
  const bySteps = [...owedTypes(observed.view)].map(([event, types]) => {
    const own = types.filter(type => !unnamed.has(type));
    // The specification says which step the credit signal belongs to: the sandbox speaks nothing else.
    const lacksCredit = own.length > 0 && leadsToCredit(event) && !own.includes(COMPLETED);
    return [event, lacksCredit ? [...own, COMPLETED] : own] as const;
  });
  const orders = explanations.filter(({ trace }) => trace.calls.length > 0);
  const made = [...new Set(observed.events.flatMap(({ type }) => type ?? []))].filter(type => {
    const having = orders.filter(({ trace }) => trace.events.some(event => event.type === type));
    return !model.isOwed(type) && model.isUnasked(type) && having.length > MOSTLY * orders.length;
  });
  return { made, bySteps: new Map(bySteps) };
});

/** The types that a step causes, in the order in which they come. */
export function eventTypes(observed: Observed, event: SimulateEvent): Reading | undefined {
  const types = typesOf(observed).bySteps.get(event) ?? [];
  const own = observed.events.filter(({ type = '' }) => types.includes(type));
  return types.length === 0 ? undefined : shown(types.length === 1 ? types[0] : types, idsOf(own));
}

/** The types of events that come when an order is made. */
export function otherEvents(observed: Observed): Reading<readonly string[]> | undefined {
  const { made, bySteps } = typesOf(observed);
  const caused = new Set([...bySteps.values()].flat());
  const early = observed.causes.filter(({ call, event: { type } }) => !call && type && !caused.has(type));
  const soon = early.flatMap(({ event: { type = '' } }) => type);
  const types = [...new Set([...made, ...soon, ...madeWithOrders(observed.view)])];
  const own = observed.events.filter(({ type = '' }) => types.includes(type));
  return shown(types, idsOf(own.length > 0 ? own : observed.events));
}

function idsOf(events: readonly EventSeen[]): readonly string[] {
  return events.toSorted((a, b) => arrivalOf(a) - arrivalOf(b)).map(({ deliveries }) => deliveries[0].id);
}
