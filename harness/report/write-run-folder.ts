import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { once } from '../base/once.ts';
import { ownFile } from '../base/own-files.ts';
import { writeWhole } from '../base/write-whole.ts';
import { badges, terms, text } from './blocks.ts';
import type { Conclusion } from './conclude.ts';
import { renderHar } from './har.ts';
import { htmlLine, printHtml } from './html/print-html.ts';
import { STYLE } from './html/style.ts';
import { type Markup, markup, trusted } from './markup.ts';
import { plainLine, printMarkdown, prose } from './print-markdown.ts';
import { runFacts } from './run-in-words.ts';
import type { RunIndex } from './run-index.ts';
import { sectionsOf } from './sections/index.ts';
import { renderCtrf, renderJunit } from './test-reports.ts';
import { LOOKS } from './wording.ts';

/** The parts of a conclusion that have their own files. */
type Beside = Pick<Conclusion, 'facts' | 'lifecycle'>;

/** The files rendered from a record; `undefined` if a run has no content for one. */
const FILES: { readonly [file: string]: (index: RunIndex, beside: Beside) => string | Iterable<string> | undefined } = {
  'summary.json': ({ summary }) => json(summary),
  'facts.json': (_, { facts }) => json(facts),
  'exchanges.har': index => harPieces(renderHar(index)),
  'report.html': renderHtml,
  'report.md': renderMarkdown,
  'junit.xml': renderJunit,
  'ctrf.json': index => json(renderCtrf(index)),
  'lifecycle.json': (_, { lifecycle }) => lifecycle && json(lifecycle),
  'drift.json': ({ compared }) => compared && json(compared),
};

/**
 * Writes all rendered files of a run into its existing folder. Each file is written to a temporary name and moved, so
 * it is complete or absent. `summary.json` comes first, so that a failure to render others cannot lose the verdict.
 * @returns the names of the files
 */
export function writeReports(folder: string, index: RunIndex, beside: Beside): readonly string[] {
  return Object.entries(FILES).flatMap(([file, render]) => {
    const content = render(index, beside);
    if (content === undefined) return [];
    writeWhole(join(folder, file), content);
    return file;
  });
}

/** A HAR file in parts, one entry per line, because with all bodies it may exceed the longest string. */
function* harPieces({ log: { entries, ...log } }: Har): Generator<string> {
  yield `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[`;
  for (const [nth, entry] of entries.entries()) yield `${nth === 0 ? '' : ','}\n${JSON.stringify(entry)}`;
  yield '\n]}}\n';
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** `report.html`: one page without external resources. */
export function renderHtml(index: RunIndex): string {
  const { evidence, summary } = index;
  const [source] = script();
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
  const { harness, node } = evidence.run;
  const body = markup`<a class="skip" href="#findings">Skip to the findings</a>
${head(index)}
<nav aria-label="Sections">${sections.map(({ link }) => link)}</nav>
<main>
${sections.map(({ shown }) => shown)}</main>
<footer><p>Drawn from the record of run <code>${summary.run}</code> by onramp-harness ${harness} on Node ${node}.
Beside this page, <code>exchanges.har</code> holds every message, and <code>summary.json</code> every status.</p>
</footer>
${trusted(`<script>${source}</script>`)}`;
  return page(`${LOOKS[summary.verdict].symbol} ${summary.verdict} · ${summary.run}`, body, source);
}

/** The verdict, the first thing to do, and the facts of the run. */
function head(index: RunIndex): Markup {
  const { summary } = index;
  const { symbol, tone } = LOOKS[summary.verdict];
  const facts = runFacts(index).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${htmlLine(value)}</dd></div>`);
  return markup`<header class="verdict ${tone}">
<p class="product">onramp-harness · ${summary.gate ? 'gate report' : 'run report'}</p>
<h1><span aria-hidden="true">${symbol}</span> ${summary.verdict}</h1>
<p class="message">${summary.message}${htmlLine(badges(index.findings.slice(0, 1)))}</p>
<dl class="facts">${facts}</dl>
</header>
`;
}

/** A whole page without external resources. @param script the only script that may run, which `body` contains */
function page(title: string, body: Markup, script: string): string {
  return `${markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
${body}
</body>
</html>
`}`;
}

/**
 * A policy without network access: only the page's stylesheet and script run, by digest, so that even smuggled markup
 * could do nothing.
 */
function contentPolicy(script: string): string {
  const digest = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
  return [
    "default-src 'none'",
    `style-src ${digest(STYLE)}`,
    `script-src ${digest(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The script of the page, which works without it: it opens the target of a link, and copies commands. */
const script = once(() => [readFileSync(ownFile('harness/report/html/page.js'), 'utf8')] as const);

/** `report.md`: the report for a pull request or a terminal, with the verdict first. */
export function renderMarkdown(index: RunIndex): string {
  const sections = sectionsOf(index).flatMap(({ title, count, blocks }) => {
    const shown = printMarkdown(blocks);
    return shown.length > 0 ? [`## ${title}${count === undefined ? '' : ` (${plainLine(count)})`}`, ...shown] : [];
  });
  const { verdict, message } = index.summary;
  const { harness, node } = index.evidence.run;
  return `${[
    `# ${LOOKS[verdict].symbol} ${verdict}`,
    `**${prose(message)}**`,
    ...printMarkdown([terms(runFacts(index).map(([name, value]) => ({ name, blocks: [text(value)] })))]),
    ...sections,
    'More: report.html (journeys and exchanges in full), exchanges.har, run.ndjson. ' +
      `Harness ${prose(harness)}, Node ${prose(node)}.`,
  ].join('\n\n')}\n`;
}
