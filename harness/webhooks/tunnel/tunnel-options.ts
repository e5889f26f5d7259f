import type { Trouble, TunnelSeen } from '../../evidence/evidence.ts';
import type { World } from '../../world/world.ts';
import type { Probes } from './probes.ts';
import type { ReceiverAddress, TunnelProvider } from './provider.ts';

/** What a tunnel needs. */
export interface TunnelOptions {
  readonly world: World;
  readonly provider: TunnelProvider;
  readonly probes: Probes;
  readonly receiver: ReceiverAddress;
  /** The path of the receiver; empty where it takes any. */
  readonly path: string;
  /** The clock of the record. */
  readonly stamp: () => number;
  /** Ends everything. */
  readonly signal: AbortSignal;
  /** Records trouble. */
  readonly trouble?: (trouble: Trouble) => void;
  /** Records the public address, initially and whenever it changes. */
  readonly seen?: (tunnel: TunnelSeen) => void;
  /** Called when the public address has changed, to point webhooks there. */
  readonly moved?: (url: string) => Promise<void>;
  /** Called when the tunnel stays broken: the run cannot go on. */
  readonly lost?: (error: unknown) => void;
}
