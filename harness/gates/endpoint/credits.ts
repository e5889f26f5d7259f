import { countsOf } from '../../base/counts.ts';
import { HarnessError } from '../../base/errors.ts';
import { RECOVERY_MS } from './backend.ts';
import type { Bench } from './bench.ts';

/** The wait between two readings of the credits, in milliseconds. */
const READ_AGAIN_MS = 100;
/** The longest wait for credits beyond the settle time, in milliseconds of our time. */
const MOST_LAG_MS = 10_000;

/** How often each order was credited. */
export type Credits = ReadonlyMap<string, number>;

/** A reading of the credits. */
export interface CreditReading {
  readonly credits: Credits;
  /** The most credits of each order that this reading or one before it had. */
  readonly most: Credits;
  /** In milliseconds since the epoch. */
  readonly at: number;
  /** How long after its last answer the backend had to credit at least, in milliseconds. */
  readonly settleMs: number;
}

/** What stood in the backend once every delivery had been given its time, and at the end. */
export interface Readings {
  readonly settled: CreditReading;
  readonly final: CreditReading;
}

/** The credits could be read before a kill, and cannot be read after it. */
export class CreditsLost extends HarnessError {}

/** What is needed to read credits. */
interface LedgerOptions {
  /** Reads the credits that were made so far: one order id for each, in any order. */
  readonly read: () => Promise<readonly string[]>;
  readonly bench: Bench;
  /** How long after its last answer the backend may take to credit, in milliseconds of our time. */
  readonly settleMs: number;
}

/** The credits of a backend since the gate began. A reading that lacks some of those before is refused. */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #before: Credits;
  /** The last reading, which the next one follows: of two at once, the one that began first could end last. */
  #reading: Promise<unknown> = Promise.resolve();
  /** The most credits of each order in any reading. */
  readonly #most = new Map<string, number>();
  /** How often the backend had been killed when the credits were read last. */
  #kills = 0;
  /** How long the first credit came after its answer, in milliseconds. */
  #lagMs: number | undefined;

  private constructor(options: LedgerOptions, before: Credits) {
    this.#options = options;
    this.#before = before;
  }

  /** Reads what stands in the backend before the gate begins. @throws HarnessError as {@link Ledger.read} */
  static async open(options: LedgerOptions): Promise<Ledger> {
    return new Ledger(options, countsOf(await options.read()));
  }

  /**
   * Reads the credits once what is due has come, or its time is over, which begins again with each credit that comes.
   * @param due the orders that have to be credited
   * @param answers how many requests the backend has answered since the last reading
   * @throws HarnessError `credits-changed` (unreachable), or what reading throws; CreditsLost if it does since a kill
   */
  async read(due: readonly string[] = [], answers = 0): Promise<CreditReading> {
    const { bench, settleMs } = this.#options;
    const credits = await this.#settled(due, answers);
    return { credits, most: new Map(this.#most), at: bench.world.now(), settleMs };
  }

  /** Waits longer for the first credit of all, to know how late credits come. @returns whether it came */
  async comesLate(order: string): Promise<boolean> {
    const { bench } = this.#options;
    const since = bench.lastAnswerAt;
    while (!bench.isOver() && bench.time.elapsed - since < MOST_LAG_MS) {
      await bench.pause(READ_AGAIN_MS);
      if (!(await this.#now()).has(order)) continue;
      this.#lagMs = bench.time.elapsed - since;
      return true;
    }
    return false;
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
    // What is credited again may come until the end of the settle time.
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

  /** Reads the credits. After a kill, a reading that fails is repeated for a while: a lock may outlive the kill. */
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

/** The order ids that a command printed. @throws HarnessError `credits-unreadable` (unreachable) for any other line */
export function orderLines(lines: readonly string[], option: '--credits' | '--orders'): readonly string[] {
  const odd = lines.find(line => !/^[^\s"'{}[\],;]{1,512}$/.test(line));
  if (odd === undefined) return lines;
  throw new HarnessError('credits-unreadable', 'unreachable', `${option} printed a line that is not an order id`, {
    received: odd.slice(0, 120),
    expected: 'one order id a line, and nothing else, on stdout',
    next: `run the command of ${option} by hand`,
  });
}
