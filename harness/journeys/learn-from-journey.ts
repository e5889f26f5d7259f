import { isOk } from '../core/answered.ts';
import type { Evidence } from '../core/evidence.ts';
import type { SimulateEvent } from '../core/lifecycle.ts';
import { mentions } from '../core/mentions.ts';
import { windowsOf } from '../core/windows.ts';
import type { DeliveryTracker } from './delivery-tracker.ts';
import type { EventsOfStep } from './usual-events.ts';

/** What a step of a journey caused: the events that came between it and the next call. */
export interface StepSeen extends EventsOfStep {
  /** False where an event came that does not name the order. */
  readonly named: boolean;
}

/**
 * What the first accepted step of each event caused, in a journey that had the exclusive section. A step that was sent
 * while the webhook of the one before it was still to come shows nothing, nor does any after it.
 */
export function learnFromJourney(
  { exchanges, journeys, waits }: Evidence,
  id: string,
  tracker: DeliveryTracker,
): ReadonlyMap<SimulateEvent, StepSeen> {
  const seen = new Map<SimulateEvent, StepSeen>();
  const journey = journeys.find(known => known.id === id);
  if (journey === undefined) return seen;
  const own = exchanges.filter(({ journey: of }) => of === id);
  const calls = own.map(({ id: exchange, sentAt: at }) => ({ exchange, at }));
  const accepted = new Set(own.flatMap(({ id: exchange, response }) => (isOk(response?.status ?? 0) ? exchange : [])));
  const events = [...Map.groupBy(tracker.of(journey.order), ({ key }) => key).values()];
  const windows = windowsOf(calls, events, ([first]) => first?.delivery.at ?? 0);
  const arrivalsAfter = (exchange: string) =>
    windows.find(({ moment }) => moment?.exchange === exchange)?.arrivals ?? [];
  const orders = new Set([journey.order]);
  let before: string | undefined;
  for (const { event, exchange, at } of journey.steps) {
    const isToCome = (since: string) =>
      !arrivalsAfter(since).length && !waits.some(one => one.since === since && one.to <= at);
    if (before !== undefined && isToCome(before)) break;
    // What comes after a call that was refused, or lost on its way, says nothing about its step.
    if (!accepted.has(exchange)) continue;
    before = exchange;
    if (seen.has(event)) continue;
    const arrivals = arrivalsAfter(exchange);
    const named = arrivals.every(same => same.some(({ delivery }) => mentions(delivery, orders).length > 0));
    const types = arrivals.flatMap(([first]) => first?.type ?? []);
    seen.set(event, { events: arrivals.length, types, named });
  }
  return seen;
}
