import type { Bench } from './bench.ts';
import type { Credits, CreditsSeen, Ledger } from './credits.ts';

/** The wait between two readings of the credits, in milliseconds. */
const READ_AGAIN_MS = 100;
/** The longest wait for credits beyond the settle time, in milliseconds of our time. */
const MOST_LAG_MS = 10_000;

/** What is needed to wait for credits. */
export interface SettlingOptions {
  readonly bench: Bench;
  readonly ledger: Ledger;
  /** How long after its last answer the backend may take to credit, in milliseconds of our time. */
  readonly settleMs: number;
  /** Ends every wait. */
  readonly isOver: () => boolean;
}

/** Reads the credits of a backend once it has had its time. */
export class SettledCredits {
  readonly #options: SettlingOptions;
  /** How long the first credit came after its answer, in milliseconds. */
  #lagMs: number | undefined;

  constructor(options: SettlingOptions) {
    this.#options = options;
  }

  /** Whether the gate has ended. */
  isOver(): boolean {
    return this.#options.isOver();
  }

  /**
   * Reads the credits once what is due has come, or its time is over. A backend may credit after its answer, one order
   * after the other: its time begins again with each credit that comes, and is longer where the first one came late.
   *
   * @param due the orders that have to be credited
   * @param answers how many requests the backend has answered since the last reading
   */
  async read(due: readonly string[] = [], answers = 0): Promise<CreditsSeen> {
    const { bench, ledger } = this.#options;
    const credits = await this.#settled(due, answers);
    return { credits, most: new Map(ledger.most), at: bench.world.now(), settleMs: this.#options.settleMs };
  }

  /**
   * Waits longer for the first credit of all, which was not made in time, so that it is known how late credits come.
   * @returns whether it came
   */
  async comesLate(order: string): Promise<boolean> {
    const { bench, ledger, isOver } = this.#options;
    const since = bench.lastAnswerAt;
    while (!isOver() && bench.time.elapsed - since < MOST_LAG_MS) {
      await bench.pause(READ_AGAIN_MS);
      if (!(await ledger.now()).has(order)) continue;
      this.#lagMs = bench.time.elapsed - since;
      return true;
    }
    return false;
  }

  async #settled(due: readonly string[], answers: number): Promise<Credits> {
    const { bench, ledger, settleMs, isOver } = this.#options;
    const { time } = bench;
    const lag = Math.min(MOST_LAG_MS, (this.#lagMs ?? 0) * answers);
    let credits = await ledger.now();
    let quietSince = bench.lastAnswerAt;
    const missing = () => due.filter(order => !credits.has(order)).length;
    const isLate = missing() > 0;
    while (!isOver() && missing() > 0 && time.elapsed - quietSince < settleMs + lag) {
      await bench.pause(READ_AGAIN_MS);
      const before = missing();
      credits = await ledger.now();
      if (missing() < before) quietSince = time.elapsed;
    }
    this.#lagMs ??= isLate && missing() === 0 ? quietSince - bench.lastAnswerAt : 0;
    // What is credited again may come until the end of the settle time.
    const until = bench.lastAnswerAt + settleMs;
    if (isOver() || time.elapsed >= until) return credits;
    while (!isOver() && time.elapsed < until) await bench.pause(Math.min(READ_AGAIN_MS, until - time.elapsed));
    return ledger.now();
  }
}
