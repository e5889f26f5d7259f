import { terms, text } from './blocks.ts';
import type { Line } from './line.ts';
import { VERDICTS } from './looks.ts';
import { plainLine, printMarkdown, prose } from './print-markdown.ts';
import { countRows, runFacts } from './run-in-words.ts';
import type { RunIndex } from './run-index.ts';
import { sectionsOf } from './sections/index.ts';
import { startSentence } from './wording.ts';

/** `report.md`: the report for a pull request or a terminal, with the verdict first. */
export function renderMarkdown(index: RunIndex): string {
  const sections = sectionsOf(index).flatMap(({ title, count, blocks }) => {
    const shown = printMarkdown(blocks);
    return shown.length > 0 ? [`## ${title}${count === undefined ? '' : ` (${plainLine(count)})`}`, ...shown] : [];
  });
  const { verdict, message } = index.summary;
  const { harness, node } = index.evidence.run;
  const rows: readonly (readonly [string, Line])[] = [...runFacts(index), ...countRows(index.summary)];
  return `${[
    `# ${VERDICTS[verdict].symbol} ${verdict}`,
    `**${prose(message)}**`,
    ...printMarkdown([terms(rows.map(([name, value]) => ({ name: startSentence(name), blocks: [text(value)] })))]),
    ...sections,
    'More: report.html (journeys drawn, exchanges in full), exchanges.har, run.ndjson. ' +
      `Harness ${prose(harness)}, Node ${prose(node)}.`,
  ].join('\n\n')}\n`;
}
