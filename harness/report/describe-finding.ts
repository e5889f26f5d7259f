import { againOf, nextOf } from './commands.ts';
import { asText, diffOf } from './diff.ts';
import { MOST_EVIDENCE, type NumberedFinding } from './numbered-finding.ts';
import { leadsTo } from './rank-findings.ts';
import type { RunIndex } from './run-index.ts';
import { list, times } from './wording.ts';

/** A finding as lines of plain text, for formats that hold nothing else. */
export function describeFinding(numbered: NumberedFinding, index: RunIndex): string {
  const { finding, requirements, hides, relation } = numbered;
  const { severity, message, likely, line, count, check, evidence, only } = finding;
  const [cost, next, again] = [leadsTo(finding), nextOf(numbered, index), againOf(numbered, index)];
  return [
    message,
    ...diffOf(finding).map(asText),
    relation !== undefined && `it ${relation}`,
    hides.length > 0 && `hides: ${hides.join(', ')}`,
    only !== undefined && `only: ${only}`,
    cost !== undefined && `leads to: ${cost}`,
    `requirement: ${requirements.join(', ')}`,
    likely !== undefined && `likely cause: ${likely}`,
    next !== undefined && `next: ${next}`,
    again !== undefined && `reproduce: ${again}`,
    line !== undefined && `contract: openapi/service.yaml, line ${line}`,
    `${severity}, seen ${times(count)} by ${check}`,
    `evidence: ${list(evidence, MOST_EVIDENCE)}`,
  ]
    .filter(part => part !== false)
    .join('\n');
}
