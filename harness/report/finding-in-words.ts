import { againOf, nextOf } from './commands.ts';
import { asText, diffOf } from './diff.ts';
import { leadsTo } from './rank-findings.ts';
import { MOST_EVIDENCE, type NumberedFinding, type RunIndex } from './run-index.ts';
import { list, seen } from './wording.ts';

/** What is known of a finding besides its message, its diff and its evidence: names and sentences, in one order. */
export function detailsOf(numbered: NumberedFinding, index: RunIndex): readonly (readonly [string, string])[] {
  const { finding, requirements, hides, relation } = numbered;
  const { severity, likely, line, check, only } = finding;
  const details: readonly (readonly [name: string, words: string | undefined | false])[] = [
    ['with another', relation !== undefined && `it ${relation}`],
    ['requirement', requirements.join(', ')],
    ['only', only],
    ['leads to', leadsTo(finding)],
    ['likely cause', likely],
    ['next', nextOf(numbered, index)],
    ['reproduce', againOf(numbered, index)],
    ['contract', line !== undefined && `openapi/service.yaml, line ${line}`],
    ['hides', hides.join(', ')],
    ['found by', `the check ${check}: ${severity}, ${seen(finding)}`],
  ];
  return details.flatMap(([name, words]) => (words ? [[name, words] as const] : []));
}

/** A finding as lines for other tools. */
export function describeFinding(numbered: NumberedFinding, index: RunIndex): string {
  const { finding } = numbered;
  return [
    finding.message,
    ...diffOf(finding).map(asText),
    ...detailsOf(numbered, index).map(([name, words]) => `${name}: ${words}`),
    `evidence: ${list(finding.evidence, MOST_EVIDENCE)}`,
  ].join('\n');
}
