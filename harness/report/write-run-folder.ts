import { join } from 'node:path';
import type { Har } from 'har-format';
import { writeWhole } from '../base/write-whole.ts';
import { renderCtrf } from './ctrf.ts';
import { renderHar } from './har.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { RunIndex } from './run-index.ts';

/** Each file of a run folder with its renderer. `run.ndjson` is not among them: it is written during the run. */
const FILES: { readonly [file: string]: (index: RunIndex) => string | Iterable<string> } = {
  'summary.json': ({ summary }) => json(summary),
  'exchanges.har': index => harPieces(renderHar(index)),
  'junit.xml': renderJunit,
  'ctrf.json': index => json(renderCtrf(index)),
  'report.md': renderMarkdown,
  'report.html': renderHtml,
};

/**
 * Writes every report of a run into its folder, which is there. Each file appears whole or not at all: it is written
 * beside its place and moved there. `summary.json` comes first, so that no failure to render can cost the verdict.
 */
export function writeReports(folder: string, index: RunIndex): void {
  for (const [file, render] of Object.entries(FILES)) writeWhole(join(folder, file), render(index));
}

/** A HAR file in parts, one for each entry: with all bodies it may be longer than a string can be. */
function* harPieces({ log: { entries, ...log } }: Har): Generator<string> {
  const [before = '', after = ''] = json({ log: { ...log, entries: [] } }).split(
    /(?<="entries": \[)(?=\]\n {2}\}\n\}\n$)/,
  );
  yield before;
  for (const [nth, entry] of entries.entries())
    yield `${nth === 0 ? '' : ','}\n${JSON.stringify(entry, null, 2).replace(/^/gm, '      ')}`;
  yield `${entries.length === 0 ? '' : '\n    '}${after}`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
