import { oncePerObject } from '../../base/once.ts';
import { plural } from '../../base/plural.ts';
import type { Section } from '../blocks.ts';
import * as block from '../blocks.ts';
import { comparisonBlocks } from '../describe-comparison.ts';
import { lifecycleSection } from '../lifecycle.ts';
import { factsSection } from '../observed-gaps.ts';
import type { RunIndex } from '../run-index.ts';
import { duration } from '../wording.ts';
import { caveatsSection } from './caveats.ts';
import { findingsSection } from './findings.ts';
import { journeysSection } from './journeys.ts';
import { requirementsSection } from './requirements.ts';

/** The latency of webhooks. The fact `webhook.retry-schedule` has the delays of redeliveries. */
function deliveriesSection({ summary: { latency = [] } }: RunIndex): Section | undefined {
  if (latency.length === 0) return undefined;
  const rows = latency.map(({ type, count, median, p95, max }) => [
    [block.code(type), ' ', block.small(plural(count, 'webhook'))],
    ...[median, p95, max].map(duration),
  ]);
  const blocks = [
    block.lead('From the simulate call that caused an event to the first arrival of its webhook.'),
    block.table(['Event', 'Median', '95 %', 'Maximum'], rows, 'numbers'),
  ];
  return { id: 'deliveries', title: 'Deliveries', blocks };
}

/** What is new, known and gone since the baseline. It links new breaches to the findings. */
function baselineSection({ compared, findings }: RunIndex): Section | undefined {
  const blocks = compared && comparisonBlocks(compared, findings);
  return blocks && { id: 'baseline', title: 'Since the baseline', short: 'Baseline', blocks };
}

/** The other sections in order. A section is `undefined` if a run has nothing for it. */
const OTHERS: readonly ((index: RunIndex) => Section | undefined)[] = [
  baselineSection,
  journeysSection,
  deliveriesSection,
  requirementsSection,
  lifecycleSection,
  factsSection,
];

/**
 * Every section of report.html (with its navigation) and report.md, in order. Caveats come first, except in a
 * nonconformant run: a breach stands despite them.
 */
export const sectionsOf = oncePerObject((index: RunIndex): readonly Section[] => {
  const isBroken = index.summary.verdict === 'nonconformant';
  const first = isBroken ? [findingsSection, caveatsSection] : [caveatsSection, findingsSection];
  return [...first, ...OTHERS].flatMap(section => section(index) ?? []);
});
