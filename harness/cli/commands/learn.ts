import { refuseStaleContract } from '../../contract/source.ts';
import { HarnessError } from '../../core/errors.ts';
import { conclude } from '../../report/conclude.ts';
import type { Summary } from '../../report/summary.ts';
import { type Command, text } from '../command.ts';
import { driveRun } from '../drive-run.ts';
import { targetSettingsOf } from '../environment.ts';
import { loadScenarios } from '../load-scenarios.ts';
import { newRunId } from '../run-folder.ts';
import { writeFile } from '../write-file.ts';

/** Scenarios that show which statuses onramp errors have. */
const ONRAMP_ERRORS = new Set(['contract/onramp-orders', 'contract/authentication']);

/** `learn`: meets the target once, and writes the dialect that it speaks. */
export const learn: Command = {
  name: 'learn',
  operands: '',
  arity: [0, 0],
  about: 'meets the target once and writes the dialect it speaks',
  options: {
    target: {
      type: 'string',
      value: 'embedded|remote',
      about: 'default: remote where SANDBOX_URL is set, else embedded',
    },
    out: { type: 'string', value: 'FILE', about: 'where the dialect file goes; default stdout' },
  },
  async run(given, terminal) {
    refuseStaleContract();
    const { kind, settings } = targetSettingsOf(terminal, text(given, 'target'));
    const scenarios = (await loadScenarios()).filter(
      ({ calibrates, suite, id }) => calibrates || suite === 'gaps' || ONRAMP_ERRORS.has(id),
    );
    const evidence = await driveRun(terminal, {
      kind,
      settings,
      run: newRunId(terminal),
      seed: terminal.world.randomBytes(4).readUInt32BE(),
      scenarios,
      suites: [],
      faults: [],
      sink: () => undefined,
    });
    const { summary, dialect } = conclude(evidence);
    if (evidence.end?.reason === 'interrupted') return 130;
    if (evidence.end?.reason !== 'done') {
      throw new HarnessError('target-not-met', 'unreachable', `the target could not be met: ${evidence.end?.message}`, {
        next: 'check SANDBOX_URL, and that the target is up',
      });
    }
    if (summary.verdict === 'unreachable') throw new HarnessError(summary.cause, 'unreachable', summary.message);
    const skipped = evidence.scenarios.find(({ outcome }) => outcome === 'skipped');
    if (evidence.deliveries.length === 0) {
      throw new HarnessError(
        'nothing-heard',
        'incomplete',
        'not one delivery reached the receiver, so nothing can be learned',
        {
          likely: skipped?.reason ?? 'the service does not know where to send webhooks',
          next: `set ${skipped?.setting ?? 'WEBHOOK_COMMAND'} (.env.example)`,
        },
      );
    }
    const json = `${JSON.stringify(dialect, null, 2)}\n`;
    const out = text(given, 'out');
    if (out === undefined) terminal.out(json);
    else {
      writeFile(terminal, out, json);
      if (given.json) terminal.out(json);
    }
    terminal.err(`${howSure(summary)}\n`);
    return 0;
  },
};

/** What was learned, from how much, and where another reading fits as well. */
function howSure({ dialect }: Summary): string {
  return dialect.aspects
    .map(({ aspect, candidates }) => {
      const [first, ...others] = candidates;
      if (first === undefined) return `  ${aspect}: not seen`;
      const sure = `${Math.round(first.support * first.samples)} of ${first.samples} deliveries bear it out`;
      const also =
        others.length > 0 ? `; fits as well: ${others.map(({ locator }) => JSON.stringify(locator)).join(', ')}` : '';
      return `  ${aspect}: ${JSON.stringify(first.locator)} (${sure}${also})`;
    })
    .join('\n');
}
