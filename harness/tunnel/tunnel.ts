import { HarnessError, messageOf } from '../core/errors.ts';
import type { HeaderFidelity, Trouble, TunnelSeen } from '../core/evidence.ts';
import type { World } from '../core/world.ts';
import { examine } from './fidelity.ts';
import type { Probes } from './probes.ts';
import { prove } from './prove.ts';
import type { ReceiverAddress, TunnelConnection, TunnelProvider } from './provider.ts';

/** What a tunnel needs. */
export interface TunnelOptions {
  readonly world: World;
  readonly provider: TunnelProvider;
  readonly probes: Probes;
  readonly receiver: ReceiverAddress;
  /** The path of the receiver; empty where it takes any. */
  readonly path: string;
  /** Bytes that nobody can foretell. */
  readonly random: (size: number) => Buffer;
  /** The clock of the record. */
  readonly stamp: () => number;
  /** Ends everything. */
  readonly signal: AbortSignal;
  /** Writes trouble down. */
  readonly trouble: (trouble: Trouble) => void;
  /** Writes down where the tunnel begins, at first and whenever that changes. */
  readonly seen: (tunnel: TunnelSeen) => void;
  /** Begins at another address now, to which webhooks have to be pointed. */
  readonly moved: (url: string) => Promise<void>;
  /** It stays away: the run cannot go on. */
  readonly lost: (error: unknown) => void;
}

/** How often it is looked whether the address still leads here, in milliseconds. */
const BEAT_MS = 2_000;
/** Pauses before a look that failed is repeated, in milliseconds: one lost request is no outage. */
const DOUBTS = [100, 300];
/** How long an outage may last before the run is given up, in milliseconds. */
const LONGEST_OUTAGE_MS = 60_000;
/** Pause before a tunnel that could not be opened is opened again, in milliseconds. */
const REOPEN_MS = 500;
/** Random bytes that must come through unchanged. */
const RANDOM_BYTES = 16_384;

/**
 * The way on which webhooks reach the receiver, whatever carries it: it has proved to lead here and to change nothing
 * that is signed before anyone relies on it, and is watched from then on. An outage is written down as trouble, so that
 * what was missing meanwhile is no breach; what can be opened again is.
 */
export class Tunnel {
  readonly #options: TunnelOptions;
  readonly #watching: Promise<void>;
  #connection: TunnelConnection;
  #url: string;
  #headers: HeaderFidelity;
  /** When it was last known to lead here. */
  #good: number;
  /** Since when it may not have led here, and why; absent while it does. */
  #outage: Pick<Trouble, 'from' | 'message'> | undefined;
  #stopped = false;
  #wake = () => {};

  /**
   * Opens a tunnel and holds it to what every tunnel is held to.
   * @throws HarnessError `tunnel-failed`, `tunnel-leads-nowhere`, `tunnel-host-key`, `tunnel-alters-bodies`,
   * `tunnel-drops-headers` (unreachable)
   */
  static async open(options: TunnelOptions): Promise<Tunnel> {
    const { provider, receiver, signal } = options;
    const connection = await provider.open(receiver, signal);
    try {
      const url = await prove(options, connection, provider.patienceMs);
      const headers = await examine(options.probes, url + options.path, provider.name, options.random(RANDOM_BYTES));
      return new Tunnel(options, connection, url, headers);
    } catch (thrown) {
      await connection.close();
      throw thrown;
    }
  }

  private constructor(options: TunnelOptions, connection: TunnelConnection, url: string, headers: HeaderFidelity) {
    this.#options = options;
    this.#connection = connection;
    this.#url = url;
    this.#headers = headers;
    this.#good = options.stamp();
    this.#tell();
    // Nothing of anybody else's lies between the receiver and a service that reaches it directly.
    this.#watching = options.provider.kind === 'direct' ? Promise.resolve() : this.#watch();
  }

