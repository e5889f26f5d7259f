import type { Delivery, Exchange, Journey, Trouble, Wait } from '../evidence/evidence.ts';
import type { RunIndex } from './run-index.ts';

/** Something that happened on a journey, in milliseconds since the epoch; `shows`: the message whose findings show. */
export type JourneyMoment = { readonly at: number; readonly shows?: string } & (
  | { readonly kind: 'call' | 'answer'; readonly exchange: Exchange }
  /** A delivery; `again` counts the deliveries of the same event before it. */
  | { readonly kind: 'delivery'; readonly delivery: Delivery; readonly again: number }
  /** The receiver's answer, where it is not an immediate 2xx. */
  | { readonly kind: 'refusal'; readonly delivery: Delivery }
  /** Something due that did not come. */
  | { readonly kind: 'missed'; readonly wait: Wait }
  | { readonly kind: 'trouble'; readonly trouble: Trouble }
);

/** What happened on a journey, in order: its calls and their answers, its deliveries, what was missed, and trouble. */
export function timelineOf(journey: Journey, index: RunIndex): readonly JourneyMoment[] {
  const { waits, troubles } = index.evidence;
  const moments: JourneyMoment[] = [];
  for (const exchange of index.exchangesOf(journey)) {
    moments.push({ kind: 'call', at: exchange.sentAt, exchange });
    moments.push({ kind: 'answer', at: exchange.endedAt, exchange, shows: exchange.id });
  }
  for (const delivery of index.deliveriesOf(journey)) {
    const { at, answer } = delivery;
    moments.push({ kind: 'delivery', at, delivery, again: index.attemptsBefore(delivery).length, shows: delivery.id });
    if (answer.refused || answer.kind !== 'status') moments.push({ kind: 'refusal', at, delivery });
  }
  for (const wait of waits) {
    if (wait.journey === journey.id && wait.kind !== 'quiet' && wait.outcome !== 'came')
      moments.push({ kind: 'missed', at: wait.to, wait });
  }
  const to = journey.to ?? index.view.until;
  for (const trouble of troubles) {
    if (trouble.from <= to && trouble.to >= journey.from)
      moments.push({ kind: 'trouble', at: Math.max(trouble.from, journey.from), trouble });
  }
  return moments.sort((a, b) => a.at - b.at);
}
