import { type Requirement, requirements } from '../../contract/requirements.ts';
import { whereStated } from '../../contract/where-stated.ts';
import { fold, inPage, lead, type Row, table } from '../blocks.ts';
import { anchor } from '../html/anchor.ts';
import { filterForm } from '../html/filter-form.ts';
import { badges, code, type Line, link, onPage, quote, small, stacked, strong } from '../line.ts';
import { REQUIREMENT_STATUSES } from '../looks.ts';
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
  blocks: (all, index) => [
    inPage(lead(LEAD)),
    filterForm('requirements', 'requirements', 'signature'),
    byStatus(all).map(({ status, symbol, words, tone, own }) => {
      const open = status === 'violated' || (status === 'not-exercised' && own.length <= MOST_OPEN);
      const head = ['Requirement', 'Description', status === 'verified' ? 'Passes' : 'Reason', 'Judged by'];
      const rows = own.map(one => row(one, index));
      return fold(strong(`${symbol} ${words}`, tone), [table(head, rows)], { count: own.length, open });
    }),
  ],
});

const LEAD = [
  'Every statement of the specification and what is inferred from it, in our words, then ',
  quote('in its own'),
  ', and what this run knows of it.',
];

function byStatus(all: readonly RequirementStatus[]) {
  return REQUIREMENT_STATUSES.map(look => ({
    ...look,
    own: all.filter(({ status }) => status === look.status),
  })).filter(({ own }) => own.length > 0);
}

/** The words of the specification that a requirement rests on, and what of its text is inferred from them. */
export function sourceOf({ quote: quoted, inferred }: Requirement): Line {
  return [quote(quoted), inferred !== undefined && [' ', small(`Inferred: ${inferred}.`)]];
}

function row(requirement: RequirementStatus, index: RunIndex): Row {
  const { id, status, reason, passed, checks } = requirement;
  const of = requirements().get(id);
  const line = whereStated().get(id);
  const stated = line !== undefined && onPage(small([code('openapi/service.yaml'), `, line ${line}`]));
  const nobody = small(of?.binds === 'consumer' ? 'gate, for an SDK' : 'no check');
  const shown = [
    ...index.findingsOn(requirement),
    ...index.findingsOn({ ...requirement, findings: requirement.maskedBy ?? [] }),
  ];
  return {
    id: `requirement-${anchor(id)}`,
    cells: [
      stacked(code(id), of && small(of.section), stated),
      onPage(stacked(of?.text, of && sourceOf(of))),
      [status === 'verified' ? `${passed}×` : reason, badges(shown)],
      onPage(checks.length > 0 ? stacked(...checks.map(check => link(`check-${anchor(check)}`, code(check)))) : nobody),
    ],
  };
}
