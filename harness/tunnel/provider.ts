import type { TunnelKind } from '../core/settings.ts';

/** Where the receiver listens, as seen from this machine. */
export interface ReceiverAddress {
  readonly host: string;
  readonly port: number;
}

/** One opened way from outside to the receiver. Whether it leads there is not its to say: it is proved (`tunnel.ts`). */
export interface TunnelConnection {
  /** Public addresses (http or https, no trailing slash) that may lead to the receiver, the best first. More may come. */
  addresses(): readonly string[];
  /** Resolves with the reason once the way is known to be broken; never where nobody can tell. */
  readonly broken: Promise<string>;
  /** The last that whoever carries it said, for an error; empty where it says nothing. May hold secrets. */
  said(): string;
  /** Ends it, with every process and connection of its own. */
  close(): Promise<void>;
}

/** One kind of tunnel. */
export interface TunnelProvider {
  readonly kind: TunnelKind;
  /** What a person would call it: `cloudflared`, `ssh to tunnel@host`. No secrets. */
  readonly name: string;
  /** The setting to look at where it fails. */
  readonly setting: string;
  /** How long its address may take to lead to the receiver, in milliseconds. */
  readonly patienceMs: number;
  /** Whether opening it again may mend it; where not, it can only be waited for. */
  readonly reopens: boolean;
  /** Why its address may lead nowhere although all else is well. */
  readonly likely: string;
  /** Opens a way to the receiver. @throws HarnessError `tunnel-failed` (unreachable) */
  open(receiver: ReceiverAddress, signal: AbortSignal): Promise<TunnelConnection>;
}
