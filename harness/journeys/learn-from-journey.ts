import type { SimulateEvent } from '../contract/lifecycle.ts';
import { isOk } from '../evidence/answered.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { mentions } from '../evidence/mentions.ts';
import { windowsOf } from '../evidence/windows.ts';
import type { DeliveryTracker } from './delivery-tracker.ts';
import type { EventsOfStep } from './usual-events.ts';

/** What a journey showed that had the exclusive section. */
export interface JourneyLearned {
  /** What came before its first call. */
  readonly before: EventsOfStep;
  /** What the first accepted step of each event caused: the events that came between it and the next call. */
  readonly steps: ReadonlyMap<SimulateEvent, EventsOfStep>;
  /** The events that the service refused, and after which nothing came. */
  readonly refused: ReadonlySet<SimulateEvent>;
}

/**
 * What a journey shows of its steps. A step that was sent while the webhook of the one before it was still to come
 * shows nothing, nor does any after it.
 */
export function learnFromJourney(
  { exchanges, journeys, waits }: Evidence,
  id: string,
  tracker: DeliveryTracker,
): JourneyLearned {
  const steps = new Map<SimulateEvent, EventsOfStep>();
  const refused = new Set<SimulateEvent>();
  const journey = journeys.find(known => known.id === id);
  if (journey === undefined) return { before: { named: [], nameless: [] }, steps, refused };
  const own = exchanges.filter(({ journey: of }) => of === id);
  const calls = own.map(({ id: exchange, sentAt: at }) => ({ exchange, at }));
  const accepted = new Set(own.flatMap(({ id: exchange, response }) => (isOk(response?.status ?? 0) ? exchange : [])));
  const events = [...Map.groupBy(tracker.of(journey.order), ({ key }) => key).values()];
  const windows = windowsOf(calls, events, ([first]) => first?.delivery.at ?? 0);
  const orders = new Set([journey.order]);
  const after = (exchange?: string): EventsOfStep => {
    const arrivals = windows.find(({ moment }) => moment?.exchange === exchange)?.arrivals ?? [];
    const isNamed = (same: (typeof events)[number]) =>
      same.some(({ delivery }) => mentions(delivery, orders).length > 0);
    const [named, nameless] = [true, false].map(names =>
      arrivals.filter(same => isNamed(same) === names).map(([first]) => first?.type ?? ''),
    );
    return { named: named ?? [], nameless: nameless ?? [] };
  };
  let last: string | undefined;
  for (const { event, exchange, at } of journey.steps) {
    const isSilent = (since: string) => after(since).named.length + after(since).nameless.length === 0;
    const isToCome = (since: string) => isSilent(since) && !waits.some(one => one.since === since && one.to <= at);
    if (last !== undefined && isToCome(last)) break;
    // What comes after a call that was refused, or lost on its way, says nothing about its step.
    if (!accepted.has(exchange)) {
      if (isSilent(exchange)) refused.add(event);
      continue;
    }
    last = exchange;
    if (!steps.has(event)) steps.set(event, after(exchange));
  }
  return { before: after(), steps, refused };
}
