import { resolve } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { HarnessError, messageOf } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest.ts';
import { validated } from '../../base/parse-json.ts';
import { InvalidValue, oneOf, wholeNumber } from '../../base/parse-value.ts';
import { KnownFailures } from '../../contract/generated/file-validators.js';
import { requirements } from '../../contract/requirements.ts';
import { refuseStaleContract } from '../../contract/service.ts';
import type { KnownFailure } from '../../evidence/run-info.ts';
import { isIntrusiveAllowed, type PlanRequest } from '../../journeys/plan/run-plan.ts';
import type { Shard } from '../../journeys/run-options.ts';
import { loadScenarios, type Scenario, SUITES } from '../../journeys/scenario.ts';
import type { Target } from '../../journeys/target.ts';
import { ownCommand } from '../../settings/own-command.ts';
import type { Settings } from '../../settings/settings.ts';
import { defineCommand } from '../command.ts';
import { driveInto } from '../drive-run.ts';
import { keepBaseline, readBaseline } from '../earlier-runs.ts';
import { targetSettingsOf } from '../environment.ts';
import { writing } from '../files.ts';
import { finishRun } from '../finish-run.ts';
import { dialectFile, faultName, fileAs, RUN_FOLDER, TARGET } from '../options.ts';
import { createRunFolder, newRunId } from '../run-folder.ts';

/** A dialect file and its path as given by the user. */
const namedDialect = (path: string, cwd: string) => ({ dialect: dialectFile(path, cwd), dialectFile: path });
const suiteName = oneOf(SUITES);
const knownFailures = fileAs(parseKnownFailures);

/** `run`: starts the receiver, drives the suites against the target, writes a run folder, and prints the verdict. */
export const command = defineCommand('run', {
  options: {
    target: TARGET,
    suite: {
      value: 'NAME',
      parse: suiteName,
      repeatable: true,
      about: `a suite to drive: ${SUITES.join(', ')}; default: all`,
    },
    only: {
      value: 'SCENARIO',
      repeatable: true,
      about: 'drives only this scenario and the scenarios it needs; `explain` lists them',
    },
    dialect: {
      value: 'FILE',
      parse: namedDialect,
      about: 'checks the target against this dialect; default: learns it',
    },
    fault: {
      value: 'NAME',
      parse: faultName,
      repeatable: true,
      about: 'a fault of the embedded sandbox; `explain` lists them',
    },
    known: {
      value: 'FILE',
      parse: knownFailures,
      about: 'YAML file of known failures, which count as advice until they expire',
    },
    seed: {
      value: 'N',
      parse: wholeNumber(0, 0xffff_ffff),
      about: 'repeats the random choices of an earlier run; default: random',
    },
    shard: {
      value: 'I/N',
      parse: parseShard,
      about: 'drives the I-th of N shares of the scenarios; `merge` combines the shards into one run',
    },
    orders: {
      value: 'N',
      parse: wholeNumber(1, 10_000),
      about: 'drives N collection orders; orders that no scenario needs add load; default: as many as scenarios use',
    },
    deadline: { value: 'SECONDS', parse: wholeNumber(0, 86_400), about: 'ends the run after this time' },
    baseline: {
      value: 'FACTS|RUN_DIR',
      parse: readBaseline,
      about: 'reports what is new, known and gone since then; a breaking difference is a breach',
    },
    probeLimits: { about: 'also sends bursts and large bodies to a remote target, within limits' },
    out: RUN_FOLDER,
  },
  examples: [
    'run --target embedded',
    'run --only collection/failure --seed 7',
    'run --suite contract --suite collection --deadline 300 --json',
  ],
  async run({ options }, terminal) {
    refuseStaleContract();
    const {
      target,
      suite: suites,
      fault: faults,
      only,
      dialect,
      deadline,
      baseline,
      out,
      seed: given,
      ...others
    } = options;
    const { kind, settings } = targetSettingsOf(terminal, target);
    if (faults.length > 0 && kind === 'remote') {
      throw new HarnessError('fault-remote', 'usage', '--fault is for the embedded target', {
        next: 'add --target embedded',
      });
    }
    const id = newRunId(terminal);
    const scenarios = await loadScenarios();
    const named = scenariosNamed(only, { scenarios, suites, probeLimits: others.probeLimits }, kind);
    const folder = createRunFolder(terminal, id, out);
    const path = resolve(terminal.cwd, folder.path);
    if (baseline) writing(folder.path, () => keepBaseline(path, baseline));
    const evidence = await driveInto(folder, terminal, {
      ...others,
      kind,
      settings: shareOfOrders(settings, others.shard),
      run: id,
      seed: given ?? terminal.world.randomBytes(4).readUInt32BE(),
      scenarios,
      suites,
      only: named,
      ...dialect,
      faults,
      deadlineSeconds: deadline,
    });
    return finishRun(terminal, folder, evidence);
  },
});

