import { type Requirement, requirements } from '../../contract/requirements.ts';
import { whereStated } from '../../contract/service.ts';
import type { Line, Row, Section } from '../blocks.ts';
import * as block from '../blocks.ts';
import type { RunIndex } from '../run-index.ts';
import type { RequirementStatus } from '../statuses.ts';
import { LOOKS } from '../wording.ts';

/** Statuses, the most urgent first. */
const STATUSES = ['violated', 'not-exercised', 'verified', 'not-testable'] as const;

/** A longer table of requirements that were not exercised is closed, because one missing setting explains many. */
const MOST_OPEN = 12;

/** Every requirement and its status, in one table per status. */
export function requirementsSection(index: RunIndex): Section {
  const { requirements: all } = index.summary;
  const folds = STATUSES.map(status => {
    const { symbol, tone } = LOOKS[status];
    const own = all.filter(one => one.status === status);
    const open = status === 'violated' || (status === 'not-exercised' && own.length <= MOST_OPEN);
    const head = ['Requirement', 'Description', status === 'verified' ? 'Passes' : 'Reason'];
    const rows = own.map(one => row(one, index));
    return (
      own.length > 0 &&
      block.fold(block.strong(`${symbol} ${status.replace('-', ' ')}`, tone), [block.table(head, rows)], {
        count: own.length,
        open,
      })
    );
  });
  const blocks = [block.inPage(block.lead(LEAD)), folds];
  return { id: 'requirements', title: 'Requirements', count: all.length, blocks };
}

const LEAD = [
  'Every statement of the specification and what is inferred from it, in our words, then ',
  block.quote('in its own'),
  ', and what this run knows of it.',
];

/** The sentence of the specification behind a requirement, and what the requirement infers from it. */
export function sourceOf({ quote: quoted, inferred }: Requirement): Line {
  return [block.quote(quoted), inferred !== undefined && [' ', block.small(`Inferred: ${inferred}.`)]];
}

function row(requirement: RequirementStatus, index: RunIndex): Row {
  const { id, status, reason, passed } = requirement;
  const of = requirements().get(id);
  const line = whereStated().get(id);
  const stated =
    line !== undefined && block.onPage(block.small([block.code('openapi/service.yaml'), `, line ${line}`]));
  const shown = [
    ...index.findingsOn(requirement),
    ...index.findingsOn({ ...requirement, findings: requirement.maskedBy ?? [] }),
  ];
  return {
    id: block.anchor(id, 'requirement'),
    cells: [
      block.stacked(block.code(id), of && block.small(of.section), stated),
      block.onPage(block.stacked(of?.text, of && sourceOf(of))),
      [status === 'verified' ? `${passed}×` : reason, block.badges(shown)],
    ],
  };
}
