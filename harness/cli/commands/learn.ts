import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EXIT_CODES, HarnessError } from '../../base/errors.ts';
import { plural } from '../../base/plural.ts';
import { refuseStaleContract } from '../../contract/service.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { remedyFor } from '../../journeys/reachability.ts';
import { loadScenarios, type Scenario } from '../../journeys/scenario.ts';
import { unmeasured } from '../../judgement/mutation/measure.ts';
import { measureParity, type Parity } from '../../proof/twin/measure-parity.ts';
import { observe } from '../../proof/twin/observed.ts';
import { type NotModelled, type TwinDialect, twinDialect } from '../../proof/twin/twin-keys.ts';
import { conclude } from '../../report/conclude.ts';
import { defineCommand, type Terminal } from '../command.ts';
import { driveBriefly } from '../drive-run.ts';
import { readObserved, refuseSilence, UNVERIFIED } from '../earlier-runs.ts';
import { targetSettingsOf } from '../environment.ts';
import { isFolder, writeFile, writing } from '../files.ts';
import { TARGET } from '../options.ts';
import type { Outputs } from '../outputs.ts';

/** Scenarios of the collection suite that show dialect keys beyond the calibrating ones. */
const SHOWING = ['collection/refused-deliveries', 'collection/amount-mismatch', 'collection/invalid-calls'];

/** `learn`: writes the dialect of a target, from a new run or from the record of one. */
export const command = defineCommand('learn', {
  options: {
    target: { ...TARGET, excludes: 'from' },
    from: { value: 'RUN_DIR', about: 'learns from a recorded run instead of driving the target' },
    unverified: UNVERIFIED,
    out: { value: 'FILE', about: 'output file; default: stdout' },
  },
  examples: ['learn --out dialect.json', 'learn --from reports/runs/latest --out dialect.json'],
  async run({ options: { target, from, unverified, out } }, terminal) {
    refuseStaleContract();
    if (out !== undefined) refuseUnwritable(terminal.cwd, out);
    const scenarios = await loadScenarios();
    const evidence =
      from === undefined ? await driveOnce(terminal, target, scenarios) : readObserved(terminal, from, unverified);
    if (evidence === undefined) return EXIT_CODES.interrupted;
    const observed = observe(evidence);
    const spoken = await twinDialect(observed, scenarios);
    const { gaps } = await measureParity(observed, spoken, scenarios);
    const dialect: TwinDialect = { ...spoken, notModelled: notModelledIn(gaps) };
    if (out !== undefined) writeFile(terminal.cwd, out, `${JSON.stringify(dialect, null, 2)}\n`);
    if (out === undefined || terminal.json) terminal.data(dialect satisfies Outputs['learn'], 2);
    terminal.err(`${keysInWords(dialect)}\n`);
    return EXIT_CODES.conformant;
  },
});

/** Refuses an unwritable file before any work is done for it. @throws HarnessError `out-unwritable` (usage) */
function refuseUnwritable(cwd: string, path: string): void {
  const file = resolve(cwd, path);
  writing(path, () => {
    if (isFolder(cwd, path)) readFileSync(file);
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
  });
}

/** Drives what a dialect needs from the target. @returns `undefined` if the user interrupted it */
async function driveOnce(
  terminal: Terminal,
  target: 'embedded' | 'remote' | undefined,
  scenarios: readonly Scenario[],
): Promise<Evidence | undefined> {
  // Scenarios that show nothing new would waste orders.
  const showing = scenarios.filter(
    ({ calibrates, suite, id }) => calibrates === true || suite !== 'collection' || SHOWING.includes(id),
  );
  const evidence = await driveBriefly(terminal, targetSettingsOf(terminal, target), showing);
  if (evidence.end?.reason === 'interrupted') return undefined;
  if (evidence.end?.reason !== 'done') {
    const problem = `the target cannot be reached: ${evidence.end?.message}`;
    const next = evidence.end?.next ?? remedyFor(evidence.end?.message ?? '', 'SANDBOX_URL');
    throw new HarnessError('target-not-met', 'unreachable', problem, { next });
  }
  const { summary } = conclude(evidence, unmeasured);
  if (summary.verdict === 'unreachable') throw new HarnessError(summary.cause, 'unreachable', summary.message);
  refuseSilence(evidence, 'no delivery reached the receiver');
  return evidence;
}

/** The differences that a consumer would notice, by gap. */
function notModelledIn(gaps: Parity['gaps']): NotModelled {
  const felt = gaps.map(({ gap, differences }) => {
    const own = differences.filter(({ breaking }) => breaking);
    return [gap, own.map(({ breaking: _, kind: __, ...difference }) => difference)] as const;
  });
  return Object.fromEntries(felt.filter(([, own]) => own.length > 0));
}

/** How much of the dialect was observed, and what the twin does not model. */
function keysInWords({ evidence, notModelled = {} }: TwinDialect): string {
  const all = Object.values(evidence);
  const seen = all.filter(one => one !== 'assumed').length;
  const gaps = Object.keys(notModelled);
  const left = gaps.length === 0 ? 'all observed behavior is modelled' : `not modelled: ${gaps.join(', ')}`;
  return `  ${seen} of ${plural(all.length, 'key')} observed, the others assumed; ${left}`;
}