  /** The address at which it begins, with the receiver's path: what the service is told. */
  get url(): string {
    return this.#url + this.#options.path;
  }

  /** Stops watching. An outage that lasts is written down as far as it went. */
  stop(): void {
    if (this.#stopped) return;
    this.#over();
    this.#stopped = true;
    this.#wake();
  }

  /** Ends it, with everything that it started. */
  async close(): Promise<void> {
    this.stop();
    await this.#connection.close();
    await this.#watching;
    // A recovery that was under way may have opened another one.
    await this.#connection.close();
  }

  async #watch(): Promise<void> {
    while (!this.#stopped) {
      const broken = await Promise.race([this.#connection.broken, this.#pause(BEAT_MS)]);
      const why = broken ?? (await this.#look());
      if (why !== undefined && !this.#stopped) await this.#recover(why);
    }
  }

  /** @returns why it no longer leads here; undefined where it does */
  async #look(): Promise<string | undefined> {
    const { probes, stamp } = this.#options;
    let why: string | undefined;
    for (const pause of [0, ...DOUBTS]) {
      if (pause > 0) await this.#pause(pause);
      if (this.#stopped) return undefined;
      const at = stamp();
      const probed = await probes.send(this.url);
      if (probed.here) {
        if (why !== undefined) this.#outage = { from: this.#good, message: why };
        this.#over();
        this.#good = at;
        return undefined;
      }
      why = probed.why;
    }
    return why;
  }

  async #recover(why: string): Promise<void> {
    const { world, provider, stamp } = this.#options;
    this.#outage = { from: this.#good, message: why };
    const due = world.monotonic() + LONGEST_OUTAGE_MS;
    let problem: unknown;
    while (!this.#stopped && world.monotonic() < due) {
      try {
        await this.#reopen(due - world.monotonic());
        this.#good = stamp();
        this.#over();
        return;
      } catch (thrown) {
        problem = thrown;
        await this.#pause(REOPEN_MS);
      }
    }
    if (!this.#stopped) this.#options.lost(lostError(provider, why, problem));
  }

  async #reopen(left: number): Promise<void> {
    const { provider, probes, path, random, receiver, signal, moved } = this.#options;
    if (provider.reopens) {
      await this.#connection.close();
      this.#connection = await provider.open(receiver, signal);
    }
    const url = await prove(this.#options, this.#connection, Math.min(left, provider.patienceMs));
    if (url === this.#url) return;
    this.#headers = await examine(probes, url + path, provider.name, random(RANDOM_BYTES));
    await moved(url + path);
    this.#url = url;
    this.#tell();
  }

  #tell(): void {
    const { provider, stamp, seen } = this.#options;
    seen({ at: stamp(), kind: provider.kind, name: provider.name, url: this.#url, headers: this.#headers });
  }

  /** What was an outage is over, or as much of it as there will be. */
  #over(): void {
    const { stamp, trouble } = this.#options;
    if (this.#outage !== undefined) trouble({ kind: 'tunnel-down', ...this.#outage, to: stamp() });
    this.#outage = undefined;
  }

  /** Passes when so long has, or when it is stopped. */
  #pause(ms: number): Promise<undefined> {
    return new Promise(resolve => {
      const timer = this.#options.world.after(ms, () => resolve(undefined));
      this.#wake = () => {
        timer.cancel();
        resolve(undefined);
      };
      if (this.#stopped) this.#wake();
    });
  }
}

function lostError({ name, setting }: TunnelProvider, why: string, problem: unknown): HarnessError {
  return new HarnessError('tunnel-lost', 'unreachable', `the tunnel (${name}) broke, and did not come back`, {
    received: problem === undefined ? why : `${why}; then: ${messageOf(problem)}`,
    expected: `to lead to the receiver again within ${LONGEST_OUTAGE_MS / 1000} s`,
    next: `look after whoever carries the tunnel, or take another one (${setting}, TUNNEL)`,
    cause: problem,
  });
}
