import { COMPLETED } from '../core/dialect.ts';
import type { Delivery, Step } from '../core/evidence.ts';
import { jsonOf } from '../core/json.ts';
import { oncePerObject } from '../core/once.ts';
import type { View } from '../core/view.ts';
import { lastStepBefore } from '../core/windows.ts';
import { stateIn } from './order-state.ts';

/** The share of the events of a type that must name a state which their step usually brings. */
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
 * The types whose events tell of several steps by the state that they name: each step mostly brings the same states, and
 * not those of all others. Where a service writes the state at the time of delivery, states and steps do not fit.
 */
const sharedTypes = oncePerObject((view: View): ReadonlySet<string> => {
  const all = view.evidence.journeys.flatMap(journey =>
    view.eventsOf(journey).flatMap(({ type, deliveries: [first] }) => {
      const step = lastStepBefore(journey, first.at, one => view.outcomeOf(one) !== 'refused');
      if (type === undefined || type === COMPLETED || step === undefined) return [];
      return [{ type, step, state: stateOf(first, journey.order) ?? '' }];
    }),
  );
  const shared = [...Map.groupBy(all, ({ type }) => type)].filter(([, own]) => {
    if (own.some(({ state }) => state === '')) return false;
    const usual = [...Map.groupBy(own, ({ step }) => step.event).values()].map(usualStates);
    const fitting = usual.reduce((sum, { count }) => sum + count, 0);
    return new Set(usual.map(({ states }) => states)).size > 1 && fitting >= MOSTLY * own.length;
  });
  return new Set(shared.map(([type]) => type));
});

/** The states that most steps of one kind bring, and how many events name one of them. */
function usualStates(events: readonly { readonly step: Step; readonly state: string }[]) {
  const steps = new Set(events.map(({ step }) => step)).size;
  const usual = [...Map.groupBy(events, ({ state }) => state)].filter(([, own]) => own.length * 2 > steps);
  return {
    states: usual
      .map(([state]) => state)
      .toSorted()
      .join(),
    count: usual.reduce((sum, [, own]) => sum + own.length, 0),
  };
}
