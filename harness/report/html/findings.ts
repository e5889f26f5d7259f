import { requirements } from '../../contract/requirements.ts';
import { curlOf } from '../curl.ts';
import { describeEvidence } from '../describe-evidence.ts';
import { cut, plural, seen } from '../in-words.ts';
import { type Markup, markup } from '../markup.ts';
import type { NumberedFinding } from '../numbered-finding.ts';
import type { RunIndex } from '../run-index.ts';
import { anchor } from './anchor.ts';

/** Findings, each with all that is needed to understand it and to see it again. */
export function findingsSection(index: RunIndex): Markup {
  const { findings } = index;
  return markup`<section aria-labelledby="findings"><h2 id="findings">Findings <span class="count">${findings.length}</span></h2>
${findings.length === 0 ? markup`<p class="lead">None: nothing that was observed breaks a requirement.</p>` : findings.map(numbered => findingCard(numbered, index))}</section>
`;
}

function findingCard(numbered: NumberedFinding, index: RunIndex): Markup {
  const { number, finding } = numbered;
  const { severity, message, expected, received, likely, next, line, check } = finding;
  const breach = severity === 'breach';
  return markup`<article class="card finding ${severity}" id="finding-${number}" aria-labelledby="title-${number}">
<p class="kicker"><span class="badge ${severity}">F${number}</span> <b class="${breach ? 'bad' : 'warn'}">${breach ? '✗ breach' : '△ advice'}</b> seen ${seen(finding)}, by check <code>${check}</code></p>
<h3 id="title-${number}">${message}</h3>
<dl>
<dt>Expected</dt><dd><code>${cut(expected, 600)}</code></dd>
<dt>Received</dt><dd><code>${cut(received, 600)}</code></dd>
<dt>${numbered.requirements.length === 1 ? 'Requirement' : 'Requirements'}</dt>${numbered.requirements.map(requirementRow)}
${likely !== undefined && markup`<dt>Likeliest cause</dt><dd>${likely}</dd>`}
${next !== undefined && markup`<dt>Next step</dt><dd>${next}</dd>`}
${line !== undefined && markup`<dt>Contract</dt><dd><code>openapi/service.yaml</code>, line ${line}</dd>`}
<dt>Evidence</dt>${evidenceRow(numbered, index)}
</dl>
${requestBlock(numbered, index)}</article>
`;
}

function requirementRow(id: string): Markup {
  const requirement = requirements().get(id);
  return markup`<dd><a href="#requirement-${anchor(id)}"><code>${id}</code></a>${
    requirement && markup` <span class="small">${requirement.section}</span><br>${requirement.text}`
  }</dd>`;
}

function evidenceRow({ finding }: NumberedFinding, index: RunIndex): Markup {
  const { evidence, count } = finding;
  const [first, ...more] = evidence.map(
    id => markup`<li><a href="#${anchor(id)}"><code>${id}</code></a> ${describeEvidence(id, index)}</li>`,
  );
  const rest = count > evidence.length && ` (of ${plural(count, 'sighting')}, these are kept)`;
  return markup`<dd><ul>${first}</ul>${
    more.length > 0 && markup`<details><summary>${more.length} more${rest}</summary><ul>${more}</ul></details>`
  }</dd>`;
}

function requestBlock(numbered: NumberedFinding, index: RunIndex): Markup | undefined {
  const request = index.requestOf(numbered);
  if (request === undefined) return undefined;
  const { exchange, shown } = request;
  const command = curlOf(exchange);
  const notes = [
    command.includes('"$') && 'Secrets come from your environment.',
    exchange.request.body?.altered && 'Names and account numbers in the body are pseudonyms: put the real ones in.',
  ].filter(note => typeof note === 'string');
  return markup`<details class="curl"><summary>${shown ? 'The request' : 'The step before it'} as cURL (<code>${exchange.id}</code>)</summary>
<pre class="copy" tabindex="0">${command}</pre>
${notes.length > 0 && markup`<p class="small">${notes.join(' ')}</p>`}</details>
`;
}
