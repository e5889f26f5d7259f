import { requirements } from '../../contract/requirements.ts';
import { curlOf } from '../curl.ts';
import { describeEvidence } from '../describe-evidence.ts';
import type { FindingGroup } from '../finding-group.ts';
import { cut, plural, times } from '../in-words.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { anchor } from './anchor.ts';

/** Findings, each with all that is needed to understand it and to see it again. */
export function findingsSection(index: RunIndex): Markup {
  const { findings } = index;
  return markup`<section aria-labelledby="findings"><h2 id="findings">Findings <span class="count">${findings.length}</span></h2>
${findings.length === 0 ? markup`<p class="lead">None: nothing that was observed breaks a requirement.</p>` : findings.map(group => findingCard(group, index))}</section>
`;
}

function findingCard(group: FindingGroup, index: RunIndex): Markup {
  const { number, finding } = group;
  const { severity, message, expected, received, likely, next, count, line, check } = finding;
  const breach = severity === 'breach';
  return markup`<article class="card finding ${severity}" id="finding-${number}" aria-labelledby="title-${number}">
<p class="kicker"><span class="badge ${severity}">F${number}</span> <b class="${breach ? 'bad' : 'warn'}">${breach ? '✗ breach' : '△ advice'}</b> seen ${times(count)} by check <code>${check}</code></p>
<h3 id="title-${number}">${message}</h3>
<dl>
<dt>Expected</dt><dd><code>${cut(expected, 600)}</code></dd>
<dt>Received</dt><dd><code>${cut(received, 600)}</code></dd>
<dt>${group.requirements.length === 1 ? 'Requirement' : 'Requirements'}</dt>${group.requirements.map(requirementRow)}
${likely !== undefined && markup`<dt>Likeliest cause</dt><dd>${likely}</dd>`}
${next !== undefined && markup`<dt>Next step</dt><dd>${next}</dd>`}
${line !== undefined && markup`<dt>Contract</dt><dd><code>openapi/service.yaml</code>, line ${line}</dd>`}
<dt>Evidence</dt>${evidenceRow(group, index)}
</dl>
${requestBlock(group, index)}</article>
`;
}

function requirementRow(id: string): Markup {
  const requirement = requirements().get(id);
  return markup`<dd><a href="#requirement-${anchor(id)}"><code>${id}</code></a>${
    requirement && markup` <span class="small">${requirement.section}</span><br>${requirement.text}`
  }</dd>`;
}

function evidenceRow({ finding }: FindingGroup, index: RunIndex): Markup {
  const { evidence, count } = finding;
  const [first, ...more] = evidence.map(
    id => markup`<li><a href="#${anchor(id)}"><code>${id}</code></a> ${describeEvidence(id, index)}</li>`,
  );
  const rest = count > evidence.length && ` (of ${plural(count, 'sighting')}, these are kept)`;
  return markup`<dd><ul>${first}</ul>${
    more.length > 0 && markup`<details><summary>${more.length} more${rest}</summary><ul>${more}</ul></details>`
  }</dd>`;
}

function requestBlock(group: FindingGroup, index: RunIndex): Markup | undefined {
  const request = index.requestOf(group);
  if (request === undefined) return undefined;
  const { exchange, shown } = request;
  return markup`<details class="curl"><summary>${shown ? 'The request' : 'The step before it'} as cURL (<code>${exchange.id}</code>)</summary>
<pre class="copy" tabindex="0">${curlOf(exchange)}</pre>
<p class="small">Secrets come from your environment${exchange.request.body?.altered && '; names and account numbers in the body are pseudonyms, put the real ones in'}.</p></details>
`;
}
