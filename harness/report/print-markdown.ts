import { type Block, type Blocks, type Item, type Line, rowOf } from './blocks.ts';
import { asText } from './diff.ts';
import { markup } from './markup.ts';
import { printable, visibleLine } from './visible.ts';

/** Blocks as Markdown, for a pull request, an issue or a terminal. @param level the level of headings */
export function printMarkdown(blocks: Blocks, level = 3): readonly string[] {
  return blocks.flatMap(block => {
    if (!block) return [];
    return 'kind' in block ? printBlock(block, level) : printMarkdown(block, level);
  });
}

function printBlock(block: Block, level: number): readonly string[] {
  const headed = (title: string) => `${'#'.repeat(level)} ${title}`;
  switch (block.kind) {
    case 'text':
      return [markdownLine(block.line)].filter(line => line !== '');
    case 'heading':
      return [headed(markdownLine(block.line))];
    case 'list':
      return printList(block);
    case 'table':
      return printTable(block);
    case 'diff':
      return [fenced(block.lines.map(asText).join('\n'), 'diff')];
    case 'listing':
      return [fenced(block.text, block.language)];
    case 'terms':
      return [block.terms.map(({ name, blocks }) => bullet(`**${prose(name)}:**`, blocks)).join('\n')];
    case 'fold': {
      const { title, count, blocks, open } = block;
      const words = `${plainLine(title)}${count === undefined ? '' : ` (${plainLine(count)})`}`;
      const content = printMarkdown(blocks, level + 1);
      if (content.length === 0) return [];
      return open ? [headed(prose(words)), ...content] : [summary(words), ...content, '</details>'];
    }
    case 'card':
      return [
        headed(`${prose(block.number)}. ${prose(block.title)}`),
        markdownLine(block.kicker),
        ...printMarkdown(block.blocks, level + 1),
      ];
    case 'text-only':
      return printMarkdown(block.blocks, level);
    case 'page':
      return [];
  }
}

/** The start of a fold. Its content is HTML, in which Markdown recognises only mentions and issue numbers. */
function summary(words: string): string {
  const safe = String(markup`${words.replaceAll('\n', ' ')}`)
    .replace(/@(?=\w)/g, '&#64;')
    .replace(/#(?=\d+\b(?!;))/g, '&#35;');
  return `<details><summary>${safe}</summary>`;
}

/** A line as inline Markdown. */
function markdownLine(line: Line): string {
  return inWords(line, prose, code).trim();
}

/** A line as plain text. */
export function plainLine(line: Line): string {
  return inWords(
    line,
    own => own,
    own => own,
  ).trim();
}

function inWords(line: Line, words: (text: string) => string, value: (text: string) => string): string {
  const all = (own: Line) => inWords(own, words, value);
  if (line === undefined || line === false) return '';
  if (typeof line === 'number') return String(line);
  if (typeof line === 'string') return words(line);
  if (!('kind' in line)) return line.map(all).join('');
  switch (line.kind) {
    case 'code':
      return value(line.text);
    case 'quote':
      return `“${all(line.line)}”`;
    case 'page':
      return '';
    case 'stacked':
      return line.lines
        .map(all)
        .filter(own => own !== '')
        .join(' · ');
    case 'finding':
      return `(F${line.numbered.number})`;
    default:
      return all(line.line);
  }
}

function printList({
  items,
  most = items.length,
  of = items.length,
}: Extract<Block, { kind: 'list' }>): readonly string[] {
  const more = of - most;
  const shown = items.slice(0, most).map(item => printItem(item));
  const all = [...shown, ...(more > 0 ? [`- … and ${more} more`] : [])];
  return all.length > 0 ? [all.join('\n')] : [];
}

function printItem(item: Item): string {
  return typeof item === 'object' && 'below' in item
    ? bullet(markdownLine(item.line), item.below)
    : `- ${markdownLine(item)}`;
}

/** An item with its content: on one line if that is one paragraph or one item, otherwise indented. */
function bullet(words: string, below: Blocks): string {
  const content = printMarkdown(below);
  const [first = ''] = content;
  if (content.length === 1 && !first.includes('\n')) return `- ${words} ${first.replace(/^- /, '')}`;
  return [`- ${words}`, ...content.map(own => own.replace(/^(?=.)/gm, '  '))].join('\n');
}

function printTable({ head, rows }: Extract<Block, { kind: 'table' }>): readonly string[] {
  // A bar would end the cell.
  const codeCell = (text: string) => code(text).replaceAll('|', '\\|');
  const cells = rows.map(row => rowOf(row).cells.map(cell => inWords(cell, prose, codeCell).trim()));
  const isShown = (_: unknown, column: number) => cells.some(own => (own[column] ?? '') !== '');
  const shown = cells.map(own => own.filter(isShown));
  return shown.length > 0 ? [table(head.filter(isShown).map(prose), shown)] : [];
}

/**
 * A text as inline Markdown. Anything that GitHub treats as emphasis, a link, HTML, a formula, a mention or an issue
 * reference is escaped, and invisible characters are written out.
 */
export function prose(text: string): string {
  return visibleLine(text.replace(/\s*\n\s*/g, ' '))
    .replace(/[\\`*[\]<>|~$]/g, '\\$&')
    .replace(/&(?=[#a-z0-9]+;)/gi, '&amp;')
    .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\_')
    .replace(/@(?=\w)/g, '&#64;')
    .replace(/#(?=\d)/g, '&#35;');
}

/** A text as a code span, whatever backticks it contains. */
export function code(text: string): string {
  const line = visibleLine(text);
  if (line.trim() === '') return '` `';
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || / ^| $/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A table. Its cells are Markdown already. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

/** A text as a fenced block. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${printable(text)}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length));
}
