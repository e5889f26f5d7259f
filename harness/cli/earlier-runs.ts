import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HarnessError } from '../base/errors.ts';
import { ownPath } from '../base/own-files.ts';
import { parseJson } from '../base/parse-json.ts';
import { writeWhole } from '../base/write-whole.ts';
import { EarlierRun } from '../contract/generated/file-validators.js';
import { refuseStaleContract } from '../contract/service.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { readRecord } from '../evidence/record/read-record.ts';
import { type FactsFile, parseFacts } from '../facts/fact.ts';
import { type Lifecycle, parseLifecycle } from '../facts/lifecycle/lifecycle.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import type { Baseline } from '../report/comparison.ts';
import { conclude } from '../report/conclude.ts';
import { RunIndex } from '../report/run-index.ts';
import { askForSetting } from '../settings/settings.ts';
import type { Option, Terminal } from './command.ts';
import { isFolder, readFile } from './files.ts';

/** The baseline in a run folder, kept so that a replay makes the same comparison. */
export const BASELINE_FILE = 'baseline.json';

/** Reads a `facts.json`, directly or in a folder. @throws HarnessError `file-unreadable`, `facts-invalid` (usage) */
export function readFacts(path: string, cwd: string): FactsFile {
  const file = isFolder(cwd, path) ? join(path, 'facts.json') : path;
  return parseFacts(readFile(cwd, file).toString('utf8'), file);
}

/**
 * Reads the `lifecycle.json` beside the facts in a folder; `undefined` if there is none.
 * @throws HarnessError `file-unreadable`, `lifecycle-invalid` (usage)
 */
export function readLifecycle(path: string, cwd: string): Lifecycle | undefined {
  const file = join(path, 'lifecycle.json');
  if (!isFolder(cwd, path) || !existsSync(resolve(cwd, file))) return undefined;
  return parseLifecycle(readFile(cwd, file).toString('utf8'), file);
}

/**
 * Reads a baseline: facts and the lifecycle beside them; from a run folder also its findings.
 * @throws HarnessError `file-unreadable`, `facts-invalid`, `lifecycle-invalid`, `baseline-invalid` (usage)
 */
export function readBaseline(path: string, cwd: string): Baseline {
  const lifecycle = readLifecycle(path, cwd);
  const facts = { ...readFacts(path, cwd), ...(lifecycle && { lifecycle }) };
  const summary = join(path, 'summary.json');
  if (!isFolder(cwd, path) || !existsSync(resolve(cwd, summary))) return facts;
  const run = runIn(readFile(cwd, summary).toString('utf8'), summary);
  return { ...facts, ...run };
}

/** Stores the baseline of a run in its folder, an absolute path. */
export function keepBaseline(folder: string, baseline: Baseline): void {
  writeWhole(join(folder, BASELINE_FILE), `${JSON.stringify(baseline)}\n`);
}

/** The baseline in a run folder; `undefined` if it has none. @throws HarnessError as {@link readBaseline} */
export function keptBaseline(folder: string, cwd: string): Baseline | undefined {
  const path = join(folder, BASELINE_FILE);
  if (!existsSync(resolve(cwd, path))) return undefined;
  const text = readFile(cwd, path).toString('utf8');
  const { lifecycle } = JSON.parse(text);
  return {
    ...parseFacts(text, path),
    ...(lifecycle && { lifecycle: parseLifecycle(JSON.stringify(lifecycle), path) }),
    ...(text.includes('"findings":') && runIn(text, path)),
  };
}

/** The run in a summary or a stored baseline. Findings without a time get the time of the run. */
function runIn(text: string, name: string): Pick<Baseline, 'findings'> {
  const next = 'name a facts.json, or the folder of a run that ended';
  const refuse = (problem: string) => new HarnessError('baseline-invalid', 'usage', `${name}: ${problem}`, { next });
  const { startedAt, findings = [] } = parseJson(text, EarlierRun, refuse);
  const earlier = findings.map(({ id, requirement, message, check, severity, since = startedAt }) => ({
    ...{ id, requirement, message },
    ...(check !== undefined && { check }),
    ...(severity === 'advice' && { severity }),
    ...(since !== undefined && { since }),
  }));
  return { findings: earlier };
}

/** `--unverified`: reads a record that was changed after the run. */
export const UNVERIFIED = {
  about: 'reads a record that was altered after the run; every output then says so',
} as const satisfies Option;

/**
 * Reads the record in a run folder from the command line, and warns if it is not verified.
 * @throws HarnessError as `readRecord` and `refuseStaleContract`
 */
export function readEvidence(terminal: Terminal, folder: string, unverified: true | undefined): Evidence {
  refuseStaleContract();
  const evidence = readRecord(resolve(terminal.cwd, folder), { unverified });
  const { unverified: why } = evidence.run;
  if (why !== undefined) terminal.err(`warning: the record in ${folder} is not verified: ${why}\n`);
  return evidence;
}

/** The run in a folder, judged by the current checks. @param baseline what it was compared with */
export function readRun(terminal: Terminal, folder: string, unverified: true | undefined, baseline?: Baseline) {
  const evidence = readEvidence(terminal, folder, unverified);
  return new RunIndex(evidence, conclude(evidence, unmeasured, baseline).summary);
}

/**
 * Reads the record of a run that observed a service.
 * @param folder as given by the user
 * @throws HarnessError `not-a-service` (usage) for a gate; `nothing-heard` (incomplete) for a run without webhooks
 */
export function readObserved(terminal: Terminal, folder: string, unverified: true | undefined): Evidence {
  const evidence = readEvidence(terminal, folder, unverified);
  if (evidence.run.gate)
    throw new HarnessError('not-a-service', 'usage', `${folder} is the record of a gate: it observed no service`, {
      next: 'name the folder of a `run`',
    });
  refuseSilence(evidence, `${folder} has no delivery`);
  return evidence;
}

/** Refuses the evidence of a run without webhooks. @throws HarnessError `nothing-heard` (incomplete) */
export function refuseSilence({ deliveries, scenarios, run }: Evidence, what: string): void {
  if (deliveries.length > 0) return;
  const skipped = scenarios.find(({ outcome }) => outcome === 'skipped');
  throw new HarnessError('nothing-heard', 'incomplete', `${what}: nothing can be learned`, {
    likely: skipped?.reason ?? 'the service does not know where to send webhooks',
    next: `${askForSetting(skipped?.setting ?? 'WEBHOOK_COMMAND', run)} (${ownPath('.env.example')}), and run again`,
  });
}
