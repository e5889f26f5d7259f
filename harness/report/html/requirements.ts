import { requirements } from '../../contract/requirements.ts';
import { type Markup, markup } from '../markup.ts';
import type { RequirementStatus } from '../requirement-status.ts';
import type { RunIndex } from '../run-index.ts';
import { anchor } from './anchor.ts';
import { badges } from './badge.ts';

/** How the statuses of requirements look, the most urgent first: a symbol, words, a tone. */
export const STATUSES = [
  { status: 'violated', symbol: '✗', words: 'violated', tone: 'bad' },
  { status: 'not-exercised', symbol: '◐', words: 'not exercised', tone: 'warn' },
  { status: 'verified', symbol: '✓', words: 'verified', tone: 'good' },
  { status: 'not-testable', symbol: '–', words: 'not testable', tone: 'calm' },
] as const satisfies readonly { readonly status: RequirementStatus['status']; readonly [more: string]: string }[];

/** A longer table of what was not exercised stays closed: one missing setting explains it all. */
const MOST_OPEN = 12;

/** Every requirement of the specification with what is known of it, in a table per status. */
export function requirementsSection(index: RunIndex): Markup {
  const { requirements: all } = index.summary;
  return markup`<section aria-labelledby="requirements"><h2 id="requirements">Requirements <span class="count">${all.length}</span></h2>
<p class="lead">Every statement of the specification, and what this run knows of it.</p>
${STATUSES.map(({ status, symbol, words, tone }) => {
  const rows = all.filter(requirement => requirement.status === status);
  return (
    rows.length > 0 &&
    markup`<details class="group"${(status === 'violated' || (status === 'not-exercised' && rows.length <= MOST_OPEN)) && markup` open`}><summary><b class="${tone}">${symbol} ${words}</b> <span class="small">${rows.length}</span></summary>
<div class="scroll"><table><thead><tr><th scope="col">Requirement</th><th scope="col">What must hold</th><th scope="col">${status === 'verified' ? 'Seen to hold' : 'Why'}</th><th scope="col">Judged by</th></tr></thead>
<tbody>${rows.map(row => requirementRow(row, index))}</tbody></table></div></details>
`
  );
})}</section>
`;
}

function requirementRow({ id, status, reason, passed, checks }: RequirementStatus, index: RunIndex): Markup {
  const { section, text, inferred, binds } = requirements().get(id) ?? {};
  const findings = index.findings.filter(numbered => numbered.requirements.includes(id));
  return markup`<tr id="requirement-${anchor(id)}"><th scope="row"><code>${id}</code><br><span class="small">${section}</span></th><td>${text}${inferred && markup` <span class="small">(our reading)</span>`}</td><td>${
    status === 'verified' ? `${passed}×` : reason
  }${badges(findings)}</td><td>${
    checks.length > 0
      ? checks.map(check => markup`<a href="#check-${anchor(check)}"><code>${check}</code></a><br>`)
      : markup`<span class="small">${binds === 'consumer' ? 'gate, for an SDK' : 'no check'}</span>`
  }</td></tr>
`;
}
