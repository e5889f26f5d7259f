import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { anchor } from './anchor.ts';

/** Every check with the requirements that it judges: the other direction of the table of requirements. */
export function checksSection({ summary: { checks } }: RunIndex): Markup {
  return markup`<section aria-labelledby="checks"><h2 id="checks">Checks <span class="count">${checks.length}</span></h2>
<p class="lead">What judges, and which statement of the specification each check holds the target to.</p>
<details class="group"><summary><b>every check</b></summary>
<div class="scroll"><table><thead><tr><th scope="col">Check</th><th scope="col">What it holds</th><th scope="col">Judges</th></tr></thead>
<tbody>${checks.map(
    ({
      id,
      title,
      requirements,
    }) => markup`<tr id="check-${anchor(id)}"><th scope="row"><code>${id}</code></th><td>${title}</td><td>${requirements.map(
      ({ id: requirement, section }) =>
        markup`<a href="#requirement-${anchor(requirement)}"><code>${requirement}</code></a> <span class="small">${section}</span><br>`,
    )}</td></tr>
`,
  )}</tbody></table></div></details></section>
`;
}
