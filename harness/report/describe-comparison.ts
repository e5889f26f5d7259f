import { plural } from '../base/plural.ts';
import type { Change } from '../facts/drift.ts';
import type { EarlierFinding } from '../settings/file-schemas.ts';
import { text } from './blocks.ts';
import type { Compared } from './compared.ts';
import { type Comparison, newBreaches } from './comparison.ts';
import { changeInWords, comparisonBlocks } from './comparison-blocks.ts';
import { nameOf } from './describe-fact.ts';
import { lifecycleDriftAsText } from './describe-lifecycle-drift.ts';
import { code } from './line.ts';
import { prose } from './markdown-text.ts';
import { printMarkdown } from './print-markdown.ts';
import { visibleLine } from './visible.ts';
import { cut, seen } from './wording.ts';

/** Changes that are listed in a terminal. */
const MOST_LINES = 60;

/** A line about a finding or a change: what became of it, what it is about, and what is said of it. */
interface Line {
  readonly kind: string;
  readonly subject: string;
  readonly what: string;
  readonly breaking: boolean;
}

/**
 * What changed since a baseline, for a terminal: what breaks a consumer first, new breaches before everything.
 *
 * @param most changes that are listed; default: 60  @param rest what lists the others
 */
export function comparisonAsText(comparison: Comparison, most = MOST_LINES, rest = '--json'): string {
  const { drift, findings } = comparison;
  const found = findingLines(comparison);
  const changes = drift.changes.map(changeLine);
  const more = changes.length - most;
  const unseen = plural(drift.notExercised.length, 'fact');
  return [
    headline(comparison),
    `  ${visibleLine(drift.old)} → ${visibleLine(drift.new)}`,
    ...(findings ? ['', findingsHeadline(findings), ...found.map(asText)] : []),
    ...(changes.length > 0 ? ['', ...(findings ? ['FACTS'] : []), ...changes.slice(0, most).map(asText)] : []),
    ...(more > 0 ? [`  … and ${more} more (${rest} lists them)`] : []),
    ...(comparison.lifecycle ? ['', lifecycleDriftAsText(comparison.lifecycle).trimEnd()] : []),
    ...(drift.notExercised.length > 0
      ? ['', `  ${unseen} not exercised this time, so not compared (${rest} lists them)`]
      : []),
    '',
  ].join('\n');
}

/** What changed since a baseline, for a pull request: what breaks a consumer first, and the rest folded away. */
export function comparisonAsMarkdown(compared: Compared): string {
  const { drift } = compared.comparison;
  const blocks = [text(['From ', code(drift.old), ' to ', code(drift.new), '.']), comparisonBlocks(compared)];
  return `${[`## ${prose(headline(compared.comparison))}`, ...printMarkdown(blocks)].join('\n\n')}\n`;
}

function headline({ drift, findings, lifecycle, breaking }: Comparison): string {
  const { changes, same, notExercised } = drift;
  const breaches = newBreaches(findings).length;
  const breakingChanges = changes.filter(change => change.breaking).length;
  const rest = changes.length - breakingChanges;
  if (breaking)
    return `DRIFT  ${[
      ...(breaches > 0 ? [plural(breaches, 'new breach')] : []),
      ...(breakingChanges > 0 ? [plural(breakingChanges, 'breaking change')] : []),
      ...(lifecycle ? [plural(1 + lifecycle.others, 'changed step')] : []),
      ...(rest > 0 ? [plural(rest, 'other change')] : []),
    ].join(', ')}`;
  if (rest > 0) return `NO BREAKING CHANGE  ${plural(rest, 'other change')}`;
  if (same === 0 && notExercised.length > 0) return 'NOTHING TO COMPARE  no fact was observed both times';
  return `NO DRIFT  ${plural(same, 'fact')} as before`;
}

function findingsHeadline({ new: fresh, known, gone }: NonNullable<Comparison['findings']>): string {
  return `FINDINGS  ${fresh.length} new, ${known.length} known, ${gone.length} gone since the baseline`;
}

function findingLines({ findings }: Comparison): readonly Line[] {
  if (findings === undefined) return [];
  const line = (kind: string, { requirement, message, severity }: EarlierFinding, note = ''): Line => {
    return { kind, subject: requirement, what: `${message}${note}`, breaking: kind === 'new' && severity === 'breach' };
  };
  return [
    ...findings.new.map(finding => line('new', finding, finding.severity === 'breach' ? '' : ' (advice)')),
    ...findings.known.map(finding => line('known', finding, ` (${seen(finding)})`)),
    ...findings.gone.map(finding => line('gone', finding)),
  ];
}

function changeLine(change: Change): Line {
  return { kind: change.kind, subject: nameOf(change), what: changeInWords(change), breaking: change.breaking };
}

function asText({ kind, subject, what, breaking }: Line): string {
  return `  ${breaking ? '✗' : '·'} ${kind.padEnd(12)}${visibleLine(subject)}: ${cut(visibleLine(what), 300)}`;
}
