import { requirements } from '../../contract/requirements.ts';
import { whereStated } from '../../contract/where-stated.ts';
import { anchor } from '../html/anchor.ts';
import { badges } from '../html/badge.ts';
import { filterForm } from '../html/filter-form.ts';
import { group, type TableRow, table } from '../html/table.ts';
import { REQUIREMENT_STATUSES } from '../looks.ts';
import { codeCell, table as markdownTable, prose } from '../markdown-text.ts';
import { markup } from '../markup.ts';
import type { RequirementStatus } from '../requirement-status.ts';
import type { RunIndex } from '../run-index.ts';
import { section } from './section.ts';

/** A longer table of what was not exercised stays closed: one missing setting explains it all. */
const MOST_OPEN = 12;

/** Every requirement of the specification with what is known of it, in a table per status. */
export const requirementsSection = section({
  id: 'requirements',
  title: 'Requirements',
  part: ({ summary }) => summary.requirements,
  count: all => all.length,
  html: (all, index) => markup`<p class="lead">Every statement of the specification, in our words and “in its own”,
and what this run knows of it.</p>
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

function row(requirement: RequirementStatus, index: RunIndex): TableRow {
  const { id, status, reason, passed, checks } = requirement;
  const { section: from, text, quote, inferred, binds } = requirements().get(id) ?? {};
  const line = whereStated().get(id);
  const stated = line !== undefined && markup`<br><code>openapi/service.yaml</code>, line ${line}`;
  const inWords = inferred && markup` <span class="small">(our interpretation)</span>`;
  const nobody = markup`<span class="small">${binds === 'consumer' ? 'gate, for an SDK' : 'no check'}</span>`;
  return {
    id: `requirement-${anchor(id)}`,
    cells: [
      markup`<code>${id}</code><br><span class="small">${from}${stated}</span>`,
      markup`${text}${inWords}${quote !== undefined && markup`<br><q>${quote}</q>`}`,
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
