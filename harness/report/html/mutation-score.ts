import { type Markup, markup } from '../markup.ts';
import { mutationScoreSentence, unexposed } from '../mutation-score-in-words.ts';
import type { RunIndex } from '../run-index.ts';
import { anchor } from './anchor.ts';

/** How much the verdict is worth: what would have shown had it been there, and what would not. */
export function mutationScoreSection({ summary }: RunIndex): Markup {
  const hidden = unexposed(summary);
  return markup`<section aria-labelledby="mutation-score"><h2 id="mutation-score">Mutation score <span class="count">${summary.mutationScore.exposed} of ${summary.mutationScore.tried}</span></h2>
<p class="lead">${mutationScoreSentence(summary)}</p>
${
  hidden.length > 0 &&
  markup`<details class="group"><summary><b class="warn">◐ what it could not have shown</b> <span class="small">${hidden.length}</span></summary>
<div class="scroll"><table><thead><tr><th scope="col">Requirement</th><th scope="col">Breach put in</th></tr></thead>
<tbody>${hidden.map(({ requirement, what }) => markup`<tr><th scope="row"><a href="#requirement-${anchor(requirement)}"><code>${requirement}</code></a></th><td>${what}</td></tr>`)}</tbody></table></div></details>`
}</section>
`;
}
