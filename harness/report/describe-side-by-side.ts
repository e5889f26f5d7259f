import { code, prose } from './markdown-text.ts';
import type { RowOfTwo, SideBySide } from './side-by-side.ts';
import { visibleLine } from './visible.ts';
import { cut } from './wording.ts';

/** Characters of a column in a terminal. */
const WIDTH = 46;
/** Rows that are told: what comes long after the first difference tells little. */
const MOST_ROWS = 40;

/** Two journeys side by side, for a terminal: `≠` at the first difference, `◄` where the finding shows. */
export function sideBySideAsText({ finding, scenario, before, now, rows, first }: SideBySide): string {
  const line = (mark: string, left: string, right: string, found = false) =>
    `  ${mark} ${cell(left)}  ${cell(right).trimEnd()}${found ? '  ◄' : ''}`;
  return `${[
    `FIRST DIVERGENCE  ${visibleLine(`${scenario}: ${finding.requirement}: ${finding.message}`)}`,
    '',
    line(' ', `before: ${before.id}`, `now: ${now.id}`),
    ...told(rows).map((row, at) => line(at === first ? '≠' : ' ', row.before ?? '', row.now ?? '', row.found)),
    ...rest(rows, first).map(text => `  ${text}`),
  ].join('\n')}\n`;
}

/** Two journeys side by side, for a pull request. */
export function sideBySideAsMarkdown({ finding, scenario, before, now, rows, first }: SideBySide): string {
  const row = ({ before: left = '', now: right = '', found }: RowOfTwo, at: number) =>
    `| ${at === first ? '≠' : ''} | ${prose(left)} | ${prose(right)}${found ? ' ◄' : ''} |`;
  return `${[
    '### The first divergence',
    `${code(finding.requirement)}: ${prose(finding.message)}, in a journey of ${code(scenario)}.`,
    [`| | before: ${code(before.id)} | now: ${code(now.id)} |`, '| --- | --- | --- |', ...told(rows).map(row)].join(
      '\n',
    ),
    ...rest(rows, first),
  ].join('\n\n')}\n`;
}

function told(rows: readonly RowOfTwo[]): readonly RowOfTwo[] {
  return rows.slice(0, MOST_ROWS);
}

function rest(rows: readonly RowOfTwo[], first: number | undefined): readonly string[] {
  return [
    ...(rows.length > MOST_ROWS ? [`… and ${rows.length - MOST_ROWS} more`] : []),
    ...(first === undefined ? ['The same happened in the same order: what differs is what was said (◄).'] : []),
  ];
}

function cell(text: string): string {
  return cut(visibleLine(text), WIDTH - 1).padEnd(WIDTH);
}