/** The settings with the orders of one shard. Each shard drives its own. */
function shareOfOrders(settings: Settings, shard: Shard | undefined): Settings {
  if (shard === undefined) return settings;
  const { index, of } = shard;
  return { ...settings, orderIds: settings.orderIds.filter((_, nth) => nth % of === index - 1) };
}

function parseShard(text: string): Shard {
  const [, index = 0, of = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= of) return { index, of };
  throw new InvalidValue(`"${text}"`, 'give I/N, such as 2/3 for the second of three shards');
}

/**
 * The ids of the scenarios in `--only`, each given by its id or its name: `collection/failure`, `failure`.
 *
 * @throws HarnessError `scenario-unknown`, or `scenario-left-out` if another option excludes it (usage)
 */
export function scenariosNamed(
  names: readonly string[],
  request: Pick<PlanRequest, 'scenarios' | 'suites' | 'probeLimits'>,
  kind: Target['kind'],
): readonly string[] {
  const { scenarios, suites } = request;
  return names.map(name => {
    const found = scenarios.find(({ id }) => id === name) ?? scenarios.find(({ id }) => nameOf(id) === name);
    if (found === undefined) throw unknown(name, scenarios);
    const { id, suite, intrusive } = found;
    if (suites.length > 0 && !suites.includes(suite))
      throw leftOut(`${id} is not in ${suites.join(', ')}`, 'leave --suite out');
    if (intrusive && !isIntrusiveAllowed(request, kind))
      throw leftOut(`${id} sends bursts and large bodies, to a remote target only on request`, 'add --probe-limits');
    return id;
  });
}

function nameOf(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

function unknown(name: string, scenarios: readonly Scenario[]): HarnessError {
  const near = didYouMean(
    nameOf(name),
    scenarios.map(({ id }) => nameOf(id)),
  );
  return new HarnessError('scenario-unknown', 'usage', `there is no scenario "${name}"${near}`, {
    next: `\`${ownCommand('explain', 'scenarios')}\` lists every scenario`,
  });
}

function leftOut(why: string, next: string): HarnessError {
  return new HarnessError('scenario-left-out', 'usage', why, { next });
}

/**
 * Parses a file of known failures, a YAML or JSON list; an empty file is an empty list.
 * @param source the file's name for errors @throws HarnessError `known-failures-invalid` (usage)
 */
export function parseKnownFailures(text: string, source: string): readonly KnownFailure[] {
  const refuse = (problem: string) =>
    new HarnessError('known-failures-invalid', 'usage', `${source}: ${problem}`, {
      expected: 'a list of entries with requirement, reason, ticket, owner and expires',
      next: `\`${ownCommand('explain', 'requirements')}\` lists the requirements`,
    });
  let value: unknown;
  try {
    value = parseYaml(text) ?? [];
  } catch (cause) {
    throw refuse(`it is not YAML: ${messageOf(cause)}`);
  }
  const entries = validated(value, KnownFailures, refuse);
  const names = entries.map(({ requirement }) => requirement);
  entries.forEach(({ requirement, expires }, index) => {
    if (!requirements().has(requirement)) {
      const near = didYouMean(requirement, requirements().keys());
      throw refuse(`there is no requirement "${requirement}"${near}`);
    }
    if (names.indexOf(requirement) < index) throw refuse(`${requirement} is listed twice`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(expires) || Number.isNaN(Date.parse(expires)))
      throw refuse(`/${index}/expires is "${expires}", not a day of the form YYYY-MM-DD`);
  });
  return entries;
}
