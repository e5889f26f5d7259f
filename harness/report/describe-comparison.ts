import { plural } from '../base/plural.ts';
import type { Change } from '../facts/drift.ts';
import type { EarlierFinding } from '../settings/file-schemas.ts';
import { text } from './blocks.ts';
import { type Compared, type Comparison, newBreaches } from './comparison.ts';
import { changeInWords, comparisonBlocks } from './comparison-blocks.ts';
import { nameOf } from './describe-fact.ts';
import { lifecycleDriftAsText } from './describe-lifecycle-drift.ts';
import { code } from './line.ts';
import { prose } from './markdown-text.ts';
import { printMarkdown } from './print-markdown.ts';
import { visibleLine } from './visible.ts';
import { cut, seen } from './wording.ts';

/** Lines of a comparison in a terminal, and how many of them say neither of a finding nor of a change what it is. */
const MOST_LINES = 20;
const HEADINGS = 8;

/** A line about a finding or a change: what became of it, what it is about, and what is said of it. */
interface ComparisonLine {
  readonly about: 'finding' | 'fact';
  readonly kind: string;
  readonly subject: string;
  readonly what: string;
  readonly breaking: boolean;
}

/**
 * What changed since a baseline, for a terminal: new breaches first. What breaks a consumer is listed before all else.
 *
 * @param rest what lists all of it  @param most findings and changes that are listed, where there is room for more
 */
export function comparisonAsText(comparison: Comparison, rest: string, most = MOST_LINES): string {
  const { drift, findings, lifecycle } = comparison;
  const all = [...findingLines(comparison), ...changeLines(drift.changes)];
  const unseen = drift.notExercised.length;
  const tail = [
    ...(lifecycle ? ['', ...lifecycleDriftAsText(lifecycle).trimEnd().split('\n')] : []),
    ...(unseen > 0 ? ['', `  ${plural(unseen, 'fact')} not exercised this time, so not compared`] : []),
  ];
  const room = Math.max(1, Math.min(most, MOST_LINES - HEADINGS - tail.length));
  const listed = new Set(all.toSorted((a, b) => Number(b.breaking) - Number(a.breaking)).slice(0, room));
  const linesOf = (about: ComparisonLine['about']) =>
    all.filter(line => line.about === about && listed.has(line)).map(asText);
  const facts = linesOf('fact');
  const more = all.length - listed.size;
  return [
    headline(comparison),
    `  ${visibleLine(drift.old)} → ${visibleLine(drift.new)}`,
    ...(findings ? ['', findingsHeadline(findings), ...linesOf('finding')] : []),
    ...(facts.length > 0 ? ['', ...(findings ? ['FACTS'] : []), ...facts] : []),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...tail,
    ...(more + unseen > 0 ? [`  ${rest} lists all of it`] : []),
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

function findingLines({ findings }: Comparison): readonly ComparisonLine[] {
  if (findings === undefined) return [];
  const line = (kind: string, { requirement, message, severity }: EarlierFinding, note = ''): ComparisonLine => {
    const breaking = kind === 'new' && severity === 'breach';
    return { about: 'finding', kind, subject: requirement, what: `${message}${note}`, breaking };
  };
  return [
    ...findings.new.map(finding => line('new', finding, finding.severity === 'breach' ? '' : ' (advice)')),
    ...findings.known.map(finding => line('known', finding, ` (${seen(finding)})`)),
    ...findings.gone.map(finding => line('gone', finding)),
  ];
}

/** The changes of one kind and gap in one line. */
function changeLines(changes: readonly Change[]): readonly ComparisonLine[] {
  const groups = Map.groupBy(changes, ({ breaking, kind, gap }) => `${breaking} ${kind} ${gap}`);
  return [...groups.values()].flatMap(([change, ...more]) => {
    if (change === undefined) return [];
    const subject = `${nameOf(change)}${more.length > 0 ? ` and ${more.length} more` : ''}`;
    return { about: 'fact', kind: change.kind, subject, what: changeInWords(change), breaking: change.breaking };
  });
}

function asText({ kind, subject, what, breaking }: ComparisonLine): string {
  return `  ${breaking ? '✗' : '·'} ${kind.padEnd(12)}${visibleLine(subject)}: ${cut(visibleLine(what), 300)}`;
}
