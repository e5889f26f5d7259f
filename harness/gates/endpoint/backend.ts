import { countsOf } from '../../base/counts.ts';
import { HarnessError } from '../../base/errors.ts';
import type { Bench } from './bench.ts';

/** How long a restarted backend may take to listen, acknowledge webhooks and print credits, in ms of our time. */
export const RECOVERY_MS = 10_000;
/** The wait between two attempts to connect, in milliseconds. */
const LOOK_AGAIN_MS = 100;

/** The integrator's backend, apart from its endpoint. */
export interface Backend {
  /** Reads the credits: an order id for each. Without it only answers are judged. */
  readonly credits?: () => Promise<readonly string[]>;
  /** Kills the backend and starts it again on the same storage. Without it no crash is tried. */
  readonly restart?: () => Promise<void>;
  /** Makes orders that the backend knows. Default: generated ids. */
  readonly orders?: (count: number) => Promise<readonly string[]>;
}

/** Restarts a backend, to which nobody sends meanwhile. @throws HarnessError `restart-failed` (unreachable) */
export async function restartBackend({ restart }: Backend, bench: Bench): Promise<void> {
  const { time, url, world, transcript } = bench;
  const began = world.now();
  try {
    await restart?.();
  } finally {
    transcript.kills.push({ from: began, to: world.now() });
    bench.silence = undefined;
  }
  const from = time.elapsed;
  while ((await bench.lost()) !== undefined) {
    if (time.elapsed - from > RECOVERY_MS)
      throw new HarnessError('restart-failed', 'unreachable', '--restart ended, but the backend does not answer', {
        received: `no answer from ${url} for ${RECOVERY_MS / 1000} s`,
        expected: 'a backend that listens again when the command exits with 0',
        next: 'run the command of --restart by hand, twice, while the backend runs',
      });
    await bench.pause(LOOK_AGAIN_MS);
  }
}

/** The wait between two readings of the credits, in milliseconds. */
const READ_AGAIN_MS = 100;
/** The longest wait for credits beyond the settle time, in milliseconds of our time. */
const MOST_LAG_MS = 10_000;

/** The number of credits by order. */
export type Credits = ReadonlyMap<string, number>;

/** A reading of the credits. */
export interface CreditReading {
  readonly credits: Credits;
  /** The most credits of each order up to this reading. */
  readonly most: Credits;
  /** When it was read, in milliseconds since the epoch. */
  readonly at: number;
  /** How long the backend had at least since its last answer, in milliseconds. */
  readonly settleMs: number;
}

/** The credits after every delivery had its time, and at the end. */
export interface Readings {
  readonly settled: CreditReading;
  readonly final: CreditReading;
}

/** Thrown if the credits were readable before a kill, but not after it. */
export class CreditsLost extends HarnessError {}

interface LedgerOptions {
  /** Reads the credits so far: one order id per credit, in any order. */
  readonly read: () => Promise<readonly string[]>;
  readonly bench: Bench;
  /** How long the backend may take to credit after its last answer, in milliseconds of our time. */
  readonly settleMs: number;
}

