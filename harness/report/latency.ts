import { oncePerObject } from '../base/once.ts';
import type { Delivery } from '../evidence/evidence.ts';
import type { ReceivedEvent, View } from '../evidence/view.ts';
import { causesIn } from '../order/causes.ts';

/** How long the webhooks of one type took, from the call that caused each to its first arrival. In milliseconds. */
export interface Latency {
  readonly type: string;
  /** In ascending order; never empty. */
  readonly values: readonly number[];
  readonly median: number;
  /** The value that 95 % of them are not above. */
  readonly p95: number;
  readonly max: number;
}

/** Latency by type of event, the slowest median first. */
export function latencies(view: View): readonly Latency[] {
  const first = [...delaysOf(view).values()].filter(({ again }) => again === 0);
  return [...Map.groupBy(first, ({ event }) => event.type ?? 'of no readable type')]
    .map(([type, delays]) => ({ type, ...distribution(delays.map(({ ms }) => Math.max(0, ms))) }))
    .sort((a, b) => b.median - a.median);
}

/** The same for a summary: how many there were, in place of each value. */
export function latenciesInShort(view: View) {
  return latencies(view).map(({ values, ...latency }) => ({ ...latency, count: values.length }));
}

/** Values in order, with their median, 95th percentile and maximum, each a value that occurs (nearest rank). */
export function distribution(all: readonly number[]): Omit<Latency, 'type'> {
  const values = all.toSorted((a, b) => a - b);
  const rank = (share: number) => values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;
  return { values, median: rank(0.5), p95: rank(0.95), max: rank(1) };
}

/** How long a delivery took, in milliseconds. */
interface Delay {
  /** Since the call that caused its event; of a redelivery, since the delivery before it. */
  readonly ms: number;
  /** How many deliveries of the same event came before it. */
  readonly again: number;
  readonly event: ReceivedEvent;
  readonly delivery: Delivery;
}

/** The delay of every delivery whose cause is known, by its id. */
export const delaysOf = oncePerObject((view: View): ReadonlyMap<string, Delay> => {
  const delays = causesIn(view).causes.flatMap(({ event, call }) =>
    event.deliveries.flatMap((delivery, again): readonly Delay[] => {
      const since = again === 0 ? call?.at : event.deliveries[again - 1]?.at;
      return since === undefined ? [] : [{ ms: delivery.at - since, again, event, delivery }];
    }),
  );
  return new Map(delays.map(delay => [delay.delivery.id, delay]));
});
