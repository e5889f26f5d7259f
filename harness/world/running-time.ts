import type { Timer, World } from './world.ts';

/** The interval of the ticks, in milliseconds. */
const TICK_MS = 50;
/** The most that one tick counts, in milliseconds. In the rest of a longer gap, this process did not run. */
const MOST_PER_TICK_MS = 2 * TICK_MS;

interface RunningWait {
  readonly due: number;
  readonly fire: () => void;
  isOver: boolean;
}

/**
 * Time in which this process ran. Only this time counts against a limit for another program: while this process is
 * suspended or starved, it cannot notice what the program does.
 */
export class RunningTime {
  readonly #world: World;
  readonly #waits = new Set<RunningWait>();
  #counted = 0;
  #since: number;
  #tick: Timer;

  /** Starts at 0. Ticks until it is closed. */
  constructor(world: World) {
    this.#world = world;
    this.#since = world.monotonic();
    this.#tick = this.#next();
  }

  /** Milliseconds in which this process ran since the start. */
  get elapsed(): number {
    return this.#counted + Math.min(this.#world.monotonic() - this.#since, MOST_PER_TICK_MS);
  }

  /** Counts all time since the last tick: this process was at work. */
  count(): void {
    const now = this.#world.monotonic();
    this.#counted += now - this.#since;
    this.#since = now;
  }

  /** Calls `fire` once after `ms` milliseconds in which this process ran, at the tick after the next. */
  after(ms: number, fire: () => void): Timer {
    const wait: RunningWait = { due: this.elapsed + ms, fire, isOver: false };
    this.#waits.add(wait);
    return { cancel: () => void this.#waits.delete(wait) };
  }

  /** Stops ticking. Pending calls are dropped. */
  close(): void {
    this.#tick.cancel();
    this.#waits.clear();
  }

  #next(): Timer {
    return this.#world.after(TICK_MS, () => {
      this.#counted = this.elapsed;
      this.#since = this.#world.monotonic();
      this.#tick = this.#next();
      for (const wait of this.#waits) this.#check(wait);
    });
  }

  /** What arrived before the end of a wait is read between two ticks, so a wait that is over fires at the next tick. */
  #check(wait: RunningWait): void {
    if (wait.isOver) {
      this.#waits.delete(wait);
      wait.fire();
    }
    wait.isOver = this.#counted >= wait.due;
  }
}
