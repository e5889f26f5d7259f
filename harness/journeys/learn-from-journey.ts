import type { Evidence, Journey } from '../core/evidence.ts';
import type { SimulateEvent } from '../core/lifecycle.ts';
import { mentions } from '../core/mentions.ts';
import type { DeliveryTracker } from './delivery-tracker.ts';

/** What a step of a journey caused. */
export interface StepSeen {
  /** How many events came between it and the next call. */
  readonly events: number;
  /** False where events came, and none of them names the order. */
  readonly named: boolean;
}

/** Looks back on a journey that was alone: what the first step of each kind caused. */
export function learnFromJourney(
  { exchanges, journeys }: Evidence,
  id: string,
  tracker: DeliveryTracker,
): ReadonlyMap<SimulateEvent, StepSeen> {
  const seen = new Map<SimulateEvent, StepSeen>();
  const journey = journeys.find(known => known.id === id);
  const calls = exchanges.flatMap(({ journey: of, sentAt }) => (of === id ? [sentAt] : []));
  for (const { event, at } of journey?.steps ?? [])
    if (journey && !seen.has(event))
      seen.set(
        event,
        between(
          journey,
          tracker,
          at,
          calls.find(call => call > at),
        ),
      );
  return seen;
}

function between({ order }: Journey, tracker: DeliveryTracker, from: number, to = Number.POSITIVE_INFINITY): StepSeen {
  const deliveries = tracker.of(order);
  const earlier = new Set(deliveries.filter(({ delivery }) => delivery.at < from).map(({ key }) => key));
  const fresh = deliveries.filter(({ delivery, key }) => delivery.at >= from && delivery.at < to && !earlier.has(key));
  const own = new Set([order]);
  return {
    events: new Set(fresh.map(({ key }) => key)).size,
    named: fresh.length === 0 || fresh.some(({ delivery }) => mentions(delivery, own).length > 0),
  };
}
