import { mentions } from '../core/attribution.ts';
import { SIMULATE_EVENTS, type SimulateEvent } from '../core/dialect.ts';
import type { Evidence } from '../core/evidence.ts';
import type { Live } from './live.ts';

/** What the first journey told about how to drive the others. */
export interface Meeting {
  /** Whether any delivery came at all. */
  readonly heard: boolean;
  /** How many events each step caused. */
  readonly eventsPerStep: ReadonlyMap<SimulateEvent, number>;
  /** True where some events name no order, so that journeys have to run one after another. */
  readonly serial: boolean;
}

/** Looks back on the first journey, which ran alone; `live` must already have its reading. */
export function lookBack(evidence: Evidence, live: Live): Meeting {
  const [journey] = evidence.journeys;
  const eventsPerStep = new Map<SimulateEvent, number>();
  if (journey === undefined) return { heard: false, eventsPerStep, serial: false };
  const deliveries = live.of(journey.order);
  for (const event of SIMULATE_EVENTS) {
    const index = journey.steps.findIndex(step => step.event === event);
    const step = journey.steps[index];
    if (step === undefined) continue;
    const until = journey.steps[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const earlier = new Set(deliveries.filter(({ delivery }) => delivery.at < step.at).map(({ key }) => key));
    const during = deliveries
      .filter(({ delivery }) => delivery.at >= step.at && delivery.at < until)
      .map(({ key }) => key);
    eventsPerStep.set(event, Math.max(1, new Set(during.filter(key => !earlier.has(key))).size));
  }
  const order = new Set([journey.order]);
  const serial = deliveries.some(({ delivery }) => mentions(delivery, order).length === 0);
  return { heard: deliveries.length > 0, eventsPerStep, serial };
}
