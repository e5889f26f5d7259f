import { type Block, type Blocks, type Item, type Line, list, rowOf } from '../blocks.ts';
import { asText, type DiffLine } from '../diff.ts';
import { type Markup, markup } from '../markup.ts';

/** Blocks as HTML. */
export function printHtml(blocks: Blocks): readonly Markup[] {
  return blocks.flatMap(block => {
    if (!block) return [];
    return 'kind' in block ? [printBlock(block)] : printHtml(block);
  });
}

function printBlock(block: Block): Markup {
  switch (block.kind) {
    case 'text':
      return markup`<p${attribute('class', block.look)}>${htmlLine(block.line)}</p>
`;
    case 'heading':
      return markup`<h3>${htmlLine(block.line)}</h3>
`;
    case 'list':
      return printList(block);
    case 'table':
      return printTable(block);
    case 'diff':
      return markup`<pre class="diff" tabindex="0">${block.lines.map(diffLine)}</pre>
`;
    case 'listing':
      return markup`<pre${attribute('class', block.look)} tabindex="0">${block.text}</pre>
`;
    case 'terms':
      return markup`<dl>
${block.terms.map(({ name, blocks }) => markup`<dt>${name}</dt><dd>${printHtml(blocks)}</dd>\n`)}</dl>
`;
    case 'fold':
      return printFold(block);
    case 'card':
      return printCard(block);
    case 'page':
      return markup`${printHtml(block.blocks)}`;
    case 'text-only':
      return markup``;
  }
}

/** A line as HTML. */
export function htmlLine(line: Line): Markup {
  if (line === undefined || line === false) return markup``;
  if (typeof line === 'string' || typeof line === 'number') return markup`${line}`;
  if (!('kind' in line)) return markup`${line.map(htmlLine)}`;
  switch (line.kind) {
    case 'code':
      return markup`<code>${line.text}</code>`;
    case 'strong':
      return markup`<b${attribute('class', line.tone)}>${htmlLine(line.line)}</b>`;
    case 'small':
      return markup`<span class="small">${htmlLine(line.line)}</span>`;
    case 'quote':
      return markup`<q>${htmlLine(line.line)}</q>`;
    case 'page':
      return htmlLine(line.line);
    case 'stacked':
      return markup`${line.lines
        .filter(one => one !== undefined && one !== false)
        .map((one, nth) => markup`${nth > 0 && markup`<br>`}${htmlLine(one)}`)}`;
    case 'link':
      return markup`<a href="#${line.to}">${htmlLine(line.line)}</a>`;
    case 'finding': {
      const { number, finding } = line.numbered;
      const look = markup`class="badge ${finding.severity}"`;
      return line.linked
        ? markup`<a ${look} href="#finding-${number}" title="${finding.message}">F${number}</a>`
        : markup`<span ${look}>F${number}</span>`;
    }
  }
}

function attribute(name: 'class' | 'id', value: string | undefined): Markup | false {
  return value !== undefined && markup` ${name}="${value}"`;
}

function printList({ items, look, most = items.length, of = items.length }: Extract<Block, { kind: 'list' }>): Markup {
  // A single remaining item takes no more room than a summary of it.
  const shown = items.length === most + 1 ? items : items.slice(0, most);
  const rest = items.slice(shown.length);
  const more =
    rest.length > 0 && markup`<details><summary>${of - shown.length} more</summary>${printBlock(list(rest))}</details>`;
  const own = shown.map(item => markup`<li>${printItem(item)}</li>`);
  return markup`${own.length > 0 && markup`<ul${attribute('class', look)}>${own}</ul>`}${more}
`;
}

function printItem(item: Item): Markup {
  return typeof item === 'object' && 'below' in item
    ? markup`${htmlLine(item.line)}${printHtml(item.below)}`
    : htmlLine(item);
}

/** A table that stacks its cells on a narrow page. The first cell of a row is its header. */
function printTable({ head, rows, look }: Extract<Block, { kind: 'table' }>): Markup {
  const body = rows.map(row => {
    const { id, cells } = rowOf(row);
    const [first, ...others] = cells;
    return markup`<tr${attribute('id', id)}><th scope="row">${htmlLine(first)}</th>${others.map(
      (cell, nth) => markup`<td data-of="${head[nth + 1]}">${htmlLine(cell)}</td>`,
    )}</tr>
`;
  });
  const columns = head.map(cell => markup`<th scope="col">${cell}</th>`);
  return markup`<div class="scroll"><table${attribute('class', look)}><thead><tr>${columns}</tr></thead>
<tbody>${body}</tbody></table></div>
`;
}

function printFold({ title, count, blocks, open, look = 'group', id }: Extract<Block, { kind: 'fold' }>): Markup {
  const number = count !== undefined && markup` <span class="small">${htmlLine(count)}</span>`;
  const attributes = [attribute('class', look), attribute('id', id)];
  return markup`<details${attributes}${open && markup` open`}><summary>${htmlLine(title)}${number}</summary>
${printHtml(blocks)}</details>
`;
}

function printCard({ id, look, kicker, title, blocks }: Extract<Block, { kind: 'card' }>): Markup {
  return markup`<article class="card ${look}" id="${id}" aria-labelledby="${id}-title">
<p class="kicker">${htmlLine(kicker)}</p>
<h3 id="${id}-title">${title}</h3>
${printHtml(blocks)}</article>
`;
}

/** A line of a diff, with removed and inserted text marked up for screen readers. */
function diffLine(line: DiffLine): Markup {
  const shown = `${asText(line)}\n`;
  if (line.sign === ' ') return markup`${shown}`;
  return line.sign === '-' ? markup`<del>${shown}</del>` : markup`<ins>${shown}</ins>`;
}
