import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HarnessError } from '../../core/errors.ts';
import { EXIT_CODES } from '../../core/exit-codes.ts';
import { stringify } from '../../core/json.ts';
import { driftBetween } from '../../facts/drift.ts';
import { unmeasured } from '../../mutation/measure.ts';
import { RECORD_FILE, readRecord } from '../../record/read-record.ts';
import { compare } from '../../report/comparison.ts';
import { conclude } from '../../report/conclude.ts';
import { comparisonAsMarkdown, comparisonAsText } from '../../report/describe-comparison.ts';
import { sideBySideAsMarkdown, sideBySideAsText } from '../../report/describe-side-by-side.ts';
import { RunIndex } from '../../report/run-index.ts';
import { firstDivergence } from '../../report/side-by-side.ts';
import { readBaseline, readFacts } from '../baseline.ts';
import { defineCommand } from '../command.ts';

/** `drift`: what changed between two sets of facts, or runs. Exit code 1 where it breaks consumers, else 0. */
export const drift = defineCommand('drift', {
  options: { markdown: { about: 'prints Markdown, for a pull request' } },
  examples: ['drift reports/observed/embedded reports/runs/latest'],
  async run({ operands: [old, fresh], options: { markdown }, json }, terminal) {
    if (markdown && json) throw new HarnessError('option-invalid', 'usage', '--markdown and --json exclude each other');
    const { cwd } = terminal;
    const found = driftBetween(readFacts(old, cwd), readFacts(fresh, cwd));
    const [before, after] = [old, fresh].map(path => indexOf(resolve(cwd, path)));
    const earlier = before?.summary.findings ?? readBaseline(old, cwd).findings;
    const comparison = compare(found, earlier, after?.summary.findings);
    const divergence = before && after && firstDivergence(before, after);
    if (json) {
      const { drift: facts, ...rest } = comparison;
      terminal.data({ ...JSON.parse(stringify(facts)), ...rest, ...(divergence && { divergence }) }, 2);
    } else {
      terminal.out(markdown ? comparisonAsMarkdown(comparison) : comparisonAsText(comparison));
      if (divergence) terminal.out(`\n${(markdown ? sideBySideAsMarkdown : sideBySideAsText)(divergence)}`);
    }
    return comparison.breaking ? EXIT_CODES.nonconformant : EXIT_CODES.conformant;
  },
});

/** A run by its folder, judged by today's checks; undefined for a path that leads to facts alone. */
function indexOf(folder: string): RunIndex | undefined {
  if (!existsSync(join(folder, RECORD_FILE))) return undefined;
  const evidence = readRecord(folder);
  return new RunIndex(evidence, conclude(evidence, unmeasured).summary);
}
