import { plural } from '../../base/plural.ts';
import { code, heading, inCard, lead, list, type Section, small, table } from '../blocks.ts';
import { delaysOf, distribution } from '../latency.ts';
import type { RunIndex } from '../run-index.ts';
import { duration } from '../wording.ts';

/** The most listed attempts. */
const MOST_TOLD = 12;

/** The latency of webhooks, and the delays of redeliveries. */
export function deliveriesSection({ view, summary: { latency = [] } }: RunIndex): Section | undefined {
  if (latency.length === 0) return undefined;
  const rows = latency.map(({ type, count, median, p95, max }) => [
    [code(type), ' ', small(plural(count, 'webhook'))],
    ...[median, p95, max].map(duration),
  ]);
  const again = gapsInWords(view);
  const blocks = [
    lead('From the simulate call that caused an event to the first arrival of its webhook.'),
    inCard(table(['Event', 'Median', '95 %', 'Maximum'], rows, 'numbers')),
    again.length > 0 && [heading('Redeliveries'), inCard(list(again, { look: 'small' }))],
  ];
  return { id: 'deliveries', title: 'Deliveries', blocks };
}

/** The delay of each attempt since the previous one. */
function gapsInWords(view: RunIndex['view']): readonly string[] {
  const delays = [...delaysOf(view).values()].filter(({ again }) => again > 0);
  const attempts = [...Map.groupBy(delays, ({ again }) => again)].sort(([one], [other]) => one - other);
  return attempts.slice(0, MOST_TOLD).map(([again, own]) => {
    const { count, least, median, max } = distribution(own.map(({ ms }) => ms));
    const range = count > 1 ? ` (${duration(least)} to ${duration(max)}, ${count} times)` : '';
    return `attempt ${again + 1} came ${duration(median)}${range} after the previous one`;
  });
}
