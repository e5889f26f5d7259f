import { type Child, type Markup, markup } from '../markup.ts';

/** A row of a table: the cell that names it, and the others; with an id where links lead to it. */
export interface TableRow {
  readonly id?: string;
  readonly cells: readonly Child[];
}

/** A table that stacks its cells where the page is narrow. The first cell of a row is its header. */
export function table(head: readonly string[], rows: readonly (TableRow | readonly Child[])[], look?: string): Markup {
  const body = rows.map(row => {
    const { id = undefined, cells } = 'cells' in row ? row : { cells: row };
    const [first, ...others] = cells;
    return markup`<tr${id !== undefined && markup` id="${id}"`}><th scope="row">${first}</th>${others.map(
      (cell, nth) => markup`<td data-of="${head[nth + 1]}">${cell}</td>`,
    )}</tr>
`;
  });
  const columns = head.map(cell => markup`<th scope="col">${cell}</th>`);
  const looks = look !== undefined && markup` class="${look}"`;
  return markup`<div class="scroll"><table${looks}><thead><tr>${columns}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}

/** Something that opens by a click. @param count how much is in it, beside the summary */
export function group(summary: Child, count: Child, content: Child, open = false): Markup {
  const number = count !== undefined && markup` <span class="small">${count}</span>`;
  return markup`<details class="group"${open && markup` open`}><summary>${summary}${number}</summary>
${content}</details>
`;
}
