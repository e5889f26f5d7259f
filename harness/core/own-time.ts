import type { Timer, World } from './world.ts';

/** How often it is looked whether this process still runs, in milliseconds. */
const TICK_MS = 100;

/**
 * Time in which this process ran. A limit that another program has to keep counts only such time: while the machine is
 * suspended, or too busy to run this process, an answer may be there and cannot be read.
 */
export class OwnTime {
  readonly #world: World;
  readonly #begun: number;
  /** How long this process did not run, in milliseconds, as far as a pending limit has shown it. */
  #lost = 0;

  /** It begins now. */
  constructor(world: World) {
    this.#world = world;
    this.#begun = world.monotonic();
  }

  /** Time since the beginning in which this process ran, in milliseconds. */
  elapsed(): number {
    return this.#world.monotonic() - this.#begun - this.#lost;
  }

  /**
   * Calls `fire` once after this process has run for `ms` milliseconds. It counts ticks that came: one that comes late
   * counts once. The last one is extra, so that whatever arrived meanwhile has been read.
   */
  after(ms: number, fire: () => void): Timer {
    const world = this.#world;
    let left = Math.ceil(ms / TICK_MS) + 1;
    let timer: Timer | undefined;
    const wait = () => {
      const from = world.monotonic();
      timer = world.after(TICK_MS, () => {
        this.#lost += Math.max(0, world.monotonic() - from - TICK_MS);
        left--;
        if (left === 0) fire();
        else wait();
      });
    };
    wait();
    return { cancel: () => timer?.cancel() };
  }
}
