import { plural } from '../base/plural.ts';
import type { Change } from '../facts/drift.ts';
import type { LifecycleDrift } from '../facts/lifecycle/machines.ts';
import type { EarlierFinding } from '../settings/file-schemas.ts';
import type { Block, Blocks, Line } from './blocks.ts';
import * as block from './blocks.ts';
import { type Comparison, newBreaches } from './comparison.ts';
import { otherTransitions, outputInWords } from './lifecycle.ts';
import { nameOf } from './observed-gaps.ts';
import { printMarkdown } from './print-markdown.ts';
import type { NumberedFinding } from './run-index.ts';
import { cut, moment } from './wording.ts';

/** What changed since a baseline, as Markdown. */
export function comparisonAsMarkdown(comparison: Comparison): string {
  return `${printMarkdown(comparisonBlocks(comparison)).join('\n\n')}\n`;
}

/** What changed since a baseline, on one line. */
export function headline({ drift, findings, lifecycle, breaking }: Comparison): string {
  const { changes, same, notExercised } = drift;
  const breaches = newBreaches(findings).length;
  const breakingChanges = changes.filter(change => change.breaking).length;
  const rest = changes.length - breakingChanges;
  const others = [
    ...(rest > 0 ? [plural(rest, 'other change')] : []),
    ...(findings
      ? [`findings: ${findings.new.length} new, ${findings.known.length} known, ${findings.gone.length} gone`]
      : []),
  ];
  if (breaking)
    return `DRIFT  ${[
      ...(breaches > 0 ? [plural(breaches, 'new breach')] : []),
      ...(breakingChanges > 0 ? [plural(breakingChanges, 'breaking change')] : []),
      ...(lifecycle ? [plural(1 + lifecycle.others, 'changed step')] : []),
      ...others,
    ].join(', ')}`;
  if (rest > 0) return `NO BREAKING CHANGE  ${others.join(', ')}`;
  if (same === 0 && notExercised.length > 0) return 'NOTHING TO COMPARE  no fact was observed both times';
  return `NO DRIFT  ${[`${plural(same, 'fact')} as before`, ...others].join(', ')}`;
}

/** The shortest sequence of steps that distinguishes two lifecycles. Only the last one differs. */
function stepsApart({ before, event, old, new: now }: LifecycleDrift): readonly Line[] {
  return [
    ...before.map(step => [block.code(step.event), `: ${outputInWords(step)}`]),
    [block.code(event), ': ', block.strong(outputInWords(now), 'bad'), ` instead of ${outputInWords(old)}`],
  ];
}

/** The most lines of a list. A comment on a pull request holds 65,536 characters. */
const MOST_LINES = 150;

/**
 * What changed since a baseline: new breaches, then what breaks a consumer, and the rest folded.
 *
 * @param all the findings of the surrounding report; default: none
 */
export function comparisonBlocks(comparison: Comparison, all: readonly NumberedFinding[] = []): Blocks {
  const { findings, drift, lifecycle } = comparison;
  const lineOf = ({ id, requirement, message, severity, since }: EarlierFinding): Line => [
    ...[block.code(requirement), block.badges(all.filter(({ finding }) => finding.id === id)), `: ${message}`],
    ...[severity === 'advice' && ' (advice)', since !== undefined && `, since ${moment(since)}`],
  ];
  const changes = (isBreaking: boolean) =>
    drift.changes.filter(({ breaking }) => breaking === isBreaking).map(changeLine);
  return [
    block.lead(headline(comparison)),
    block.text(['From ', block.code(drift.old), ' to ', block.code(drift.new), '.']),
    findings && listFold('New', findings.new.map(lineOf), true),
    listFold('Breaking changes', changes(true), true),
    lifecycle && lifecycleFold(lifecycle),
    findings && [listFold('Known', findings.known.map(lineOf)), listFold('Gone', findings.gone.map(lineOf))],
    listFold('Other changes', changes(false)),
    listFold(
      'Not exercised this time',
      drift.notExercised.map(fact => [block.code(nameOf(fact)), `: ${fact.why}`]),
    ),
  ];
}

function changeLine(change: Change): Line {
  const { kind, breaking, what } = change;
  return [block.strong(kind, breaking ? 'bad' : 'calm'), ' ', block.code(nameOf(change)), `: ${cut(what, 400)}`];
}

function listFold(title: string, lines: readonly Line[], open = false): Block | false {
  const blocks = [block.list(lines, { most: MOST_LINES })];
  return lines.length > 0 && block.fold(block.strong(title), blocks, { count: lines.length, open });
}

function lifecycleFold(drift: LifecycleDrift): Block {
  const blocks = [
    block.text('The shortest sequence of steps with a different answer:'),
    block.list(stepsApart(drift)),
    ...otherTransitions(drift).map(line => block.text(line)),
  ];
  return block.fold(block.strong('The lifecycle'), blocks, { open: true });
}
