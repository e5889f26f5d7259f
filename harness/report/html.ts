import { readFileSync } from 'node:fs';
import { ownFile } from '../base/own-files.ts';
import { noun, plural } from '../base/plural.ts';
import { pageData } from './html/page-data.ts';
import { htmlLine, page, printHtml } from './html/print-html.ts';
import { badges } from './line.ts';
import { REQUIREMENT_STATUSES, VERDICTS } from './looks.ts';
import { type Markup, markup, trusted } from './markup.ts';
import { countAmong } from './rank-findings.ts';
import { runFacts } from './run-in-words.ts';
import type { RunIndex } from './run-index.ts';
import { sectionsOf } from './sections/index.ts';

const BESIDE = ['run.ndjson', 'exchanges.har', 'facts.json', 'summary.json', 'report.md', 'junit.xml', 'ctrf.json'];

/** `report.html`: one page without external resources. */
export function renderHtml(index: RunIndex): string {
  const { evidence, summary } = index;
  const source = script();
  const sections = sectionsOf(index).flatMap(({ id, title, short = title, count, blocks }) => {
    const shown = printHtml(blocks);
    if (shown.every(({ source: own }) => own === '')) return [];
    const number = count !== undefined && markup` <span class="count">${htmlLine(count)}</span>`;
    return [
      {
        link: markup`<a href="#${id}">${short}</a> `,
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
  return page(`${VERDICTS[summary.verdict].symbol} ${summary.verdict} · ${summary.run}`, body, source);
}

/** The verdict, the first thing to do, the facts of the run, and the counts. */
function head(index: RunIndex): Markup {
  const { summary } = index;
  const { symbol, tone } = VERDICTS[summary.verdict];
  const facts = runFacts(index).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${htmlLine(value)}</dd></div>`);
  return markup`<header class="verdict ${tone}">
<p class="product">onramp-harness · ${summary.gate ? 'gate report' : 'run report'}</p>
<h1><span aria-hidden="true">${symbol}</span> ${summary.verdict}</h1>
<p class="message">${summary.message}${htmlLine(badges(index.findings.slice(0, 1)))}</p>
<dl class="facts">${facts}</dl>
</header>
${counts(index)}`;
}

function counts({ summary }: RunIndex): Markup {
  const { counts: scenarios, observed, requirements, findings } = summary;
  const breaches = countAmong(findings, 'breach');
  const { unattributed = 0 } = observed;
  const others =
    unattributed > 0 &&
    markup`<p class="small">${plural(unattributed, 'unattributed delivery')}: counted, not judged.</p>`;
  const { journeys, exchanges, deliveries } = observed;
  const tiles: readonly (readonly [count: number | undefined, words: string, tone: string])[] = [
    [breaches, noun(breaches, 'breach'), breaches > 0 ? 'bad' : ''],
    [scenarios.passed, summary.gate ? 'cases passed' : 'scenarios passed', 'good'],
    [scenarios.failed, 'failed', scenarios.failed > 0 ? 'bad' : ''],
    [scenarios.skipped, 'skipped', scenarios.skipped > 0 ? 'warn' : ''],
    [journeys, noun(journeys ?? 0, 'journey'), ''],
    [summary.gate ? undefined : exchanges, noun(exchanges, 'exchange'), ''],
    [deliveries, noun(deliveries ?? 0, 'delivery'), ''],
  ];
  const parts = REQUIREMENT_STATUSES.map(part => ({
    ...part,
    count: requirements.filter(({ status }) => status === part.status).length,
  })).filter(({ count }) => count > 0);
  let x = 0;
  const bars = parts.map(({ count, tone, words }) => {
    const width = (count / requirements.length) * 1000;
    x += width;
    const place = markup`x="${(x - width).toFixed(1)}" width="${Math.max(0, width - 3).toFixed(1)}" height="10"`;
    return markup`<rect class="fill-${tone}" ${place}><title>${count} ${words}</title></rect>`;
  });
  return markup`<section class="counts" aria-label="Counts">
<ul class="tiles">${tiles.map(
    ([count, words, tone]) => count !== undefined && markup`<li class="${tone}"><b>${count}</b> ${words}</li>`,
  )}</ul>
<p class="bar"><b>${plural(requirements.length, 'requirement')}</b> ${parts.map(
    ({ count, symbol, words, tone }) => markup`<span class="${tone}">${symbol} ${count} ${words}</span> `,
  )}</p>
<svg class="stack" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
${others}
</section>
`;
}

/** The modules of the page's script, in the order of their imports. */
const MODULES = ['page', 'search', 'drawing', 'message', 'main'];

/**
 * The script of the page: it draws, lists, searches, opens the targets of links, and copies cURL commands. The modules
 * are joined, because a page in a file cannot import.
 */
export function script(): string {
  return `'use strict';\n{\n${MODULES.map(source).join('\n')}}\n`;
}

function source(name: string): string {
  return readFileSync(ownFile(`harness/report/html/browser/${name}.js`), 'utf8')
    .replace(/^import .*\n/gm, '')
    .replace(/^export /gm, '')
    .replace(/^ *\/\*\*[\s\S]*?\*\/\n|^ *\/\/ .*\n/gm, '');
}
