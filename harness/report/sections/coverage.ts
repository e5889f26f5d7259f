import { coverageSentence, coverageTables } from '../describe-coverage.ts';
import { group, table } from '../html/table.ts';
import { table as markdownTable, prose } from '../markdown-text.ts';
import { markup } from '../markup.ts';
import { section } from './section.ts';

/** How much of the contract the run touched. */
export const coverageSection = section({
  id: 'coverage',
  title: 'Coverage',
  part: ({ summary }) => summary.coverage,
  html: coverage =>
    markup`<p class="lead">${coverageSentence(coverage)} What was never seen is no breach; nothing is known of it.</p>
${coverageTables(coverage).map(one => group(markup`<b>${one.title}</b>`, undefined, table(one.head, one.rows)))}`,
  markdown: coverage => [
    coverageSentence(coverage),
    ...coverageTables(coverage).flatMap(({ title, head, rows }) => [
      `### ${title}`,
      markdownTable(
        head,
        rows.map(row => row.map(prose)),
      ),
    ]),
  ],
});
