import type { Evidence } from '../evidence/evidence.ts';
import { View } from '../evidence/view.ts';
import { learn } from '../facts/learn.ts';
import { type Lifecycle, lifecycleIn } from '../facts/lifecycle/lifecycle.ts';
import type { RunContext } from './run-context.ts';

/** More journeys show nothing new of the lifecycle: those that are driven for the load take the happy path. */
const MOST_JOURNEYS = 200;

/** The lifecycle of an order as the journeys show it that are over. */
export function lifecycleSoFar({ recorder, options, tracker }: RunContext): Lifecycle {
  const { evidence } = recorder;
  const journeys = evidence.journeys.filter(({ to }) => to !== undefined).slice(0, MOST_JOURNEYS);
  const ids = new Set(journeys.map(({ id }) => id));
  const orders = new Set(journeys.map(({ order }) => order));
  const seen: Evidence = {
    ...evidence,
    journeys,
    exchanges: evidence.exchanges.filter(({ journey }) => journey === undefined || ids.has(journey)),
    deliveries: evidence.deliveries.filter(delivery => orders.has(tracker.orderOf(delivery) ?? '')),
    waits: evidence.waits.filter(({ journey }) => ids.has(journey)),
  };
  return lifecycleIn(new View(seen, learn(seen, options.dialect).interpretations[0]));
}
