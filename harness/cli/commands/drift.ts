import { HarnessError } from '../../core/errors.ts';
import { stringify } from '../../core/json.ts';
import { driftBetween } from '../../facts/drift.ts';
import { driftAsMarkdown, driftAsText } from '../../report/drift-in-words.ts';
import type { Command } from '../command.ts';
import { readFacts } from '../read-facts.ts';

/** `drift`: what changed between two sets of facts. Exit code 1 where a consumer can feel it, else 0. */
export const drift: Command = {
  name: 'drift',
  operands: 'OLD NEW',
  arity: [2, 2],
  about: 'what changed between two facts.json, or run folders, whatever targets they name',
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
    if (given.json) terminal.out(`${JSON.stringify(JSON.parse(stringify(found)), null, 2)}\n`);
    else terminal.out(markdown ? driftAsMarkdown(found) : driftAsText(found));
    return found.felt ? 1 : 0;
  },
};
