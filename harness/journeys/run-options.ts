import type { Dialect } from '../evidence/dialect.ts';
import type { RunInfo } from '../evidence/evidence.ts';
import type { Recorder, Sink } from '../evidence/record/recorder.ts';
import type { Secret } from '../evidence/redaction/redaction.ts';
import { type KnownFailure, RECORD_SCHEMA } from '../evidence/run-info.ts';
import { version } from '../settings/own-command.ts';
import { TEST_KEY } from '../settings/settings.ts';
import type { TunnelProvider } from '../webhooks/tunnel/provider.ts';
import type { World } from '../world/world.ts';
import type { RunControl } from './run-control.ts';
import type { Scenario } from './scenario.ts';
import type { Target } from './target.ts';

/** One of several runs that share the scenarios; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * What the user asks of a run. One object carries it from the command line to all users, so a new option of `run` is a
 * row of its option table, a field here, and the code that uses it.
 */
export interface RunRequest {
  /** The run's id. */
  readonly run: string;
  readonly seed: number;
  readonly scenarios: readonly Scenario[];
  /** Suites to drive; all if empty. */
  readonly suites: readonly string[];
  /** Ids of scenarios to drive, with what they depend on; all of the suites if empty. */
  readonly only?: readonly string[] | undefined;
  /** The share of the scenarios to drive. Default: all. */
  readonly shard?: Shard | undefined;
  /** The expected dialect. Default: the run learns it. */
  readonly dialect?: Dialect | undefined;
  /** The file of the dialect. */
  readonly dialectFile?: string | undefined;
  /** Breaches that the embedded sandbox commits. */
  readonly faults?: readonly string[] | undefined;
  /** Known failures, reported as advice until they expire. */
  readonly known?: readonly KnownFailure[] | undefined;
  /** Whether intrusive scenarios are also sent to a remote target. Default: no. */
  readonly probeLimits?: boolean | undefined;
  /** How many collection orders to drive, if there are enough. Default: as many as the scenarios can use. */
  readonly orders?: number | undefined;
  /** Seconds after which the run ends. Default: no limit. */
  readonly deadlineSeconds?: number | undefined;
}

/** A request, and everything needed to carry it out. */
export interface RunOptions extends RunRequest {
  readonly world: World;
  /** Creates the target. `signal` ends what it does. */
  readonly target: (signal: AbortSignal) => Promise<Target>;
  readonly receiverHost: string;
  readonly receiverPort: number;
  /** The path of webhooks. Absent: any path, for a service whose webhook address was set beforehand. */
  readonly receiverPath?: string | undefined;
  /** The tunnel to the receiver. Absent: the service reaches the receiver's own address. */
  readonly tunnel?: { readonly provider: TunnelProvider; readonly random: (size: number) => Buffer } | undefined;
  /** The most journeys at once. */
  readonly maxInFlight: number;
  /** Secrets that must not be recorded, in addition to the signing secrets of the target. */
  readonly secrets: readonly Secret[];
  readonly signatureHeader?: string | undefined;
  readonly sink: Sink;
  /**
   * Determines the pseudonyms and the idempotency keys. It is random and not derived from the seed: the seed is in the
   * record, so pseudonyms could be reversed, and it is reused, so keys would repeat.
   */
  readonly pseudonymKey: Buffer;
  /** Called as soon as the record has begun, to follow or stop the run. */
  readonly opened?: ((run: { readonly recorder: Recorder; readonly control: RunControl }) => void) | undefined;
}

/** The first line of the record, which describes the run. @param at the start, in milliseconds since the epoch */
export function runInfo(options: Omit<RunRequest, 'scenarios'>, target: Target, at: number): RunInfo {
  return {
    schema: RECORD_SCHEMA,
    run: options.run,
    at,
    seed: options.seed,
    target: { kind: target.kind, url: target.address.sandboxUrl },
    harness: version(),
    node: process.version,
    settings: {
      deliveryTimeoutMs: target.deliveryTimeoutMs,
      redeliveryTimeoutMs: target.redeliveryTimeoutMs,
      secrets: target.signingSecrets.length,
      suites: options.suites,
      ...(options.only && options.only.length > 0 && { only: options.only }),
      keyGiven: target.keyGiven,
      ...(target.address.apiKey !== undefined && { isTestKey: target.address.apiKey.startsWith(TEST_KEY) }),
      orderSetting: target.orderSetting,
      ...(target.settingsGiven && { given: target.settingsGiven }),
      ...(target.networks.length > 0 && { networksGiven: true }),
      ...(options.shard && { shards: { of: options.shard.of, have: [options.shard.index] } }),
    },
    ...(options.dialect && { dialect: options.dialect }),
    ...(options.dialectFile !== undefined && { dialectFile: options.dialectFile }),
    ...(options.faults && options.faults.length > 0 && { faults: options.faults }),
    ...(options.known && { known: options.known }),
  };
}
