import { coverageSentence, coverageTables } from '../coverage-in-words.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';

/** How much of the contract the run really touched. */
export function coverageSection({ summary: { coverage } }: RunIndex): Markup {
  return markup`<section aria-labelledby="coverage"><h2 id="coverage">Coverage</h2>
<p class="lead">${coverageSentence(coverage)} What was never seen is no breach; nothing is known of it.</p>
${coverageTables(coverage).map(
  ({ title, head, rows }) => markup`<details class="group"><summary><b>${title}</b></summary>
<div class="scroll"><table><thead><tr>${head.map(cell => markup`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(([first, ...cells]) => markup`<tr><th scope="row">${first}</th>${cells.map(cell => markup`<td>${cell}</td>`)}</tr>`)}</tbody></table></div></details>
`,
)}</section>
`;
}
