import { fold, lead, table } from '../blocks.ts';
import { anchor } from '../html/anchor.ts';
import { code, link, onPage, small, stacked, strong } from '../line.ts';
import { section } from './section.ts';

/** Every check with the requirements that it judges: the other direction of the table of requirements. */
export const checksSection = section({
  id: 'checks',
  title: 'Checks',
  part: ({ summary }) => summary.checks,
  count: checks => checks.length,
  blocks: checks => {
    const rows = checks.map(({ id, title, requirements }) => {
      const judged = requirements.map(on => [
        link(`requirement-${anchor(on.id)}`, code(on.id)),
        onPage([' ', small(on.section)]),
      ]);
      return { id: `check-${anchor(id)}`, cells: [code(id), title, stacked(...judged)] };
    });
    return [
      lead('Each check holds the target to statements of the specification.'),
      fold(strong('every check'), [table(['Check', 'Description', 'Requirements'], rows)]),
    ];
  },
});
