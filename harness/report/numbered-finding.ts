import type { Finding } from '../checks/judge.ts';
import { asText, diffOf } from './diff.ts';
import { list, times } from './wording.ts';

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

/** How many pieces of evidence of a finding are shown; summary.json has them all. */
export const MOST_EVIDENCE = 20;

/** A finding as lines of plain text, for formats that hold nothing else. */
export function describeFinding({ finding, requirements }: NumberedFinding): string {
  const { severity, message, likely, next, line, count, check, evidence } = finding;
  return [
    message,
    ...diffOf(finding).map(asText),
    `requirement: ${requirements.join(', ')}`,
    likely !== undefined && `likely cause: ${likely}`,
    next !== undefined && `next: ${next}`,
    line !== undefined && `contract: openapi/service.yaml, line ${line}`,
    `${severity}, seen ${times(count)} by ${check}`,
    `evidence: ${list(evidence, MOST_EVIDENCE)}`,
  ]
    .filter(part => part !== false)
    .join('\n');
}
