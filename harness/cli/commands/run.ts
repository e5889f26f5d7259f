import { resolve } from 'node:path';
import { refuseStaleContract } from '../../contract/source.ts';
import { parseDialect } from '../../core/dialect.ts';
import { HarnessError } from '../../core/errors.ts';
import type { Evidence } from '../../core/evidence.ts';
import { nearest } from '../../core/nearest.ts';
import type { Settings } from '../../core/settings.ts';
import type { Shard } from '../../journeys/plan/shard.ts';
import { SUITES } from '../../journeys/scenario.ts';
import { readRecord } from '../../record/read-record.ts';
import type { Baseline } from '../../report/baseline.ts';
import { type Conclusion, conclude } from '../../report/conclude.ts';
import { comparisonAsText } from '../../report/drift-in-words.ts';
import { keepBaseline, readBaseline } from '../baseline.ts';
import { type Command, type Given, list, type Terminal, text } from '../command.ts';
import { type DriveOptions, driveRun } from '../drive-run.ts';
import { targetSettingsOf } from '../environment.ts';
import { parseKnownFailures } from '../known-failures.ts';
import { loadScenarios } from '../load-scenarios.ts';
import { printVerdict } from '../print-verdict.ts';
import { readFile } from '../read-file.ts';
import { createRunFolder, newRunId, type RunFolder, writeConclusion } from '../run-folder.ts';
import { wholeNumber } from '../whole-number.ts';

/** `run`: the main job. Starts the receiver, meets the target, drives the suites, writes a run folder, says the verdict. */
export const run: Command = {
  name: 'run',
  operands: '',
  arity: [0, 0],
  about: 'drives the suites against the target, writes a run folder, prints the verdict',
  options: {
    target: {
      type: 'string',
      value: 'embedded|remote',
      about: 'default: remote where SANDBOX_URL is set, else embedded',
    },
    suite: { type: 'string', value: 'NAME', repeatable: true, about: `${SUITES.join(', ')}; default all` },
    dialect: { type: 'string', value: 'FILE', about: 'hold the target to this dialect; default: learn it' },
    fault: {
      type: 'string',
      value: 'NAME',
      repeatable: true,
      about: 'a breach that the embedded sandbox commits; `explain faults` lists them',
    },
    known: {
      type: 'string',
      value: 'FILE',
      about: 'breaches that are known and borne with until they expire (YAML; README)',
    },
    seed: { type: 'string', value: 'N', about: 'replays the choices of an earlier run; default random' },
    shard: { type: 'string', value: 'I/N', about: 'drive the I-th of N shares; `merge` makes one run of all shards' },
    deadline: { type: 'string', value: 'SECONDS', about: 'end the run after so long, whatever is under way' },
    baseline: {
      type: 'string',
      value: 'FACTS|RUN_DIR',
      about: 'say what is new, known and gone since then; what a consumer can feel of it is a breach',
    },
    'probe-limits': { type: 'boolean', about: 'send a remote target bursts and large bodies too, within bounds' },
    out: { type: 'string', value: 'DIR', about: 'run folder, new or empty; default reports/runs/<run id>' },
  },
  async run(given, terminal) {
    refuseStaleContract();
    const shard = shardOf(given);
    const { kind, settings: all } = targetSettingsOf(terminal, text(given, 'target'));
    const settings = ordersOf(all, shard);
    const faults = list(given, 'fault');
    if (faults.length > 0 && kind === 'remote') {
      throw new HarnessError('fault-remote', 'usage', '--fault is for the embedded target', {
        next: 'add --target embedded',
      });
    }
    const seed = wholeNumber(given, 'seed', 0xffff_ffff) ?? terminal.world.randomBytes(4).readUInt32BE();
    const deadline = wholeNumber(given, 'deadline', 86_400);
    const file = text(given, 'dialect');
    const dialect = file === undefined ? undefined : parseDialect(readFile(terminal, file).toString('utf8'), file);
    const knownFile = text(given, 'known');
    const known =
      knownFile === undefined
        ? undefined
        : parseKnownFailures(readFile(terminal, knownFile).toString('utf8'), knownFile);
    const suites = knownSuites(list(given, 'suite'));
    const since = text(given, 'baseline');
    const baseline = since === undefined ? undefined : readBaseline(terminal, since);
    const run = newRunId(terminal);
    const scenarios = await loadScenarios();
    const folder = createRunFolder(terminal, run, text(given, 'out'));
    if (baseline) keepBaseline(terminal, folder.path, baseline);
    const evidence = await driveInto(folder, terminal, {
      kind,
      settings,
      run,
      seed,
      scenarios,
      suites,
      shard,
      dialect,
      faults,
      known,
      sink: folder.sink,
      probeLimits: given.values['probe-limits'] === true,
      deadlineSeconds: deadline,
      leave: () => void judgeAndWrite(terminal, folder.path, readRecord(resolve(terminal.cwd, folder.path)), baseline),
    });
    const conclusion = judgeAndWrite(terminal, folder.path, evidence, baseline);
    if (given.json) terminal.out(`${JSON.stringify(conclusion.summary, null, 2)}\n`);
    else {
      if (conclusion.comparison) terminal.out(`\n${comparisonAsText(conclusion.comparison)}`);
      terminal.out(printVerdict(conclusion.summary, folder.path));
    }
    return conclusion.summary.exitCode;
  },
};

/** Of ready orders, too, each shard drives its own. */
function ordersOf(settings: Settings, shard: Shard | undefined): Settings {
  if (shard === undefined) return settings;
  const { index, of } = shard;
  return { ...settings, orderIds: settings.orderIds.filter((_, nth) => nth % of === index - 1) };
}

function shardOf(given: Given): Shard | undefined {
  const value = text(given, 'shard');
  if (value === undefined) return undefined;
  const [, index = 0, of = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(value) ?? []).map(Number);
  if (index >= 1 && index <= of) return { index, of };
  throw new HarnessError('option-invalid', 'usage', `--shard is "${value}"`, {
    expected: 'I/N, such as 2/3: the second of three shards',
  });
}

function judgeAndWrite(terminal: Terminal, folder: string, evidence: Evidence, baseline?: Baseline): Conclusion {
  const conclusion = conclude(evidence, undefined, baseline);
  writeConclusion(terminal, folder, evidence, conclusion);
  return conclusion;
}

/** A run that could not get going has a record all the same, and that is what is judged. */
async function driveInto(folder: RunFolder, terminal: Terminal, options: DriveOptions): Promise<Evidence> {
  try {
    return await driveRun(terminal, options);
  } catch (thrown) {
    if (!(thrown instanceof HarnessError) || thrown.kind !== 'unreachable') throw thrown;
    terminal.err(`${thrown.explain()}\n`);
    return readRecord(resolve(terminal.cwd, folder.path));
  } finally {
    folder.close();
  }
}

function knownSuites(names: readonly string[]): readonly string[] {
  const unknown = names.find(name => !SUITES.some(suite => suite === name));
  if (unknown === undefined) return names;
  const near = nearest(unknown, SUITES);
  throw new HarnessError('suite-unknown', 'usage', `there is no suite "${unknown}"`, {
    expected: SUITES.join(', '),
    ...(near !== undefined && { likely: `${near} was meant` }),
  });
}
