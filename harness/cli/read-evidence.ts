import { resolve } from 'node:path';
import { HarnessError } from '../base/errors.ts';
import { refuseStaleContract } from '../contract/source.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { readRecord } from '../evidence/record/read-record.ts';
import { askForSetting } from '../settings/settings.ts';
import type { Option, Terminal } from './command.ts';

/** `--unverified`: reads a record that was changed after the run. */
export const UNVERIFIED = {
  about: 'reads a record that was altered after the run; every output then says so',
} as const satisfies Option;

/**
 * Reads the record in a run folder that the command line names, and warns where it may not be what was recorded.
 * @throws HarnessError as `readRecord` and `refuseStaleContract`
 */
export function readEvidence(terminal: Terminal, folder: string, unverified: true | undefined): Evidence {
  refuseStaleContract();
  const evidence = readRecord(resolve(terminal.cwd, folder), { unverified });
  warnUnverified(terminal, folder, evidence);
  return evidence;
}

/** Warns where the evidence of a run folder may not be what was recorded. */
export function warnUnverified({ err }: Terminal, folder: string, { run: { unverified: why } }: Evidence): void {
  if (why !== undefined) err(`warning: the record in ${folder} is not verified: ${why}\n`);
}

/**
 * Reads the same of a run that shows something of a service.
 * @param folder as the person named it
 * @throws HarnessError `not-a-service` (usage) for the record of a gate; `nothing-heard` (incomplete) without webhooks
 */
export function readObserved(terminal: Terminal, folder: string, unverified: true | undefined): Evidence {
  const evidence = readEvidence(terminal, folder, unverified);
  const { run, deliveries } = evidence;
  if (run.gate)
    throw new HarnessError('not-a-service', 'usage', `${folder} is the record of a gate: it observed no service`, {
      next: 'name the folder of a `run`',
    });
  if (deliveries.length === 0)
    throw new HarnessError('nothing-heard', 'incomplete', `${folder} has no delivery: nothing can be learned from it`, {
      likely: 'the service does not know where to send webhooks',
      next: `${askForSetting('WEBHOOK_COMMAND', run)}, and run again`,
    });
  return evidence;
}
