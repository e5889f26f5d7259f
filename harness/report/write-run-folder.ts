import { join } from 'node:path';
import type { Evidence } from '../core/evidence.ts';
import { writeWhole } from '../core/write-whole.ts';
import { renderCtrf } from './ctrf.ts';
import { renderHar } from './har.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { Summary } from './summary.ts';

/** Each file of a run folder with its renderer. `run.ndjson` is not among them: it is written during the run. */
const FILES: { readonly [file: string]: (evidence: Evidence, summary: Summary) => string } = {
  'summary.json': (_, summary) => json(summary),
  'exchanges.har': (evidence, summary) => json(renderHar(evidence, summary)),
  'junit.xml': renderJunit,
  'ctrf.json': (evidence, summary) => json(renderCtrf(evidence, summary)),
  'report.md': renderMarkdown,
  'report.html': renderHtml,
};

/**
 * Writes every report of a run into its folder, which is there. Each file appears whole or not at all: it is written
 * beside its place and moved there. `summary.json` comes first, so that no failure to render can cost the verdict.
 */
export function writeReports(folder: string, evidence: Evidence, summary: Summary): void {
  for (const [file, render] of Object.entries(FILES)) {
    writeWhole(join(folder, file), render(evidence, summary));
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
