import { messageOf } from '../../base/errors.ts';
import type { Trouble } from '../../evidence/evidence.ts';
import { isLoopback } from '../../world/loopback.ts';
import { pause } from '../../world/world.ts';
import { type TunnelConnection, type TunnelOptions, tunnelError } from './provider.ts';
import { verifyAddress, verifyTransparency } from './verify-address.ts';

/** The interval between probes, in milliseconds. */
const BEAT_MS = 2_000;
/** The pauses before a failed probe is repeated, in milliseconds. One lost request is not an outage. */
const REPEATS = [100, 300];
/** The longest outage before the run ends, in milliseconds. */
const LONGEST_OUTAGE_MS = 60_000;
/** The pause before another attempt to open the tunnel, in milliseconds. */
const REOPEN_MS = 500;

/**
 * The public address through which webhooks reach the receiver. It is used only after it was verified to lead to the
 * receiver and to change nothing that is signed. From then on it is probed. An outage is recorded as trouble, so that a
 * webhook missing then is no breach, and the tunnel is reopened if possible.
 */
export class Tunnel {
  readonly #options: TunnelOptions;
  readonly #watching: Promise<void>;
  #connection: TunnelConnection;
  #url: string;
  #addedHeaders: readonly string[];
  /** When it was last known to work. */
  #good: number;
  /** Since when it may be broken, and why; `undefined` while it works. */
  #outage: Pick<Trouble, 'from' | 'message'> | undefined;
  readonly #end = new AbortController();

  /**
   * Opens a tunnel and verifies it.
   * @throws HarnessError `tunnel-failed`, `tunnel-leads-nowhere`, `tunnel-alters-bodies`, `tunnel-drops-headers`
   * (unreachable)
   */
  static async open(options: TunnelOptions): Promise<Tunnel> {
    const { provider, receiver, signal, probes, path } = options;
    const connection = await provider.open(receiver, signal);
    try {
      const url = await verifyAddress(options, connection, provider.patienceMs);
      return new Tunnel(options, connection, url, await verifyTransparency(probes, url + path, provider.name));
    } catch (thrown) {
      await connection.close();
      throw thrown;
    }
  }

  private constructor(
    options: TunnelOptions,
    connection: TunnelConnection,
    url: string,
    addedHeaders: readonly string[],
  ) {
    this.#options = options;
    this.#connection = connection;
    this.#url = url;
    this.#addedHeaders = addedHeaders;
    this.#good = options.stamp();
    this.#announce();
    // There is nothing to watch if the service reaches the receiver on this machine.
    const isLocal = options.provider.kind === 'direct' && isLoopback(options.receiver.host);
    this.#watching = isLocal ? Promise.resolve() : this.#watch();
  }

  /** The public URL of the receiver, to which the service sends webhooks. */
  get url(): string {
    return this.#url + this.#options.path;
  }

  /** Stops probing. A current outage is recorded. */
  stop(): void {
    this.#recordOutage();
    this.#end.abort();
  }

  /** Closes the tunnel and everything that it started. */
  async close(): Promise<void> {
    this.stop();
    await this.#connection.close();
    await this.#watching;
    // A concurrent recovery may have opened another connection.
    await this.#connection.close();
  }

  async #watch(): Promise<void> {
    while (!this.#end.signal.aborted) {
      const broken = await Promise.race([this.#connection.broken, this.#pause(BEAT_MS)]);
      const why = broken ?? (await this.#probe());
      if (why !== undefined && !this.#end.signal.aborted) await this.#recover(why);
    }
  }

  /** @returns why it no longer leads to the receiver; `undefined` if it does */
  async #probe(): Promise<string | undefined> {
    const { probes, stamp } = this.#options;
    let why: string | undefined;
    for (const ms of [0, ...REPEATS]) {
      if (ms > 0) await this.#pause(ms);
      if (this.#end.signal.aborted) return undefined;
      const at = stamp();
      const probed = await probes.send(this.url);
      if (probed.here) {
        if (why !== undefined) this.#outage = { from: this.#good, message: why };
        this.#recordOutage();
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
    while (!this.#end.signal.aborted && world.monotonic() < due) {
      try {
        await this.#reopen(due - world.monotonic());
        this.#good = stamp();
        this.#recordOutage();
        return;
      } catch (thrown) {
        problem = thrown;
        await this.#pause(REOPEN_MS);
      }
    }
    if (this.#end.signal.aborted) return;
    const error = tunnelError('tunnel-lost', provider.name, 'broke, and did not come back', {
      received: problem === undefined ? why : `${why}; then: ${messageOf(problem)}`,
      expected: `to lead to the receiver again within ${LONGEST_OUTAGE_MS / 1000} s`,
      next: `check what carries the tunnel, or use another one (${provider.setting}, TUNNEL)`,
      cause: problem,
    });
    this.#options.lost?.(error);
  }

  async #reopen(left: number): Promise<void> {
    const { provider, probes, path, receiver, signal, moved } = this.#options;
    if (provider.reopens) {
      await this.#connection.close();
      this.#connection = await provider.open(receiver, signal);
    }
    const url = await verifyAddress(this.#options, this.#connection, Math.min(left, provider.patienceMs));
    if (url === this.#url) return;
    this.#addedHeaders = await verifyTransparency(probes, url + path, provider.name);
    await moved?.(url + path);
    this.#url = url;
    this.#announce();
  }

  #announce(): void {
    const { provider, stamp, seen } = this.#options;
    const { kind, name } = provider;
    seen?.({ at: stamp(), kind, name, url: this.#url, addedHeaders: this.#addedHeaders });
  }

  /** Records the current outage, if any, as over. */
  #recordOutage(): void {
    const { stamp, trouble } = this.#options;
    if (this.#outage !== undefined) trouble?.({ kind: 'tunnel-down', ...this.#outage, to: stamp() });
    this.#outage = undefined;
  }

  /** Waits this many milliseconds, or until the tunnel is stopped. */
  async #pause(ms: number): Promise<undefined> {
    await pause(this.#options.world, ms, this.#end.signal);
  }
}
