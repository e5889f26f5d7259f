import { resolve } from 'node:path';
import { HarnessError } from '../base/errors.ts';
import { ownPath } from '../base/own-files.ts';
import { refuseStaleContract } from '../contract/source.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { readRecord } from '../evidence/record/read-record.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import type { Baseline } from '../report/comparison.ts';
import { conclude } from '../report/conclude.ts';
import { RunIndex } from '../report/run-index.ts';
import { askForSetting } from '../settings/settings.ts';
import type { Option, Terminal } from './command.ts';

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
