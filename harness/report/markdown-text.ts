import { printable, visibleLine } from './visible.ts';

/**
 * Text as running Markdown of one line: what GitHub would take for emphasis, links, HTML, formulas, mentions or
 * references to issues is escaped, and what cannot be seen is written out.
 */
export function prose(text: string): string {
  return visibleLine(text.replace(/\s*\n\s*/g, ' '))
    .replace(/[\\`*[\]<>|~$]/g, '\\$&')
    .replace(/&(?=[#a-z0-9]+;)/gi, '&amp;')
    .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\_')
    .replace(/@(?=\w)/g, '&#64;')
    .replace(/#(?=\d)/g, '&#35;');
}

/** Text as a code span of one line, whatever backticks it holds. Nothing in it is read as Markdown. */
export function code(text: string): string {
  const line = visibleLine(text);
  if (line.trim() === '') return '` `';
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || / ^| $/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A code span in a cell of a table, where a bar would end the cell. */
export function codeCell(text: string): string {
  return code(text).replaceAll('|', '\\|');
}

/** A table; its cells are Markdown already. @param rows without a head that differs in length */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

/** Text as a fenced block. */
export function block(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${printable(text)}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length));
}
