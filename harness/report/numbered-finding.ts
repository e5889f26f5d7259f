import type { Finding } from '../checks/judge.ts';

/** A finding with its place in the report: what `F1` stands for, everywhere in it. */
export interface NumberedFinding {
  /** From 1, breaches before advice. */
  readonly number: number;
  readonly finding: Finding;
  /** Ids of all requirements that it breaks, the most telling first. */
  readonly requirements: readonly string[];
}

/** Numbers findings in the order of the summary. */
export function numberFindings(findings: readonly Finding[]): readonly NumberedFinding[] {
  return findings.map((finding, index) => ({
    number: index + 1,
    finding,
    requirements: [finding.requirement, ...(finding.also ?? [])],
  }));
}
