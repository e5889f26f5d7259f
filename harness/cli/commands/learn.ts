import { refuseStaleContract } from '../../contract/source.ts';
import { HarnessError } from '../../core/errors.ts';
import { EXIT_CODES } from '../../core/exit-codes.ts';
import { ownPath } from '../../core/own-files.ts';
import { conclude } from '../../report/conclude.ts';
import type { Summary } from '../../report/summary.ts';
import { defineCommand } from '../command.ts';
import { driveRun } from '../drive-run.ts';
import { targetSettingsOf } from '../environment.ts';
import { refuseUnwritable, writeFile } from '../files.ts';
import { loadScenarios } from '../load-scenarios.ts';
import { TARGET } from '../options.ts';
import { newRunId } from '../run-folder.ts';

/** Scenarios that show which statuses onramp errors have. */
const ONRAMP_ERRORS = new Set(['contract/onramp-orders', 'contract/authentication']);

/** `learn`: drives the target once and writes the dialect that it speaks. */
export const learn = defineCommand('learn', {
  options: {
    target: TARGET,
    out: { value: 'FILE', about: 'where the dialect goes; default: stdout' },
  },
  examples: ['learn --out dialect.json'],
  async run({ options: { target, out }, json }, terminal) {
    refuseStaleContract();
    if (out !== undefined) refuseUnwritable(terminal.cwd, out);
    const scenarios = (await loadScenarios()).filter(
      ({ calibrates, suite, id }) => calibrates || suite === 'gaps' || ONRAMP_ERRORS.has(id),
    );
    const evidence = await driveRun(terminal, {
      ...targetSettingsOf(terminal, target),
      run: newRunId(terminal),
      seed: terminal.world.randomBytes(4).readUInt32BE(),
      scenarios,
      suites: [],
      faults: [],
      sink: () => undefined,
    });
    const { summary, dialect } = conclude(evidence);
    if (evidence.end?.reason === 'interrupted') return EXIT_CODES.interrupted;
    if (evidence.end?.reason !== 'done') {
      const problem = `the target cannot be reached: ${evidence.end?.message}`;
      const next = 'check SANDBOX_URL, and that the target is up';
      throw new HarnessError('target-not-met', 'unreachable', problem, { next });
    }
    if (summary.verdict === 'unreachable') throw new HarnessError(summary.cause, 'unreachable', summary.message);
    if (evidence.deliveries.length === 0) {
      const skipped = evidence.scenarios.find(({ outcome }) => outcome === 'skipped');
      const problem = 'no delivery reached the receiver: nothing can be learned';
      throw new HarnessError('nothing-heard', 'incomplete', problem, {
        likely: skipped?.reason ?? 'the service does not know where to send webhooks',
        next: `set ${skipped?.setting ?? 'WEBHOOK_COMMAND'} (${ownPath('.env.example')})`,
      });
    }
    if (out !== undefined) writeFile(terminal.cwd, out, `${JSON.stringify(dialect, null, 2)}\n`);
    if (out === undefined || json) terminal.data(dialect, 2);
    terminal.err(`${supportOf(summary)}\n`);
    return EXIT_CODES.conformant;
  },
});

/** What was learned, from how many deliveries, and which other interpretations fit too. */
function supportOf({ dialect }: Summary): string {
  return (dialect?.aspects ?? [])
    .map(({ aspect, candidates }) => {
      const [first, ...others] = candidates;
      if (first === undefined) return `  ${aspect}: not seen`;
      const support = `${Math.round(first.support * first.samples)} of ${first.samples} deliveries agree`;
      const also = others.map(({ locator }) => JSON.stringify(locator)).join(', ');
      return `  ${aspect}: ${JSON.stringify(first.locator)} (${support}${also === '' ? '' : `; also fits: ${also}`})`;
    })
    .join('\n');
}
