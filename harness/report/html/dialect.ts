import { aspectsInWords } from '../dialect-in-words.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';

/** How the webhooks were read, and how that is known. */
export function dialectSection({ evidence: { run }, summary: { dialect } }: RunIndex): Markup {
  const other = dialect.interpretations.length - 1;
  return markup`<section aria-labelledby="dialect"><h2 id="dialect">The dialect</h2>
<p class="lead">${
    dialect.held
      ? 'The target was held to the dialect that was given.'
      : markup`<b>Learned tonight, not locked.</b> What the specification leaves open was read off the deliveries themselves; <code>learn</code> writes it down, <code>--dialect</code> holds a run to it.`
  }${other > 0 && ` ${other + 1} readings fit the evidence; a finding stands only where all of them agree.`}</p>
<div class="scroll"><table><thead><tr><th scope="col">Part</th><th scope="col">Read as</th><th scope="col">Known from</th></tr></thead>
<tbody>${aspectsInWords(dialect).map(
    ({ name, value, basis }) =>
      markup`<tr><th scope="row">${name}</th><td>${value.map((one, place) => markup`${place > 0 && ' or '}<code>${one}</code>`)}</td><td>${basis}</td></tr>
`,
  )}</tbody></table></div>${
    run.dialect &&
    markup`<details><summary>The dialect that was given</summary><pre tabindex="0">${JSON.stringify(run.dialect, null, 2)}</pre></details>`
  }</section>
`;
}
