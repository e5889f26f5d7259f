import { requirements } from '../../contract/requirements.ts';
import type { Journey } from '../../core/evidence.ts';
import { noun, plural } from '../../core/plural.ts';
import { againOf, commandsOf, nextOf, requestOf } from '../commands.ts';
import { describeEvidence } from '../describe-evidence.ts';
import { asText, diffOf } from '../diff.ts';
import { anchor } from '../html/anchor.ts';
import { diffLine } from '../html/diff-line.ts';
import { block, code, prose } from '../markdown-text.ts';
import { type Markup, markup } from '../markup.ts';
import { type FindingGroup, groupFindings, MOST_EVIDENCE, type NumberedFinding, namesOf } from '../numbered-finding.ts';
import { leadsTo } from '../rank-findings.ts';
import type { RunIndex } from '../run-index.ts';
import { seen } from '../wording.ts';
import { sourceOf } from './requirements.ts';
import { section } from './section.ts';

/** Findings that report.md tells in full: a comment on a pull request holds 65,536 characters. */
const MOST_IN_FULL = 18;
/** Requirements of a finding that are in sight, or in full. */
const MOST_REQUIREMENTS = 2;
/** Pieces of evidence that report.md describes. */
const MOST_DESCRIBED = 5;

/** Findings, each with everything that is needed to understand it and to reproduce. */
export const findingsSection = section({
  id: 'findings',
  title: 'Findings',
  part: ({ findings }) => findings,
  count: findings => findings.length,
  html(findings, index) {
    if (findings.length === 0) return markup`<p class="lead">No findings: no observation breaks a requirement.</p>`;
    return markup`${groupFindings(findings).map(group => groupCard(group, index))}`;
  },
  markdown(findings, index) {
    if (findings.length === 0) return ['None.'];
    const rest = findings
      .slice(MOST_IN_FULL)
      .map(({ number, finding }) => `- F${number}. ${prose(finding.message)} (${code(finding.requirement)})`);
    return [
      ...findings.slice(0, MOST_IN_FULL).map(numbered => findingText(numbered, index)),
      ...(rest.length > 0 ? [`${plural(rest.length, 'more finding')}, in full in report.html:`, rest.join('\n')] : []),
    ];
  },
});

/** A finding, and those that are told below it, folded. */
function groupCard({ head, below }: FindingGroup, index: RunIndex): Markup {
  const folded =
    below.length > 0 &&
    markup`<details class="below"><summary>${plural(below.length, 'finding')} with it: ${namesOf(below)}</summary>
${below.map(numbered => findingCard(numbered, index))}</details>
`;
  return findingCard(head, index, folded);
}

function findingCard(numbered: NumberedFinding, index: RunIndex, folded: Markup | false = false): Markup {
  const { number, finding, relation, hides } = numbered;
  const { severity, message, likely, line, check } = finding;
  const [cost, next] = [leadsTo(finding), nextOf(numbered, index)];
  const words = `breach${cost === undefined ? '' : `: ${cost}`}`;
  const kind = severity === 'breach' ? markup`<b class="bad">✗ ${words}</b>` : markup`<b class="warn">△ advice</b>`;
  return markup`<article class="card finding ${severity}" id="finding-${number}" aria-labelledby="title-${number}">
<p class="kicker"><span class="badge ${severity}">F${number}</span> ${kind}
seen ${seen(finding)} by check <code>${check}</code></p>
<h3 id="title-${number}">${message}</h3>
${relation !== undefined && markup`<p class="small">It ${relation}.</p>`}
<pre class="diff" tabindex="0">${diffOf(finding).map(diffLine)}</pre>
<dl>
<dt>${noun(numbered.requirements.length, 'Requirement')}</dt>${requirementRows(numbered)}
${likely !== undefined && markup`<dt>Likely cause</dt><dd>${likely}</dd>`}
${next !== undefined && markup`<dt>Next step</dt><dd>${next}</dd>`}
${line !== undefined && markup`<dt>Contract</dt><dd><code>openapi/service.yaml</code>, line ${line}</dd>`}
${hides.length > 0 && markup`<dt>Hides</dt><dd>${hidden(hides)}</dd>`}
${finding.evidence.length > 0 && markup`<dt>Evidence</dt><dd>${evidenceList(numbered, index)}</dd>`}
</dl>
${drawing(numbered, index)}${commandBlock(numbered, index)}${folded}</article>
`;
}

/**
 * What shows a finding, for the page's script to draw: the shortest journey, or the first case of a backend. It is open
 * at the first finding.
 */
function drawing({ number, finding: { evidence } }: NumberedFinding, index: RunIndex): Markup | undefined {
  const length = (journey: Journey) => journey.steps.length + index.deliveriesOf(journey).length;
  const journeys = evidence.flatMap(id => index.journeyOf(id) ?? []);
  const [shortest] = [...new Set(journeys)].sort((a, b) => length(a) - length(b));
  const drawn = evidence.map(id => index.casesById.get(id)).find(seen => (seen?.history ?? []).length > 0);
  const [kind, id] = shortest ? ['journey', shortest.id] : ['case', drawn?.id];
  if (id === undefined) return undefined;
  const open = number === 1 && markup` open`;
  return markup`<details class="js drawn" data-node="${anchor(id)}"${open} hidden><summary>What happened in ${kind}
<code>${id}</code>${shortest && markup` <span class="small">${shortest.order}</span>`}</summary></details>
`;
}

