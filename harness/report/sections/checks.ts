import { fold, lead, type Section, table } from '../blocks.ts';
import { anchor, code, link, onPage, small, stacked, strong } from '../line.ts';
import type { RunIndex } from '../run-index.ts';

/** Every check with the requirements that it judges: the other direction of the table of requirements. */
export function checksSection({ summary: { checks } }: RunIndex): Section {
  const rows = checks.map(({ id, title, requirements }) => {
    const judged = requirements.map(on => [link(on.id, 'requirement'), onPage([' ', small(on.section)])]);
    return { id: anchor(id, 'check'), cells: [code(id), title, stacked(...judged)] };
  });
  const blocks = [
    lead('Each check holds the target to statements of the specification.'),
    fold(strong('every check'), [table(['Check', 'Description', 'Requirements'], rows)]),
  ];
  return { id: 'checks', title: 'Checks', count: checks.length, blocks };
}
