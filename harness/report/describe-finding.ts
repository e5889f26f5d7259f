import type { NumberedFinding } from './numbered-finding.ts';
import { list, times } from './wording.ts';

/** How many pieces of evidence of a finding are shown; summary.json has them all. */
export const MOST_EVIDENCE = 20;

/** A finding as lines of plain text, for formats that hold nothing else. */
export function describeFinding({ finding, requirements }: NumberedFinding): string {
  const { severity, message, expected, received, likely, next, line, count, check, evidence } = finding;
  return [
    message,
    `expected: ${expected}`,
    `received: ${received}`,
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