/** Requirements that nothing could show, because of a finding. */
function hidden(ids: readonly string[]): Markup {
  const links = ids.map(id => markup`<li><a href="#requirement-${anchor(id)}"><code>${id}</code></a></li>`);
  return markup`This finding masks:<ul>${links}</ul>`;
}

/** The requirements that a finding breaks; many are folded. */
function requirementRows({ requirements: all }: NumberedFinding): Markup {
  const rows = all.map(requirementRow);
  const rest = rows.slice(MOST_REQUIREMENTS);
  if (rest.length < 2) return markup`${rows}`;
  return markup`${rows.slice(0, MOST_REQUIREMENTS)}<dd><details><summary>${rest.length} more</summary>
<dl class="more">${rest}</dl></details></dd>`;
}

function requirementRow(id: string): Markup {
  const requirement = requirements().get(id);
  return markup`<dd><a href="#requirement-${anchor(id)}"><code>${id}</code></a>${
    requirement &&
    markup` <span class="small">${requirement.section}</span><br>${requirement.text}${sourceOf(requirement)}`
  }</dd>`;
}

function evidenceList({ finding: { evidence } }: NumberedFinding, index: RunIndex): Markup {
  const [first, ...more] = evidence
    .slice(0, MOST_EVIDENCE)
    .map(id => markup`<li><a href="#${anchor(id)}"><code>${id}</code></a> ${describeEvidence(id, index)}</li>`);
  const rest =
    evidence.length > MOST_EVIDENCE &&
    markup`<p class="small">${evidence.length - MOST_EVIDENCE} more are in summary.json.</p>`;
  return markup`<ul>${first}</ul>${
    more.length > 0 && markup`<details><summary>${evidence.length - 1} more</summary><ul>${more}</ul>${rest}</details>`
  }`;
}

function commandBlock(numbered: NumberedFinding, index: RunIndex): Markup | undefined {
  const again = againOf(numbered, index);
  const requests = requestOf(numbered, index);
  const lines = requests.map(({ what, text }) => markup`<p>${what}:</p>\n${commandLines(text)}`);
  const notes = notesOn(numbered, index);
  const first = again !== undefined && markup`<p class="again">Reproduce:</p>\n${commandLines(again)}`;
  return markup`${first}${
    requests.length > 0 &&
    markup`<details class="curl"><summary>Send only its request</summary>
${lines}${notes.length > 0 && markup`<p class="small">${notes.join(' ')}</p>`}</details>
`
  }`;
}

function commandLines(text: string): Markup {
  return markup`<pre class="copy" tabindex="0">${text}</pre>
`;
}

/** What a person has to know before the commands work. */
function notesOn(numbered: NumberedFinding, index: RunIndex): readonly string[] {
  const exchange = index.requestOf(numbered)?.exchange;
  if (exchange === undefined || index.evidence.run.gate) return [];
  return [
    ...(index.evidence.run.target.kind === 'remote' ? ['SANDBOX_URL and API_KEY come from your environment.'] : []),
    ...(exchange.request.body?.altered
      ? ['Names and account numbers in the body are pseudonyms; replace them with the real values.']
      : []),
  ];
}

function findingText(numbered: NumberedFinding, index: RunIndex): string {
  const { number, finding, relation, hides } = numbered;
  const { severity, message, likely, line, check, evidence } = finding;
  const [cost, next] = [leadsTo(finding), nextOf(numbered, index)];
  const beside = numbered.requirements.slice(MOST_REQUIREMENTS);
  const described = evidence.slice(0, MOST_DESCRIBED).map(id => `${code(id)} (${prose(describeEvidence(id, index))})`);
  const others = evidence.slice(MOST_DESCRIBED, MOST_EVIDENCE).map(code).join(' ');
  const more = evidence.length > MOST_EVIDENCE ? ` and ${evidence.length - MOST_EVIDENCE} more` : '';
  const lines = [
    cost !== undefined && `- **leads to:** ${prose(cost)}`,
    ...numbered.requirements.slice(0, MOST_REQUIREMENTS).map(id => `- **requirement:** ${requirementText(id)}`),
    beside.length > 0 && `- **and:** ${beside.map(code).join(', ')}`,
    relation !== undefined && `- **with another:** it ${relation}`,
    likely !== undefined && `- **likely cause:** ${prose(likely)}`,
    next !== undefined && `- **next:** ${prose(next)}`,
    hides.length > 0 && `- **hides:** nothing could show ${hides.map(code).join(', ')}`,
    `- **seen:** ${seen(finding)}, by check ${code(check)}`,
    `- **evidence:** ${described.join(', ')}${others === '' ? '' : `, then ${others}${more}`}`,
    line !== undefined && `- **contract:** openapi/service.yaml, line ${line}`,
  ].filter(part => part !== false);
  const level = relation === undefined ? '###' : '####';
  return [
    `${level} F${number}. ${prose(message)}${severity === 'advice' ? ' (advice)' : ''}`,
    block(diffOf(finding).map(asText).join('\n'), 'diff'),
    lines.join('\n'),
    ...commandsOf(numbered, index).flatMap(({ what, text }) => [`${what}:`, block(text, 'sh')]),
  ].join('\n\n');
}

function requirementText(id: string): string {
  const requirement = requirements().get(id);
  if (requirement === undefined) return code(id);
  const { section: from, text, quote, inferred } = requirement;
  const source = inferred === undefined ? 'The specification' : 'Inferred from';
  return `${code(id)} (${prose(from)}): ${prose(text)} ${source}: “${prose(quote)}”`;
}
