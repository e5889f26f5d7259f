import { type Gap, gaps } from '../../contract/gaps.ts';
import type { Fact } from '../../facts/fact.ts';
import { facts } from '../../facts/facts.ts';
import { basisInWords, valuesInWords } from '../fact-in-words.ts';
import { cut } from '../in-words.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { anchor } from './anchor.ts';

const LONGEST_VALUE = 120;
const MOST_EVIDENCE = 3;

/** What was seen where the specification is silent: one entry a gap, those that contradict themselves open. */
export function observedSection({ evidence, summary }: RunIndex): Markup {
  const found = Map.groupBy(facts(evidence, summary.dialect).facts, ({ gap }) => gap);
  const all = [...gaps().values()];
  const seen = all.filter(({ id }) => found.get(id)?.some(isSeen));
  const unseen = all.filter(gap => !seen.includes(gap));
  return markup`<section aria-labelledby="observed"><h2 id="observed">Observed <span class="count">${seen.length} of ${all.length}</span></h2>
<p class="lead">What was seen where the specification is silent. An observed value is never the list of the allowed ones; <code>n of m</code>: seen n times where it could have been seen m times.</p>
${seen.map(gap => gapEntry(gap, (found.get(gap.id) ?? []).filter(isSeen)))}
<details class="group"><summary><b class="calm">– unanswered</b> <span class="small">${unseen.length}</span></summary>
<div class="scroll"><table><thead><tr><th scope="col">Gap</th><th scope="col">Not said</th><th scope="col">Why not</th></tr></thead>
<tbody>${unseen.map(
    ({ id, text }) =>
      markup`<tr><th scope="row"><code>${id}</code></th><td>${text}</td><td>${found.get(id)?.[0]?.reason}</td></tr>
`,
  )}</tbody></table></div></details></section>
`;
}

function isSeen({ status }: Fact): boolean {
  return status !== 'unanswered';
}

function gapEntry({ id, text }: Gap, own: readonly Fact[]): Markup {
  const contradicted = own.some(({ status }) => status === 'contradicted');
  const conditions = own.some(({ condition }) => condition !== undefined);
  return markup`<details class="group" id="gap-${anchor(id)}"${contradicted && markup` open`}><summary>${contradicted && markup`<b class="bad">✗ contradicted</b> `}<code>${id}</code> <span class="small">${text}</span></summary>
<div class="scroll"><table><thead><tr>${conditions && markup`<th scope="col">When</th>`}<th scope="col">What</th><th scope="col">Seen</th><th scope="col">Evidence</th></tr></thead>
<tbody>${own.map(
    fact =>
      markup`<tr>${conditions && markup`<td>${fact.condition ?? 'always'}</td>`}<td>${values(fact)}</td><td>${basisInWords(fact)}</td><td>${links(fact)}</td></tr>
`,
  )}</tbody></table></div></details>
`;
}

function values(fact: Fact): readonly Markup[] {
  return valuesInWords(fact).map(
    (value, place) => markup`${place > 0 && ', '}<code>${cut(value, LONGEST_VALUE)}</code>`,
  );
}

function links({ evidence }: Fact): readonly Markup[] {
  return evidence
    .slice(0, MOST_EVIDENCE)
    .map((id, place) => markup`${place > 0 && ' '}<a href="#${anchor(id)}"><code>${id}</code></a>`);
}
