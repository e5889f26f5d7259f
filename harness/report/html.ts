import type { Evidence } from '../evidence/evidence.ts';
import type { Compared } from './compared.ts';
import { head } from './html/head.ts';
import { page } from './html/page.ts';
import { pageData } from './html/page-data.ts';
import { htmlLine, printHtml } from './html/print-html.ts';
import { script } from './html/script.ts';
import { VERDICTS } from './looks.ts';
import { markup, trusted } from './markup.ts';
import { RunIndex } from './run-index.ts';
import { sectionsOf } from './sections/index.ts';
import type { Summary } from './summary.ts';

/** The files that stand beside the page. */
const BESIDE = ['run.ndjson', 'exchanges.har', 'facts.json', 'summary.json', 'report.md', 'junit.xml', 'ctrf.json'];

/** `report.html`: one page that holds everything it shows and asks nothing of any network. */
export function renderHtml(evidence: Evidence, summary: Summary, compared?: Compared): string {
  const index = new RunIndex(evidence, summary, compared);
  const source = script();
  const sections = sectionsOf(index).flatMap(({ id, name, title, count, blocks }) => {
    const shown = printHtml(blocks);
    if (shown.every(({ source: own }) => own === '')) return [];
    const number = count !== undefined && markup` <span class="count">${htmlLine(count)}</span>`;
    return [
      {
        link: markup`<a href="#${id}">${name}</a> `,
        shown: markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}${number}</h2>
${shown}</section>
`,
      },
    ];
  });
  const { harness, node, gate } = evidence.run;
  const beside = gate ? BESIDE : [...BESIDE, 'lifecycle.json'];
  const body = markup`<a class="skip" href="#findings">Skip to the findings</a>
${head(index)}
<nav aria-label="Sections">${sections.map(({ link }) => link)}</nav>
<main>
${sections.map(({ shown }) => shown)}</main>
<footer><p>Drawn from the record of run <code>${summary.run}</code> by onramp-harness ${harness} on Node ${node}.
Beside this page: ${beside.map((file, place) => markup`${place > 0 && ', '}<code>${file}</code>`)}.</p></footer>
${trusted(`<script type="application/json" id="data">${pageData(index)}</script>
<script>${source}</script>`)}`;
  return page({
    title: `${VERDICTS[summary.verdict].symbol} ${summary.verdict} · ${summary.run}`,
    body,
    script: source,
  });
}
