import { COMPLETED } from '../core/dialect.ts';
import { oncePerObject } from '../core/once.ts';
import type { View } from '../core/view.ts';

/** How many events of one type a step may cause. */
const MOST_OF_STEP = 2;

/**
 * Types of which one journey has more events than its steps can cause. They come when orders are made, and name none,
 * so that those of all orders are taken for the journey that is alone then.
 */
export const madeWithOrders = oncePerObject((view: View): ReadonlySet<string> => {
  const types = view.evidence.journeys.flatMap(journey => {
    const byType = Map.groupBy(view.eventsOf(journey), ({ type }) => type);
    const most = MOST_OF_STEP * (journey.steps.length + 1);
    return [...byType].flatMap(([type, own]) => (type !== undefined && own.length > most ? [type] : []));
  });
  return new Set(types.filter(type => type !== COMPLETED));
});
