import { plural } from '../../base/plural.ts';
import { code, inCard, lead, type Section, small, table } from '../blocks.ts';
import type { RunIndex } from '../run-index.ts';
import { duration } from '../wording.ts';

/** The latency of webhooks. The fact `webhook.retry-schedule` has the delays of redeliveries. */
export function deliveriesSection({ summary: { latency = [] } }: RunIndex): Section | undefined {
  if (latency.length === 0) return undefined;
  const rows = latency.map(({ type, count, median, p95, max }) => [
    [code(type), ' ', small(plural(count, 'webhook'))],
    ...[median, p95, max].map(duration),
  ]);
  const blocks = [
    lead('From the simulate call that caused an event to the first arrival of its webhook.'),
    inCard(table(['Event', 'Median', '95 %', 'Maximum'], rows, 'numbers')),
  ];
  return { id: 'deliveries', title: 'Deliveries', blocks };
}
