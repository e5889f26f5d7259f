import type { Change, Drift } from '../facts/drift.ts';
import type { Comparison } from './baseline.ts';
import { cut, plural, seen } from './in-words.ts';
import { code, prose } from './markdown-text.ts';
import { visibleLine } from './visible.ts';

/** Changes and unexercised facts that are told one by one: a comment on a pull request holds 65,536 characters. */
const MOST_TOLD = 150;

/** Changes that are told in a terminal. */
const MOST_LINES = 60;

/** Drift for a terminal. */
export function driftAsText(drift: Drift): string {
  const lines = drift.changes
    .slice(0, MOST_LINES)
    .map(
      change => `  ${sign(change)} ${change.kind.padEnd(12)}${subject(change)}: ${cut(visibleLine(change.what), 300)}`,
    );
  return [
    headline(drift),
    `  ${visibleLine(drift.old)} → ${visibleLine(drift.new)}`,
    ...(lines.length > 0 ? ['', ...lines] : []),
    ...(drift.changes.length > MOST_LINES
      ? [`  … and ${drift.changes.length - MOST_LINES} more (--json lists them)`]
      : []),
    ...(drift.notExercised.length > 0
      ? [
          '',
          `  ${plural(drift.notExercised.length, 'fact')} not exercised this time, of which nothing is said (--json lists them)`,
        ]
      : []),
    '',
  ].join('\n');
}

/** What is new, known and gone since a baseline, for a terminal. */
export function comparisonAsText({ drift, findings }: Comparison): string {
  const told = driftAsText(drift);
  if (findings === undefined) return told;
  const gone = findings.gone.map(({ requirement, message }) => `  gone      ${requirement}: ${message}`);
  const fresh = findings.new.map(({ requirement, message }) => `  new       ${requirement}: ${message}`);
  const known = findings.known.map(
    finding => `  known     ${finding.requirement}: ${finding.message} (${seen(finding)})`,
  );
  return `${told}
FINDINGS  ${findings.new.length} new, ${findings.known.length} known, ${findings.gone.length} gone since the baseline
${[...fresh, ...known, ...gone].map(line => `${visibleLine(line)}\n`).join('')}`;
}

/** Drift for a pull request: what breaks a consumer first, and the rest folded away. */
export function driftAsMarkdown(drift: Drift): string {
  const breaking = drift.changes.filter(change => change.breaking);
  const others = drift.changes.filter(change => !change.breaking && !change.preview);
  const preview = drift.changes.filter(change => !change.breaking && change.preview);
  return `${[
    `## ${prose(headline(drift))}`,
    `From ${code(drift.old)} to ${code(drift.new)}.`,
    ...(breaking.length > 0 ? ['### What a consumer can feel', bullets(breaking)] : []),
    ...folded('What no consumer need feel', others),
    ...folded('Preview routes, which may change', preview),
    ...(drift.notExercised.length > 0
      ? [
          `<details><summary>Not exercised this time (${drift.notExercised.length}): nothing is said about them</summary>`,
          drift.notExercised
            .slice(0, MOST_TOLD)
            .map(fact => `- ${code(subject(fact))}: ${prose(fact.why)}`)
            .join('\n'),
          '</details>',
        ]
      : []),
  ].join('\n\n')}\n`;
}

function headline({ changes, breaking, same, notExercised }: Drift): string {
  const number = changes.filter(change => change.breaking).length;
  const rest = changes.length - number;
  if (breaking)
    return `DRIFT  ${plural(number, 'change')} that a consumer can feel${rest > 0 ? `, ${rest} beside` : ''}`;
  if (rest > 0) return `NO ALARM  ${plural(rest, 'change')} that no consumer need feel`;
  if (same === 0 && notExercised.length > 0) return 'NOTHING TO COMPARE  no fact was seen both times';
  return `NO DRIFT  ${plural(same, 'fact')} as before`;
}

function sign(change: Change): string {
  return change.breaking ? '✗' : '·';
}

function subject({ gap, condition }: Pick<Change, 'gap' | 'condition'>): string {
  return visibleLine(condition === undefined ? gap : `${gap} (${condition})`);
}

function folded(title: string, changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return [];
  return [`<details><summary>${title} (${changes.length})</summary>`, bullets(changes), '</details>'];
}

function bullets(changes: readonly Change[]): string {
  const told = changes.slice(0, MOST_TOLD).map(change => {
    const promise = change.confirmed === undefined ? '' : ` Confirmed before: ${prose(change.confirmed)}.`;
    return `- **${change.kind}** ${code(subject(change))}: ${prose(cut(change.what, 400))}${promise}`;
  });
  const left = changes.length - told.length;
  return [...told, ...(left > 0 ? [`- … and ${left} more`] : [])].join('\n');
}
