import { oncePerObject } from '../base/once.ts';
import type { Delivery } from '../evidence/evidence.ts';
import type { ReceivedEvent, View } from '../evidence/view.ts';
import { causesIn } from '../order/causes.ts';

/** The latency of the webhooks of one type: from the causing call to the first arrival, in milliseconds. */
export interface Latency {
  readonly type: string;
  /** How many webhooks there were. */
  readonly count: number;
  readonly median: number;
  /** The 95th percentile. */
  readonly p95: number;
  readonly max: number;
}

/** The latency of each event type, the slowest median first. */
export function latencies(view: View): readonly Latency[] {
  const first = [...delaysOf(view).values()].filter(({ again }) => again === 0);
  return [...Map.groupBy(first, ({ event }) => event.type ?? 'of no readable type')]
    .map(([type, delays]) => {
      const { least: _, ...latency } = distribution(delays.map(({ ms }) => Math.max(0, ms)));
      return { type, ...latency };
    })
    .sort((a, b) => b.median - a.median);
}

/** Sums up values: how many, the least, and the median, 95th percentile and maximum by nearest rank. */
export function distribution(all: readonly number[]) {
  const values = all.toSorted((a, b) => a - b);
  const rank = (share: number) => values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;
  return { count: values.length, least: rank(0), median: rank(0.5), p95: rank(0.95), max: rank(1) };
}

/** The delay of a delivery. */
interface Delay {
  /** In milliseconds since the call that caused its event; for a redelivery, since the previous delivery. */
  readonly ms: number;
  /** The number of earlier deliveries of the event. */
  readonly again: number;
  readonly event: ReceivedEvent;
  readonly delivery: Delivery;
}

/** The delay of every delivery with a known cause, by its id. */
export const delaysOf = oncePerObject((view: View): ReadonlyMap<string, Delay> => {
  const delays = causesIn(view).causes.flatMap(({ event, call }) =>
    event.deliveries.flatMap((delivery, again): readonly Delay[] => {
      const since = again === 0 ? call?.at : event.deliveries[again - 1]?.at;
      return since === undefined ? [] : [{ ms: delivery.at - since, again, event, delivery }];
    }),
  );
  return new Map(delays.map(delay => [delay.delivery.id, delay]));
});
