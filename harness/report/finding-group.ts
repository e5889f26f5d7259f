import type { Finding } from '../checks/judge.ts';
import type { Summary } from './summary.ts';

/** One thing that is wrong, with every requirement that it breaks: what a reader takes for one finding. */
export interface FindingGroup {
  /** Its place in the report, from 1. */
  readonly number: number;
  readonly finding: Finding;
  /** Ids of all requirements that it breaks, the most telling first. */
  readonly requirements: readonly string[];
}

/**
 * Groups findings that one check drew from the same evidence: a signature that does not verify breaks
 * `signature.hmac` and `webhook.signed`, and is one thing to a reader. Order is kept, so breaches come before advice.
 */
export function groupFindings(findings: Summary['findings']): readonly FindingGroup[] {
  const groups = new Map<string, { finding: Finding; requirements: string[] }>();
  for (const finding of findings) {
    const { requirement, ...rest } = finding;
    const { check, severity, message, expected, received, count, evidence } = rest;
    const key = JSON.stringify([check, severity, message, expected, received, count, evidence]);
    const known = groups.get(key);
    if (known) known.requirements.push(requirement);
    else groups.set(key, { finding, requirements: [requirement] });
  }
  return [...groups.values()].map((group, index) => ({ number: index + 1, ...group }));
}
