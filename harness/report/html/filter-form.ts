import { type Block, drawing } from '../blocks.ts';
import { markup } from '../markup.ts';

/**
 * A field that filters the rows of a section's tables by words; the page's script shows it. The words may stand in a
 * row or in the headings that it is under.
 *
 * @param entries what the rows are, in the plural: `facts`
 */
export function filterForm(id: string, entries: string, example: string): Block {
  return drawing(markup`<form class="search filter js" role="search" aria-label="${entries}" hidden>
<label for="filter-${id}">Filter</label>
<input type="search" id="filter-${id}" placeholder="${example}" autocomplete="off" spellcheck="false">
<p class="small" role="status" data-of="${entries}"></p></form>
`);
}
