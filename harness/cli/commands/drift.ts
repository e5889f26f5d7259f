import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT_CODES } from '../../base/errors.ts';
import { stringify } from '../../base/json.ts';
import { RECORD_FILE } from '../../evidence/record/read-record.ts';
import { type Drift, driftBetween } from '../../facts/drift.ts';
import { lifecycleIn } from '../../facts/lifecycle/lifecycle.ts';
import { compareLifecycles } from '../../facts/lifecycle/machines.ts';
import { compare } from '../../report/comparison.ts';
import { comparisonAsMarkdown } from '../../report/describe-comparison.ts';
import { defineCommand } from '../command.ts';
import { readBaseline, readFacts, readLifecycle, readRun, UNVERIFIED } from '../earlier-runs.ts';
import type { Outputs } from '../outputs.ts';

/** `drift`: what changed between two sets of facts, or two runs. Exit code 1 if that breaks consumers, otherwise 0. */
export const command = defineCommand('drift', {
  options: { unverified: UNVERIFIED },
  examples: ['drift reports/observed/embedded reports/runs/latest'],
  async run({ operands: [old, fresh], options: { unverified } }, terminal) {
    const { cwd } = terminal;
    const found = driftBetween(readFacts(old, cwd), readFacts(fresh, cwd));
    const [before, after] = [old, fresh].map(path =>
      existsSync(resolve(cwd, path, RECORD_FILE)) ? readRun(terminal, path, unverified) : undefined,
    );
    const earlier = before?.summary.findings ?? readBaseline(old, cwd).findings;
    const [was, is] = [before, after].map((index, nth) =>
      index ? lifecycleIn(index.view) : readLifecycle(nth === 0 ? old : fresh, cwd),
    );
    const lifecycle = was && is && compareLifecycles(was, is);
    const comparison = compare(found, earlier, after?.summary.findings, lifecycle);
    if (terminal.json) {
      const { drift: facts, ...rest } = comparison;
      const exact: Drift = JSON.parse(stringify(facts));
      terminal.data({ ...exact, ...rest } satisfies Outputs['drift'], 2);
    } else terminal.out(comparisonAsMarkdown(comparison));
    return comparison.breaking ? EXIT_CODES.nonconformant : EXIT_CODES.conformant;
  },
});
