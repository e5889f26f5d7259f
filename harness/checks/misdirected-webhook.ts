import { type Causality, type StepSeen, typesOfSteps } from '../core/causality.ts';
import type { Delivery, Journey } from '../core/evidence.ts';
import type { SimulateEvent } from '../core/lifecycle.ts';
import { mentions } from '../core/mentions.ts';
import { oncePerObject } from '../core/once.ts';
import type { EventSeen, View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';

/**
 * A webhook that the missing one may have become. It came in the meantime about an order that was never taken; or it is
 * of the step's type, about an order that cannot account for it; or it came in the meantime about an order that had
 * taken no step. What usually comes about an order counts as neither. Where no step of this kind ever got its webhook,
 * any webhook counts, about an order of which nothing was asked yet, or that was let go before.
 */
export function misdirected(view: View, found: Causality, missing: StepSeen): string | undefined {
  const { surplus, causes } = found;
  const types = typesOfSteps(found)(missing.step.event);
  const since = missing.step.at;
  const until = missing.wait?.to ?? since;
  const events = types.size > 0 ? surplus : view.evidence.journeys.flatMap(journey => view.eventsOf(journey));
  const untaken = view.untaken.find(({ at }) => at >= since && at <= until);
  if (untaken) return untaken.id;
  const ofProbes = new Set(causes.flatMap(({ event, moment }) => (moment?.call ? [event] : [])));
  const elsewhere = events.filter(
    event => event.journey !== missing.journey && arrivalOf(event) >= since && !ofProbes.has(event),
  );
  if (types.size === 0) {
    const called = ({ id }: Journey, before: number) =>
      (firstCalls(view).get(id) ?? Number.POSITIVE_INFINITY) <= before;
    const idle = ({ journey, deliveries: [{ at }] }: EventSeen) =>
      at <= until && ((journey.to ?? until) < since || !called(journey, at));
    return elsewhere.find(idle)?.deliveries[0].id;
  }
  const typed = elsewhere.find(
    ({ type, journey }) => type !== undefined && types.has(type) && tooMany(view, journey, type, missing.step.event),
  );
  const early = elsewhere.find(
    ({ journey, deliveries: [{ at }] }) => at <= until && at < (journey.steps[0]?.at ?? Number.POSITIVE_INFINITY),
  );
  return (typed ?? early)?.deliveries[0].id;
}

/** By journey: when its first call was sent. */
const firstCalls = oncePerObject((view: View): ReadonlyMap<string | undefined, number> => {
  const byJourney = Map.groupBy(view.evidence.exchanges, ({ journey }) => journey);
  return new Map([...byJourney].map(([id, calls]) => [id, Math.min(...calls.map(({ sentAt }) => sentAt))]));
});

/** Whether a journey has more events of a type than most that took the step; one that did not take it has too many. */
function tooMany(view: View, journey: Journey, type: string, step: SimulateEvent): boolean {
  const countIn = (other: Journey) => view.eventsOf(other).filter(event => event.type === type).length;
  const took = view.evidence.journeys.filter(({ steps }) => steps.some(({ event }) => event === step));
  if (!took.includes(journey)) return true;
  const counts = took.map(countIn).sort((a, b) => a - b);
  return countIn(journey) > (counts[Math.floor(counts.length / 2)] ?? 0);
}

/** A delivery after a step that names its order in another letter case only. */
export function inOtherCase(view: View, { step, journey }: StepSeen): string | undefined {
  return inOtherCases(view)
    .get(journey.order.toLowerCase())
    ?.find(({ at }) => at >= step.at)?.id;
}

/** A delivery with its body in lower case. */
const loweredOf = oncePerObject(({ headers, body }: Delivery) => {
  const text = body.text?.toLowerCase();
  return { headers, body: { ...body, ...(text !== undefined && { text }) } };
});

/** By order in lower case: the deliveries that name it in another letter case only. Each delivery is read once. */
const inOtherCases = oncePerObject((view: View): ReadonlyMap<string, readonly Delivery[]> => {
  const orders = new Set(view.evidence.journeys.map(({ order }) => order));
  const lower = new Set([...orders].map(order => order.toLowerCase()));
  const named = view.evidence.deliveries.flatMap(delivery => {
    if (!delivery.ours) return [];
    const exact = new Set(mentions(delivery, orders).map(({ order }) => order.toLowerCase()));
    const others = new Set(mentions(loweredOf(delivery), lower).map(({ order }) => order)).difference(exact);
    return [...others].map(order => ({ order, delivery }));
  });
  const byOrder = Map.groupBy(named, ({ order }) => order);
  return new Map([...byOrder].map(([order, own]) => [order, own.map(({ delivery }) => delivery)]));
});
