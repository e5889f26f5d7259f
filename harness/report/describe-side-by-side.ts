import type { SideBySide } from './compared.ts';
import { visibleLine } from './visible.ts';
import { cut } from './wording.ts';

/** Characters of a column in a terminal. */
const WIDTH = 46;
/** Rows that are shown: what comes long after the first difference says little. */
const MOST_ROWS = 40;

/** Two journeys side by side, for a terminal: `≠` at the first difference, `◄` where the finding shows. */
export function sideBySideAsText(both: SideBySide): string {
  const { finding, scenario, before, now } = both;
  const title = visibleLine(`${scenario}: ${finding.requirement}: ${finding.message}`);
  const head = { mark: ' ', before: `before: ${before.id}`, now: `now: ${now.id}`, found: '' };
  const lines = [head, ...shown(both)].map(
    row => `  ${row.mark} ${cell(row.before)}  ${cell(row.now).trimEnd()}${row.found && `  ${row.found}`}`,
  );
  return `${[`FIRST DIVERGENCE  ${title}`, '', ...lines, ...notes(both).map(note => `  ${note}`)].join('\n')}\n`;
}

function shown({ rows, first }: SideBySide) {
  return rows.slice(0, MOST_ROWS).map(({ before = '', now = '', found }, at) => ({
    ...{ before, now, mark: at === first ? '≠' : ' ', found: found ? '◄' : '' },
  }));
}

function notes({ rows, first }: SideBySide): readonly string[] {
  return [
    ...(rows.length > MOST_ROWS ? [`… and ${rows.length - MOST_ROWS} more`] : []),
    ...(first === undefined ? ['Both show the same sequence; the messages differ at ◄.'] : []),
  ];
}

function cell(text: string): string {
  return cut(visibleLine(text), WIDTH - 1).padEnd(WIDTH);
}