/** The credits since the gate began. A reading that lacks earlier credits is an error. */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #before: Credits;
  /** The last reading. Readings run one by one, so that they end in the order in which they began. */
  #reading: Promise<unknown> = Promise.resolve();
  /** The most credits of each order in any reading. */
  readonly #most = new Map<string, number>();
  /** The number of kills at the last reading. */
  #kills = 0;
  /** How late the first credit came after its answer, in milliseconds. */
  #lagMs: number | undefined;

  private constructor(options: LedgerOptions, before: Credits) {
    this.#options = options;
    this.#before = before;
  }

  /** Reads the credits from before the gate. @throws HarnessError as {@link Ledger.read} */
  static async open(options: LedgerOptions): Promise<Ledger> {
    return new Ledger(options, countsOf(await options.read()));
  }

  /**
   * Reads the credits once all due ones are there, or their time is over. Each new credit restarts that time.
   * @param due the orders that have to be credited
   * @param answers the number of answers since the last reading
   * @throws HarnessError `credits-changed` (unreachable), or an error of the command; CreditsLost for one after a kill
   */
  async read(due: readonly string[] = [], answers = 0): Promise<CreditReading> {
    const { bench, settleMs } = this.#options;
    const credits = await this.#settled(due, answers);
    return { credits, most: new Map(this.#most), at: bench.world.now(), settleMs };
  }

  /** Waits longer for the first credit, to learn how late credits come. */
  async learnLag(order: string): Promise<void> {
    const { bench } = this.#options;
    const since = bench.lastAnswerAt;
    while (!bench.isOver() && bench.time.elapsed - since < MOST_LAG_MS) {
      await bench.pause(READ_AGAIN_MS);
      this.#lagMs = bench.time.elapsed - since;
      if ((await this.#now()).has(order)) return;
    }
    this.#lagMs = 0;
  }

  async #settled(due: readonly string[], answers: number): Promise<Credits> {
    const { bench, settleMs } = this.#options;
    const { time } = bench;
    const lag = Math.min(MOST_LAG_MS, (this.#lagMs ?? 0) * answers);
    let credits = await this.#now();
    let quietSince = bench.lastAnswerAt;
    const missing = () => due.filter(order => !credits.has(order)).length;
    const isLate = missing() > 0;
    while (!bench.isOver() && missing() > 0 && time.elapsed - quietSince < settleMs + lag) {
      await bench.pause(READ_AGAIN_MS);
      const before = missing();
      credits = await this.#now();
      if (missing() < before) quietSince = time.elapsed;
    }
    this.#lagMs ??= isLate && missing() === 0 ? quietSince - bench.lastAnswerAt : 0;
    // A second credit may come until the end of the settle time.
    const until = bench.lastAnswerAt + settleMs;
    if (bench.isOver() || time.elapsed >= until) return credits;
    while (!bench.isOver() && time.elapsed < until) await bench.pause(Math.min(READ_AGAIN_MS, until - time.elapsed));
    return this.#now();
  }

  #now(): Promise<Credits> {
    const reading = this.#reading.then(() => this.#readPatiently());
    this.#reading = reading.catch(() => {});
    return reading;
  }

  /** Reads the credits. After a kill a failure is retried for a while, because a lock may outlive the kill. */
  async #readPatiently(): Promise<Credits> {
    const { bench } = this.#options;
    const kills = bench.transcript.kills.length;
    const since = bench.time.elapsed;
    for (;;) {
      try {
        const credits = await this.#readOnce();
        this.#kills = kills;
        return credits;
      } catch (thrown) {
        if (!(thrown instanceof HarnessError) || kills === this.#kills || bench.isOver()) throw thrown;
        const { code, kind, message, details } = thrown;
        if (bench.time.elapsed - since > RECOVERY_MS) throw new CreditsLost(code, kind, message, details);
        await bench.pause(READ_AGAIN_MS);
      }
    }
  }

  async #readOnce(): Promise<Credits> {
    const found = countsOf(await this.#options.read());
    for (const [order, count] of this.#before) {
      if ((found.get(order) ?? 0) < count)
        throw new HarnessError('credits-changed', 'unreachable', '--credits printed fewer credits than before', {
          received: `${found.get(order) ?? 0} of ${order}, of which it had printed ${count} before the gate began`,
          expected: 'every credit that was made so far, whatever became of it later',
          next: 'give a command that lists all credits, and let nothing else reset the storage of the backend',
        });
    }
    const since = [...found].map(([order, count]) => [order, count - (this.#before.get(order) ?? 0)] as const);
    const credits = new Map(since.filter(([, count]) => count > 0));
    for (const [order, count] of credits) this.#most.set(order, Math.max(count, this.#most.get(order) ?? 0));
    return credits;
  }
}
