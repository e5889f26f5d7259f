import { plural } from '../base/plural.ts';
import type { Change } from '../facts/drift.ts';
import type { LifecycleDrift } from '../facts/lifecycle/compare-lifecycles.ts';
import type { EarlierFinding } from '../settings/file-schemas.ts';
import { type Block, type Blocks, badges, code, fold, type Line, lead, list, strong, table, text } from './blocks.ts';
import { type Comparison, newBreaches } from './comparison.ts';
import { otherTransitions, outputInWords } from './lifecycle.ts';
import { nameOf } from './observed-gaps.ts';
import { plainLine, printMarkdown, prose } from './print-markdown.ts';
import type { NumberedFinding } from './run-index.ts';
import { visibleLine } from './visible.ts';
import { cut, moment, seen } from './wording.ts';

/** The most listed findings, and the most listed changes of facts, in a terminal. */
const MOST_LISTED = 12;

/** @param kind what happened to the subject  @param what the description */
function lineOf(breaking: boolean, kind: string, subject: string, what: string): string {
  return `  ${breaking ? '✗' : '·'} ${kind.padEnd(12)}${visibleLine(subject)}: ${cut(visibleLine(what), 300)}`;
}

/**
 * What changed since a baseline, for a terminal. What breaks a consumer comes first, new breaches before all else.
 *
 * @param rest what lists all changes  @param most the most listed findings, and changes of facts
 */
export function comparisonAsText(comparison: Comparison, rest: string, most = MOST_LISTED): string {
  const { drift, findings, lifecycle } = comparison;
  const listed = (title: string, lines: readonly string[]) => [
    ...['', title, ...lines.slice(0, most)],
    ...(lines.length > most ? [`  … and ${lines.length - most} more; ${rest} lists all of it`] : []),
  ];
  const facts = changeLines(drift.changes);
  const unseen = drift.notExercised.length;
  return [
    headline(comparison),
    `  ${visibleLine(drift.old)} → ${visibleLine(drift.new)}`,
    ...(findings ? listed(`FINDINGS  ${countsOf(findings)} since the baseline`, findingLines(findings)) : []),
    ...(facts.length > 0 ? listed('FACTS', facts) : []),
    ...(lifecycle ? ['', ...lifecycleLines(lifecycle)] : []),
    ...(unseen > 0 ? ['', `  ${plural(unseen, 'fact')} not exercised this time, so not compared`] : []),
    '',
  ].join('\n');
}

