import type { Dialect } from '../core/dialect.ts';
import type { KnownFailure } from '../core/known-failure.ts';
import type { Secret } from '../core/redaction.ts';
import type { World } from '../core/world.ts';
import type { Sink } from '../record/recorder.ts';
import type { TunnelProvider } from '../tunnel/provider.ts';
import type { Session } from './session.ts';
import type { Shard } from './shard.ts';
import type { Target } from './target.ts';

/** Makes a target. `signal` ends what it has under way; `hide` takes secrets out of a text. */
export type TargetMaker = (signal: AbortSignal, hide: (text: string) => string) => Promise<Target>;

/** What a session needs. */
export interface SessionOptions {
  readonly world: World;
  readonly target: TargetMaker;
  /** The run's id. */
  readonly run: string;
  readonly seed: number;
  /** The harness's version. */
  readonly harness: string;
  readonly suites: readonly string[];
  /** Which share of the scenarios is driven. */
  readonly shard?: Shard;
  readonly receiverHost: string;
  readonly receiverPort: number;
  /** The path that webhooks come to. Absent: any, for a service whose webhook address was set beforehand. */
  readonly receiverPath?: string;
  /** What leads the service to the receiver. Absent: it needs no leading, and reaches the receiver's own address. */
  readonly tunnel?: {
    readonly provider: TunnelProvider;
    /** Bytes that nobody can foretell: unlike the world's, never from the seed. */
    readonly random: (size: number) => Buffer;
  };
  readonly maxInFlight: number;
  /** Whether a remote target is asked for more than a stranger's service should bear unasked. Default no. */
  readonly probeLimits?: boolean;
  /** What may never be recorded, beside the signing secrets that the target makes known. */
  readonly secrets: readonly Secret[];
  readonly signatureHeader?: string;
  /** The dialect that the target is held to. */
  readonly dialect?: Dialect;
  readonly faults?: readonly string[];
  /** Breaches that are known, and borne with. */
  readonly known?: readonly KnownFailure[];
  readonly sink: Sink;
  /**
   * Decides the pseudonyms and the idempotency keys. Random, and never from the seed: it stands in the record, so that
   * pseudonyms could be undone, and comes again, so that keys would.
   */
  readonly pseudonymKey: Buffer;
  /** Called with the session as soon as its record is begun, to follow it or stop it. */
  readonly opened?: (session: Session) => void;
}
