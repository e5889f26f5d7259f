import { type Markup, markup } from '../markup.ts';
import type { Cell, Matrix } from '../matrix.ts';
import { cut } from '../wording.ts';

/** Characters of the name of a row that are shown. */
const LONGEST = 60;
const SYMBOLS = { seen: '', odd: '! ', open: '○', none: '' } as const;

/** A matrix whose cells open what they count. It scrolls by itself where the page is narrow. */
export function matrixTable({ title, lead, axes, columns, rows }: Matrix): Markup {
  const [down, across] = axes;
  const body = rows.map(
    ({ name, cells }) => markup`<tr><th scope="row"><code>${cut(name, LONGEST)}</code></th>${cells.map(cellOf)}</tr>
`,
  );
  const heads = columns.map(column => markup`<th scope="col"><code>${column}</code></th>`);
  return markup`<h3>${title}</h3>
<p class="small">${lead}</p>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="matrix"><thead><tr>
<th scope="col">${down} ↓ ${across} →</th>${heads}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}

function cellOf({ count, search, look, title }: Cell): Markup {
  const shown = `${SYMBOLS[look]}${count > 0 ? count : ''}`;
  if (count === 0) return markup`<td class="${look}"><span title="${title}">${shown}</span></td>`;
  const href = `#q=${encodeURIComponent(search)}`;
  return markup`<td class="${look}"><a href="${href}" aria-label="${title}" title="${title}">${shown}</a></td>`;
}
