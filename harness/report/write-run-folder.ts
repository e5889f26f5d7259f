import { join } from 'node:path';
import type { Har } from 'har-format';
import { writeWhole } from '../base/write-whole.ts';
import type { Conclusion } from './conclude.ts';
import { comparisonAsMarkdown } from './describe-comparison.ts';
import { renderHar } from './har.ts';
import { renderHtml } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import type { RunIndex } from './run-index.ts';
import { renderCtrf, renderJunit } from './test-reports.ts';

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
  'drift.md': ({ compared }) => compared && comparisonAsMarkdown(compared),
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

/** A HAR file in parts, one per entry, because with all bodies it may exceed the longest string. */
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
