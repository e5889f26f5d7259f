import type { RunIndex } from '../run-index.ts';
import { baselineSection } from './baseline.ts';
import { caveatsSection } from './caveats.ts';
import { checksSection } from './checks.ts';
import { coverageSection } from './coverage.ts';
import { deliveriesSection } from './deliveries.ts';
import { dialectSection } from './dialect.ts';
import { factsSection } from './facts.ts';
import { findingsSection } from './findings.ts';
import { journeysSection } from './journeys.ts';
import { lifecycleSection } from './lifecycle.ts';
import { methodsSection } from './methods.ts';
import { mutationScoreSection } from './mutation-score.ts';
import { requirementsSection } from './requirements.ts';
import type { Section, ShownSection } from './section.ts';

const OTHERS: readonly Section[] = [
  baselineSection,
  journeysSection,
  methodsSection,
  deliveriesSection,
  requirementsSection,
  checksSection,
  coverageSection,
  mutationScoreSection,
  dialectSection,
  lifecycleSection,
  factsSection,
];

/**
 * Every section of report.html (with its navigation) and report.md, in order. What a run does not show comes before
 * findings that are none; a breach stands whatever was not shown.
 */
export function sectionsOf(index: RunIndex): readonly ShownSection[] {
  const isBroken = index.summary.verdict === 'nonconformant';
  const first = isBroken ? [findingsSection, caveatsSection] : [caveatsSection, findingsSection];
  return [...first, ...OTHERS].flatMap(section => section(index) ?? []);
}