/** What changed since a baseline, for a pull request. What breaks a consumer comes first; the rest is folded. */
export function comparisonAsMarkdown(comparison: Comparison): string {
  const { drift } = comparison;
  const blocks = [text(['From ', code(drift.old), ' to ', code(drift.new), '.']), comparisonBlocks(comparison)];
  return `${[`## ${prose(headline(comparison))}`, ...printMarkdown(blocks)].join('\n\n')}\n`;
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

function countsOf({ new: fresh, known, gone }: NonNullable<Comparison['findings']>): string {
  return `${fresh.length} new, ${known.length} known, ${gone.length} gone`;
}

function findingLines(findings: NonNullable<Comparison['findings']>): readonly string[] {
  const line = (kind: string, { requirement, message, severity }: EarlierFinding, note = '') =>
    lineOf(kind === 'new' && severity === 'breach', kind, requirement, `${message}${note}`);
  return [
    ...findings.new.map(finding => line('new', finding, finding.severity === 'breach' ? '' : ' (advice)')),
    ...findings.known.map(finding => line('known', finding, ` (${seen(finding)})`)),
    ...findings.gone.map(finding => line('gone', finding)),
  ];
}

function lifecycleLines(drift: LifecycleDrift): readonly string[] {
  const steps = stepsApart(drift).map(plainLine);
  return [
    'LIFECYCLE  the shortest sequence of steps with a different answer',
    '',
    ...steps.map((step, nth) => `${nth < steps.length - 1 ? '   ' : '  ≠'} ${step}`),
    ...otherTransitions(drift).map(line => `    ${line}`),
  ].map(visibleLine);
}

/** The shortest sequence of steps that distinguishes two lifecycles. Only the last one differs. */
function stepsApart({ before, event, old, new: now }: LifecycleDrift): readonly Line[] {
  return [
    ...before.map(step => [code(step.event), `: ${outputInWords(step)}`]),
    [code(event), ': ', strong(outputInWords(now), 'bad'), ` instead of ${outputInWords(old)}`],
  ];
}

/** One line for all changes of one kind and gap, breaking ones first. */
function changeLines(changes: readonly Change[]): readonly string[] {
  const sorted = changes.toSorted((a, b) => Number(b.breaking) - Number(a.breaking));
  const groups = Map.groupBy(sorted, ({ breaking, kind, gap }) => `${breaking} ${kind} ${gap}`);
  return [...groups.values()].flatMap(([change, ...more]) => {
    if (change === undefined) return [];
    const subject = `${nameOf(change)}${more.length > 0 ? ` and ${more.length} more` : ''}`;
    return lineOf(change.breaking, change.kind, subject, changeInWords(change));
  });
}

/** The most rows of a table. A comment on a pull request holds 65,536 characters. */
const MOST_ROWS = 150;

/**
 * What changed since a baseline: new breaches, then what breaks a consumer, and the rest folded.
 *
 * @param all the findings of the surrounding report; default: none
 */
export function comparisonBlocks(
  { findings, drift, lifecycle }: Comparison,
  all: readonly NumberedFinding[] = [],
): Blocks {
  const numbered = ({ id }: { readonly id: string }) => all.filter(({ finding }) => finding.id === id);
  const findingsFold = (title: string, own: readonly EarlierFinding[], open = false) => {
    const rows = own.map(one => [
      [code(one.requirement), badges(numbered(one))],
      `${one.message}${one.severity === 'advice' ? ' (advice)' : ''}`,
      one.since === undefined ? '–' : moment(one.since),
    ]);
    return rowsFold(title, ['Finding', 'Description', 'Since'], rows, open);
  };
  const changesFold = (title: string, own: readonly Change[]) => {
    const rows = own.map(change => [
      code(nameOf(change)),
      strong(change.kind, change.breaking ? 'bad' : 'calm'),
      changeInWords(change),
    ]);
    return rowsFold(title, ['Fact', 'Change', 'What'], rows, title === BREAKING);
  };
  const missing = drift.notExercised.map(fact => [code(nameOf(fact)), fact.why]);
  return [
    findings && [lead(`${countsOf(findings)}.`), findingsFold('New', findings.new, true)],
    changesFold(
      BREAKING,
      drift.changes.filter(({ breaking }) => breaking),
    ),
    lifecycle && lifecycleFold(lifecycle),
    findings && [findingsFold('Known', findings.known), findingsFold('Gone', findings.gone)],
    changesFold(
      'Other changes',
      drift.changes.filter(({ breaking }) => !breaking),
    ),
    rowsFold('Not exercised this time', ['Fact', 'Why'], missing),
  ];
}

const BREAKING = 'Breaking changes';

/** A change of a fact, and the answer that a person had confirmed. */
function changeInWords({ what, confirmed }: Change): string {
  return `${cut(what, 400)}${confirmed === undefined ? '' : ` (confirmed before: ${confirmed})`}`;
}

function rowsFold(
  title: string,
  head: readonly string[],
  rows: Parameters<typeof table>[1],
  open = false,
): Block | false {
  const more = rows.length - MOST_ROWS;
  const blocks = [table(head, rows.slice(0, MOST_ROWS)), more > 0 && text(`… and ${more} more`)];
  return rows.length > 0 && fold(strong(title), blocks, { count: rows.length, open });
}

function lifecycleFold(drift: LifecycleDrift): Block {
  const blocks = [
    text('The shortest sequence of steps with a different answer:'),
    list(stepsApart(drift)),
    ...otherTransitions(drift).map(line => text(line)),
  ];
  return fold(strong('The lifecycle'), blocks, { open: true });
}
