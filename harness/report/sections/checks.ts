import { anchor } from '../html/anchor.ts';
import { group, table } from '../html/table.ts';
import { codeCell, table as markdownTable, prose } from '../markdown-text.ts';
import { markup } from '../markup.ts';
import { section } from './section.ts';

/** Every check with the requirements that it judges: the other direction of the table of requirements. */
export const checksSection = section({
  id: 'checks',
  title: 'Checks',
  part: ({ summary }) => summary.checks,
  count: checks => checks.length,
  html: checks => {
    const rows = checks.map(({ id, title, requirements }) => {
      const judged = requirements.map(
        ({ id: requirement, section: from }) =>
          markup`<a href="#requirement-${anchor(requirement)}"><code>${requirement}</code></a>
<span class="small">${from}</span><br>`,
      );
      return { id: `check-${anchor(id)}`, cells: [markup`<code>${id}</code>`, title, judged] };
    });
    return markup`<p class="lead">Each check holds the target to statements of the specification.</p>
${group(markup`<b>every check</b>`, undefined, table(['Check', 'Description', 'Requirements'], rows))}`;
  },
  markdown: checks => [
    markdownTable(
      ['check', 'description', 'requirements'],
      checks.map(({ id, title, requirements }) => [
        codeCell(id),
        prose(title),
        requirements.map(on => codeCell(on.id)).join(' '),
      ]),
    ),
  ],
});
