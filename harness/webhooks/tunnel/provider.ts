import { type ErrorDetails, HarnessError } from '../../base/errors.ts';
import type { Trouble } from '../../evidence/evidence.ts';
import type { TunnelRecord } from '../../evidence/run-info.ts';
import type { TunnelKind } from '../../settings/settings.ts';
import type { World } from '../../world/world.ts';
import type { Receiver } from '../receiver.ts';
import type { Probes } from './probes.ts';

/** The receiver's address on this machine. */
export type ReceiverAddress = Pick<Receiver, 'host' | 'port'>;

/** An open connection from outside. Whether it leads to the receiver is verified separately. */
export interface TunnelConnection {
  /** Public addresses (http or https, no trailing slash) that may lead to the receiver, best first. More may follow. */
  addresses(): readonly string[];
  /** Resolves with the reason once the connection is known to be broken. It may never resolve. */
  readonly broken: Promise<string>;
  /** The last output of the program or server, for error messages. It may contain secrets. */
  said(): string;
  /** Ends it with all its processes and connections. */
  close(): Promise<void>;
}

/** One kind of tunnel. */
export interface TunnelProvider {
  readonly kind: TunnelKind;
  /** The name for a user: `cloudflared`, `ssh to tunnel@host`. No secrets. */
  readonly name: string;
  /** The setting to check after a failure. */
  readonly setting: string;
  /** How long its address may take until it leads to the receiver, in milliseconds. */
  readonly patienceMs: number;
  /** Whether reopening may help. If not, an outage can only be waited out. */
  readonly reopens: boolean;
  /** Why its address may lead nowhere although everything else works. */
  readonly likely: string;
  /** The cause and the next step after its program ended, from the last output. */
  readonly explain?: (said: string) => Pick<ErrorDetails, 'likely' | 'next'>;
  /** Opens a connection to the receiver. @throws HarnessError `tunnel-failed` (unreachable) */
  open(receiver: ReceiverAddress, signal: AbortSignal): Promise<TunnelConnection>;
}

/** An error of a tunnel. It says nothing about the service. @param what continues "the tunnel (name)" */
export function tunnelError(code: string, name: string, what: string, details: ErrorDetails): HarnessError {
  return new HarnessError(code, 'unreachable', `the tunnel (${name}) ${what}`, details);
}

/** The options of a tunnel. */
export interface TunnelOptions {
  readonly world: World;
  readonly provider: TunnelProvider;
  readonly probes: Probes;
  readonly receiver: ReceiverAddress;
  /** The path of the receiver; empty if it accepts any. */
  readonly path: string;
  /** The clock of the record. */
  readonly stamp: () => number;
  /** Ends everything. */
  readonly signal: AbortSignal;
  /** Records trouble. */
  readonly trouble?: (trouble: Trouble) => void;
  /** Records the public address, initially and whenever it changes. */
  readonly seen?: (tunnel: TunnelRecord) => void;
  /** Called when the public address has changed, to point webhooks there. */
  readonly moved?: (url: string) => Promise<void>;
  /** Called if the tunnel stays broken, so that the run cannot go on. */
  readonly lost?: (error: unknown) => void;
}
