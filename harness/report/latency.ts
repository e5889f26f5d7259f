import type { View } from '../evidence/view.ts';
import { causesIn } from '../order/causes.ts';

/** The latency of the webhooks of one type: from the causing call to the first arrival, in milliseconds. */
export interface Latency {
  readonly type: string;
  /** How many webhooks there were. */
  readonly count: number;
  readonly median: number;
  /** The 95th percentile, by nearest rank. */
  readonly p95: number;
  readonly max: number;
}

/** The latency of each event type, the slowest median first. */
export function latencies(view: View): readonly Latency[] {
  const delays = causesIn(view).causes.flatMap(({ event: { type = 'of no readable type', deliveries }, call }) => {
    const [first] = deliveries;
    return first && call ? [{ type, ms: Math.max(0, first.at - call.at) }] : [];
  });
  return [...Map.groupBy(delays, ({ type }) => type)]
    .map(([type, own]) => {
      const sorted = own.map(({ ms }) => ms).sort((a, b) => a - b);
      const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
      return { type, count: sorted.length, median: rank(0.5), p95: rank(0.95), max: rank(1) };
    })
    .sort((a, b) => b.median - a.median);
}
