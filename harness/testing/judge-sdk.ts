import type { Evidence } from '../evidence/evidence.ts';
import { Recorder } from '../evidence/record/recorder.ts';
import { Redactor } from '../evidence/redaction/redaction.ts';
import { Adapter } from '../gates/sdk/adapter.ts';
import type { Launch } from '../gates/sdk/connection.ts';
import { driveGate } from '../gates/sdk/drive-gate.ts';
import { EDITION } from '../gates/sdk/edition.ts';
import type { Area } from '../gates/sdk/protocol.ts';
import { conclude } from '../report/conclude.ts';
import type { Summary } from '../report/summary.ts';
import { realWorld } from '../world/real-world.ts';
import { RunningTime } from '../world/running-time.ts';
import type { World } from '../world/world.ts';
import { RUN_INFO } from './samples.ts';

interface JudgeSdkOptions {
  readonly only?: Area;
  readonly caseId?: string;
  /** Stops at the first breach. Default false. */
  readonly firstBreach?: boolean;
  /** Default 1. */
  readonly seed?: number;
  /** Default: an unhurried world with random bytes from the seed. */
  readonly world?: World;
}

/** Judges an SDK. The record is kept in memory only. */
export async function judgeSdk(launch: Launch, options: JudgeSdkOptions = {}): Promise<Summary> {
  return conclude(await gateSdk(launch, options)).summary;
}

/** Runs the gate against an SDK. @returns what it observed */
export async function gateSdk(launch: Launch, options: JudgeSdkOptions = {}): Promise<Evidence> {
  const { only, seed = 1 } = options;
  const { world = unhurriedWorld({ seed }) } = options;
  const time = new RunningTime(world);
  const adapter = new Adapter(time, launch);
  const { name, version, language, clock, methods } = await adapter.describe();
  const recorder = new Recorder({
    run: {
      ...{ ...RUN_INFO, at: world.now(), seed, target: { kind: 'sdk', url: name } },
      gate: {
        edition: EDITION,
        adapter: { name, version, language, clock, methods, command: ['sh', '-c', `exec '${name}' "$SDK"`] },
        ...(only && { only }),
      },
    },
    redactor: new Redactor(world.randomBytes(32)),
    secrets: () => [],
    sink: () => {},
  });
  const { signal } = new AbortController();
  const description = { name, version, language, clock, methods };
  await driveGate({ ...options, signal, world, adapter, description, recorder, seed, time });
  await adapter.close();
  time.close();
  return recorder.evidence;
}

/** The factor by which the monotonic clock is slower. */
const SLOWER = 1_000;

/**
 * The real world with a monotonic clock that is a thousand times slower, so that no limit of running time is reached
 * and a busy machine skips no case. Timers and the wall clock are real.
 */
export function unhurriedWorld(options?: Parameters<typeof realWorld>[0]): World {
  return { ...realWorld(options), monotonic: () => performance.now() / SLOWER };
}
