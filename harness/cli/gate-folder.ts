import { HarnessError, messageOf } from '../base/errors.ts';
import type { RunInfo } from '../evidence/evidence.ts';
import { Recorder } from '../evidence/record/recorder.ts';
import type { Secret } from '../evidence/redaction/redaction.ts';
import { RECORD_SCHEMA } from '../evidence/run-info.ts';
import { visibleLine } from '../report/visible.ts';
import type { Terminal } from './command.ts';
import type { GateGiven } from './gate-options.ts';
import { createRunFolder, finishRun, newRunId } from './run-folder.ts';
import { redactorOf } from './secrets-of.ts';
import { version } from './version.ts';

/** What a gate judges, as its record names it. */
export interface GateSubject extends Required<Pick<RunInfo, 'target' | 'gate'>> {
  /** What is said when it begins, after `Gate of`. */
  readonly title: string;
  /** The part that was asked for; empty for all. */
  readonly suites: readonly string[];
  /** What must not be recorded, besides what the environment holds. */
  readonly secrets: readonly Secret[];
}

/** Makes the run folder, records what `drive` does, and writes verdict and reports. @returns the exit code */
export async function inGateFolder(
  { options, json }: GateGiven,
  terminal: Terminal,
  { target, gate, title, suites, secrets }: GateSubject,
  drive: (recorder: Recorder, seed: number) => Promise<void>,
): Promise<number> {
  const { world } = terminal;
  const seed = options.seed ?? world.randomBytes(4).readUInt32BE() >>> 1;
  const run = newRunId(terminal);
  const folder = createRunFolder(terminal, run, options.out);
  const info: RunInfo = {
    ...{ schema: RECORD_SCHEMA, run, at: world.now(), seed, harness: version(), node: process.version },
    ...{ target, gate },
    settings: {
      ...{ deliveryTimeoutMs: 0, redeliveryTimeoutMs: 0, secrets: 0, keyGiven: true, orderSetting: 'ORDER_IDS' },
      suites,
    },
  };
  const redactor = redactorOf(terminal, secrets);
  const recorder = new Recorder({ run: info, redactor, secrets: () => [], sink: folder.sink });
  terminal.err(`Gate of ${visibleLine(title)} (seed ${seed})\n`);
  try {
    await drive(recorder, seed);
  } catch (thrown) {
    if (thrown instanceof HarnessError && thrown.kind === 'usage') folder.discard();
    if (thrown instanceof HarnessError && thrown.kind !== 'unreachable') throw thrown;
    recorder.end({ at: world.now(), ...endOf(thrown) });
  } finally {
    folder.close();
  }
  return finishRun(terminal, json, folder, recorder.evidence);
}

function endOf(thrown: unknown) {
  if (!(thrown instanceof HarnessError)) return { reason: 'broken' as const, message: messageOf(thrown) };
  const { code, message, details } = thrown;
  const { received, next } = details;
  return {
    ...{ reason: 'unreachable' as const, code, message },
    ...(received !== undefined && { received }),
    ...(next !== undefined && { next }),
  };
}
