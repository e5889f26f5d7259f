import { type Requirement, requirements } from '../../contract/requirements.ts';
import { whereStated } from '../../contract/where-stated.ts';
import { anchor } from '../html/anchor.ts';
import { badges } from '../html/badge.ts';
import { filterForm } from '../html/filter-form.ts';
import { group, type TableRow, table } from '../html/table.ts';
import { REQUIREMENT_STATUSES } from '../looks.ts';
import { codeCell, table as markdownTable, prose } from '../markdown-text.ts';
import { type Markup, markup } from '../markup.ts';
import type { RequirementStatus } from '../requirement-status.ts';
import type { RunIndex } from '../run-index.ts';
import { section } from './section.ts';

/** A longer table of what was not exercised stays closed: one missing setting explains it all. */
const MOST_OPEN = 12;

/** Every requirement with what is known of it, in a table per status. */
export const requirementsSection = section({
  id: 'requirements',
  title: 'Requirements',
  part: ({ summary }) => summary.requirements,
  count: all => all.length,
  html: (all, index) => markup`<p class="lead">Every statement of the specification and what is inferred from it,
in our words, then “in its own”, and what this run knows of it.</p>
${filterForm('requirements', 'requirements', 'signature')}${byStatus(all).map(
  ({ status, symbol, words, tone, own }) => {
    const open = status === 'violated' || (status === 'not-exercised' && own.length <= MOST_OPEN);
    const head = ['Requirement', 'Description', status === 'verified' ? 'Passes' : 'Reason', 'Judged by'];
    const rows = own.map(one => row(one, index));
    return group(markup`<b class="${tone}">${symbol} ${words}</b>`, own.length, table(head, rows), open);
  },
)}`,
  markdown: all =>
    byStatus(all).flatMap(({ status, words, own }) => [
      `### ${words.charAt(0).toUpperCase()}${words.slice(1)} (${own.length})`,
      markdownTable(
        ['requirement', 'section', status === 'verified' ? 'passes' : 'reason'],
        own.map(({ id, reason = '', passed }) => [
          codeCell(id),
          prose(requirements().get(id)?.section ?? ''),
          status === 'verified' ? `${passed}×` : prose(reason),
        ]),
      ),
    ]),
});

function byStatus(all: readonly RequirementStatus[]) {
  return REQUIREMENT_STATUSES.map(look => ({
    ...look,
    own: all.filter(({ status }) => status === look.status),
  })).filter(({ own }) => own.length > 0);
}

/** The words of the specification that a requirement rests on, and what of its text is inferred from them. */
export function sourceOf({ quote, inferred }: Requirement): Markup {
  const ours = inferred !== undefined && markup` <span class="small">Inferred: ${inferred}.</span>`;
  return markup`<br><q>${quote}</q>${ours}`;
}

function row(requirement: RequirementStatus, index: RunIndex): TableRow {
  const { id, status, reason, passed, checks } = requirement;
  const stated = requirements().get(id);
  const line = whereStated().get(id);
  const place = line !== undefined && markup`<br><code>openapi/service.yaml</code>, line ${line}`;
  const nobody = markup`<span class="small">${stated?.binds === 'consumer' ? 'gate, for an SDK' : 'no check'}</span>`;
  return {
    id: `requirement-${anchor(id)}`,
    cells: [
      markup`<code>${id}</code><br><span class="small">${stated?.section}${place}</span>`,
      markup`${stated?.text}${stated && sourceOf(stated)}`,
      markup`${status === 'verified' ? `${passed}×` : reason}${badges([
        ...index.findingsOn(requirement),
        ...index.findingsOn({ ...requirement, findings: requirement.maskedBy ?? [] }),
      ])}`,
      checks.length > 0
        ? checks.map(check => markup`<a href="#check-${anchor(check)}"><code>${check}</code></a><br>`)
        : nobody,
    ],
  };
}
