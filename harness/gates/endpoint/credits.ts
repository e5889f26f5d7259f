import { countsOf } from '../../base/counts.ts';
import { HarnessError } from '../../base/errors.ts';

/** How often each order was credited. */
export type Credits = ReadonlyMap<string, number>;

/** A reading of the credits. */
export interface CreditsSeen {
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
  readonly settled: CreditsSeen;
  readonly final: CreditsSeen;
}

/** Reads the credits that were made so far: one order id for each, in any order. */
export type ReadCredits = () => Promise<readonly string[]>;

/** The credits of a backend since the gate began. A reading that lacks some of those before is refused. */
export class Ledger {
  readonly #read: ReadCredits;
  #before: Credits = new Map();
  /** The last reading, which the next one follows: of two at once, the one that began first could end last. */
  #reading: Promise<unknown> = Promise.resolve();
  /** The most credits of each order in any reading. */
  readonly most = new Map<string, number>();

  private constructor(read: ReadCredits) {
    this.#read = read;
  }

  /** Reads what stands in the backend before the gate begins. @throws HarnessError as {@link Ledger.now} */
  static async open(read: ReadCredits): Promise<Ledger> {
    const ledger = new Ledger(read);
    ledger.#before = countsOf(await read());
    return ledger;
  }

  /** The credits since it was opened. @throws HarnessError `credits-changed` (unreachable), or what reading throws */
  now(): Promise<Credits> {
    const reading = this.#reading.then(() => this.#now());
    this.#reading = reading.catch(() => {});
    return reading;
  }

  async #now(): Promise<Credits> {
    const found = countsOf(await this.#read());
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
    for (const [order, count] of credits) this.most.set(order, Math.max(count, this.most.get(order) ?? 0));
    return credits;
  }
}

/**
 * The order ids that a credits command printed.
 * @throws HarnessError `credits-unreadable` (unreachable) for a line that is not one
 */
export function orderLines(lines: readonly string[], option: '--credits' | '--orders'): readonly string[] {
  const odd = lines.find(line => !/^[^\s"'{}[\],;]{1,512}$/.test(line));
  if (odd === undefined) return lines;
  throw new HarnessError('credits-unreadable', 'unreachable', `${option} printed a line that is not an order id`, {
    received: odd.slice(0, 120),
    expected: 'one order id a line, and nothing else, on stdout',
    next: `run the command of ${option} by hand`,
  });
}
