import { setImmediate, setTimeout } from 'node:timers/promises';
import { HarnessError } from '../../base/errors.ts';
import type { Timer } from '../world.ts';

/** A pending timer. Timers that are due at the same time fire in the order in which they were set. */
interface Pending {
  readonly due: number;
  readonly fire: () => void;
}

/** How long reading the clock takes, in milliseconds. No two readings are equal, as on a real machine. */
const READING_MS = 0.001;
/** How long to wait for something outside the simulation, such as a file or another simulation, in milliseconds. */
const OUTSIDE_MS = { ifNothingIsLeft: 60_000, beforeFarTimer: 500 };
/** A run has a timer that is due within this time, in milliseconds; otherwise something else is in progress. */
const FAR_MS = 10_000;
/** Work that takes longer than this, in milliseconds of virtual time, never ends: a run takes minutes. */
const LONGEST_MS = 48 * 3_600_000;
/** After this many idle turns of the event loop, only a timer can make something happen. */
const IDLE_TURNS = 2;

/**
 * A monotonic clock that stands still while anything can run, and otherwise advances to the next timer. The order of
 * events therefore depends only on the timers, and hours of waiting take no time.
 */
export class VirtualTime {
  #elapsed = 0;
  /** Sorted by due time. */
  readonly #timers: Pending[] = [];
  #events = 0;
  readonly #outsideMs: typeof OUTSIDE_MS;

  /** @param outsideMs how long to wait for something outside the simulation, in milliseconds of real time */
  constructor(outsideMs = OUTSIDE_MS) {
    this.#outsideMs = outsideMs;
  }

  /** Milliseconds since the beginning. */
  get elapsed(): number {
    return this.#elapsed;
  }

  /** Reads the clock, in milliseconds since the beginning. Each reading is later than the previous one. */
  read(): number {
    this.#elapsed += READING_MS;
    return this.#elapsed;
  }

  /** Calls `fire` once, after `ms` milliseconds of this clock. */
  after(ms: number, fire: () => void): Timer {
    this.happened();
    const pending: Pending = { due: this.#elapsed + Math.max(0, ms), fire };
    this.#timers.splice(this.#timers.findLastIndex(({ due }) => due <= pending.due) + 1, 0, pending);
    return {
      cancel: () => {
        const place = this.#timers.indexOf(pending);
        if (place >= 0) this.#timers.splice(place, 1);
      },
    };
  }

  /** Notes that something happened, which may make something else happen before the next timer is due. */
  happened(): void {
    this.#events++;
  }

  /** Lets time pass while nothing can run. Timers that become due fire late. */
  stall(ms: number): void {
    this.#elapsed += ms;
  }

  /**
   * Runs until `work` has ended.
   * @throws HarnessError `simulation-stuck` (unreachable) if nothing can end it, or it goes on for days
   */
  async run<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    for (;;) {
      await this.#settle();
      if (isOver) return work;
      const due = this.#timers[0]?.due;
      const isNear = due !== undefined && due - this.#elapsed <= FAR_MS;
      if (!isNear && (await this.#happensOutside(due === undefined, () => isOver))) continue;
      if (due === undefined) throw stuck('nothing is left to happen, and the work has not ended');
      if (due > LONGEST_MS) throw stuck(`the work has not ended after ${LONGEST_MS / 3_600_000} simulated hours`);
      this.#fireNext();
    }
  }

  async #settle(): Promise<void> {
    for (let idle = 0, seen = this.#events; idle < IDLE_TURNS; idle++) {
      // One turn of the event loop: promises, streams and immediates that were ready have run.
      await setImmediate();
      if (seen !== this.#events) idle = -1;
      seen = this.#events;
    }
  }

  #fireNext(): void {
    const next = this.#timers.shift();
    this.#elapsed = Math.max(this.#elapsed, next?.due ?? 0);
    next?.fire();
  }

  /** Whether something happens within some real time, or the work ends. */
  async #happensOutside(isNothingLeft: boolean, isOver: () => boolean): Promise<boolean> {
    const { ifNothingIsLeft, beforeFarTimer } = this.#outsideMs;
    const since = this.#events;
    const until = performance.now() + (isNothingLeft ? ifNothingIsLeft : beforeFarTimer);
    while (performance.now() < until) {
      await setTimeout(1);
      if (since !== this.#events || isOver()) return true;
    }
    return false;
  }
}

function stuck(message: string): HarnessError {
  return new HarnessError('simulation-stuck', 'unreachable', message, {
    likely: 'it waits for something that never comes, or that does not go through the World',
  });
}
