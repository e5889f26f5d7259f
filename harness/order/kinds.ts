import { countsOf } from '../core/counts.ts';
import { COMPLETED } from '../core/dialect.ts';
import type { Delivery } from '../core/evidence.ts';
import { jsonOf } from '../core/json.ts';
import { oncePerObject } from '../core/once.ts';
import type { View } from '../core/view.ts';
import { lastStepBefore } from '../core/windows.ts';
import { LIMITS } from './limits.ts';
import { stateIn } from './order-state.ts';

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
  const taken = view.evidence.journeys.flatMap(({ steps }) => {
    const accepted = steps.filter(step => view.outcomeOf(step) === 'accepted').map(({ event }) => event);
    return [...new Set(accepted)];
  });
  const steps = countsOf(taken);
  const all = view.evidence.journeys.flatMap(journey =>
    view.eventsOf(journey).flatMap(({ type, deliveries: [first] }) => {
      const step = lastStepBefore(journey, first.at, one => view.outcomeOf(one) !== 'refused');
      if (type === undefined || type === COMPLETED || step === undefined) return [];
      return [{ type, step: step.event, state: stateOf(first, journey.order) ?? '' }];
    }),
  );
  const shared = [...Map.groupBy(all, ({ type }) => type)].filter(([, own]) => {
    if (own.some(({ state }) => state === '')) return false;
    const usual = [...Map.groupBy(own, ({ step }) => step)].map(([step, events]) => {
      const states = [...Map.groupBy(events, ({ state }) => state)];
      return states.filter(([, same]) => same.length * 2 > (steps.get(step) ?? 0));
    });
    const fitting = usual.flat().reduce((sum, [, same]) => sum + same.length, 0);
    const sets = new Set(
      usual.map(states =>
        states
          .map(([state]) => state)
          .toSorted()
          .join(),
      ),
    );
    sets.delete('');
    return sets.size > 1 && fitting >= LIMITS.mostly * own.length;
  });
  return new Set(shared.map(([type]) => type));
});
