import { mentions } from '../core/attribution.ts';
import { SIMULATE_EVENTS, type SimulateEvent } from '../core/dialect.ts';
import type { Evidence, Journey } from '../core/evidence.ts';
import type { Live } from './live.ts';

/** What the first journeys told about how to drive the others. */
export interface Meeting {
  /** Whether any delivery came at all. */
  readonly heard: boolean;
  /** How many events each step caused. */
  readonly eventsPerStep: ReadonlyMap<SimulateEvent, number>;
  /** True where none of a step's events names the order, so that journeys have to run one after another. */
  readonly serial: boolean;
}

/** Looks back on the first journeys, each of which ran alone; `live` must already have its reading. */
export function lookBack(evidence: Evidence, live: Live): Meeting {
  const eventsPerStep = new Map<SimulateEvent, number>();
  let serial = false;
  for (const journey of evidence.journeys) {
    for (const event of SIMULATE_EVENTS) {
      const events = eventsOfStep(journey, event, live);
      if (events === undefined) continue;
      eventsPerStep.set(event, Math.max(1, events.count, eventsPerStep.get(event) ?? 0));
      if (events.count > 0 && events.naming === 0) serial = true;
    }
  }
  return { heard: evidence.journeys.some(({ order }) => live.of(order).length > 0), eventsPerStep, serial };
}

/** How many new events came between a step and the next, and how many of them name the order. */
function eventsOfStep(
  journey: Journey,
  event: SimulateEvent,
  live: Live,
): { readonly count: number; readonly naming: number } | undefined {
  const index = journey.steps.findIndex(step => step.event === event);
  const step = journey.steps[index];
  if (step === undefined) return undefined;
  const until = journey.steps[index + 1]?.at ?? Number.POSITIVE_INFINITY;
  const deliveries = live.of(journey.order);
  const earlier = new Set(deliveries.filter(({ delivery }) => delivery.at < step.at).map(({ key }) => key));
  const fresh = deliveries.filter(
    ({ delivery, key }) => delivery.at >= step.at && delivery.at < until && !earlier.has(key),
  );
  const order = new Set([journey.order]);
  const naming = fresh.filter(({ delivery }) => mentions(delivery, order).length > 0);
  return { count: new Set(fresh.map(({ key }) => key)).size, naming: naming.length };
}
