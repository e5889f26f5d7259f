import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HarnessError } from '../../core/errors.ts';
import { stringify } from '../../core/json.ts';
import { driftBetween } from '../../facts/drift.ts';
import { RECORD_FILE, readRecord } from '../../record/read-record.ts';
import { conclude, unmeasured } from '../../report/conclude.ts';
import { driftAsMarkdown, driftAsText } from '../../report/drift-in-words.ts';
import { RunIndex } from '../../report/run-index.ts';
import { firstDivergence } from '../../report/side-by-side.ts';
import { sideBySideAsMarkdown, sideBySideAsText } from '../../report/side-by-side-in-words.ts';
import type { Command, Terminal } from '../command.ts';
import { readFacts } from '../read-facts.ts';

/** `drift`: what changed between two sets of facts. Exit code 1 where a consumer can feel it, else 0. */
export const drift: Command = {
  name: 'drift',
  operands: 'OLD NEW',
  arity: [2, 2],
  about:
    'what changed between two facts.json, or run folders, whatever targets they name; of two runs, also the first journey ' +
    'that shows a new breach, beside the one that was like it',
  options: {
    markdown: { type: 'boolean', about: 'as Markdown, for a pull request' },
  },
  async run(given, terminal) {
    const [old = '', fresh = ''] = given.positionals;
    const markdown = given.values.markdown === true;
    if (markdown && given.json) {
      throw new HarnessError('option-invalid', 'usage', '--markdown and --json exclude each other');
    }
    const found = driftBetween(readFacts(terminal, old), readFacts(terminal, fresh));
    const [before, after] = [old, fresh].map(path => indexOf(terminal, path));
    const divergence = before && after && firstDivergence(before, after);
    if (given.json) {
      terminal.out(
        `${JSON.stringify({ ...JSON.parse(stringify(found)), ...(divergence && { divergence }) }, null, 2)}\n`,
      );
    } else {
      terminal.out(markdown ? driftAsMarkdown(found) : driftAsText(found));
      if (divergence) terminal.out(`\n${(markdown ? sideBySideAsMarkdown : sideBySideAsText)(divergence)}`);
    }
    return found.breaking ? 1 : 0;
  },
};

/** A run by its folder, judged as today; undefined where the path leads to facts alone. */
function indexOf(terminal: Terminal, path: string): RunIndex | undefined {
  const folder = resolve(terminal.cwd, path);
  if (!existsSync(join(folder, RECORD_FILE))) return undefined;
  const evidence = readRecord(folder);
  return new RunIndex(evidence, conclude(evidence, unmeasured).summary);
}
