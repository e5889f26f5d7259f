import { COMPLETED } from '../core/dialect.ts';
import type { Delivery } from '../core/evidence.ts';
import { jsonOf } from '../core/json.ts';
import { oncePerObject } from '../core/once.ts';
import type { View } from '../core/view.ts';
import { lastStepBefore } from '../core/windows.ts';
import { stateIn } from './order-state.ts';

/** The share of the events of a type that must come after the step which most often brings their state. */
const MOSTLY = 0.75;

/**
 * What an event says: its type and, where one type tells of several steps, the state of the order that it names, such
 * as `order.updated (paid)`. Empty if no type can be read.
 */
export function kindOf(view: View, type: string | undefined, first: Delivery, order = ''): string {
  if (type === undefined) return '';
  const state = sharedTypes(view).has(type) ? stateOf(first, order) : undefined;
  return state === undefined ? type : `${type} (${state})`;
}

function stateOf({ body }: Delivery, order: string): string | undefined {
  return stateIn(jsonOf(body)?.value, order);
}

/**
 * The types whose events tell of several steps by the state that they name: after each step mostly one state, and not
 * the same after all. Where a service writes the state at the time of delivery, states and steps do not fit together.
 */
const sharedTypes = oncePerObject((view: View): ReadonlySet<string> => {
  const all = view.evidence.journeys.flatMap(journey =>
    view.eventsOf(journey).flatMap(({ type, deliveries: [first] }) => {
      const step = lastStepBefore(journey, first.at, one => view.outcomeOf(one) !== 'refused');
      if (type === undefined || type === COMPLETED || step === undefined) return [];
      return [{ type, step: step.event, state: stateOf(first, journey.order) }];
    }),
  );
  const shared = [...Map.groupBy(all, ({ type }) => type)].filter(([, own]) => {
    const usual = [...Map.groupBy(own, ({ step }) => step).values()].map(same =>
      mostCommon(same.map(one => one.state)),
    );
    const fitting = usual.reduce((sum, { count }) => sum + count, 0);
    const states = new Set(usual.map(({ state }) => state));
    return states.size > 1 && !states.has(undefined) && fitting >= MOSTLY * own.length;
  });
  return new Set(shared.map(([type]) => type));
});

function mostCommon(states: readonly (string | undefined)[]) {
  const [most = []] = [...Map.groupBy(states, state => state).values()].toSorted((a, b) => b.length - a.length);
  return { state: most[0], count: most.length };
}
