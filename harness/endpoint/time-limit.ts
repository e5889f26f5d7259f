import type { World } from '../core/world.ts';

/** A gate ends within this time, in milliseconds; with a backend that can be restarted, within the second. */
const LIMIT_MS = 55_000;
const LIMIT_WITH_RESTART_MS = 115_000;
/** The case that kills the backend begins at this time at the latest, and ends with the second limit. */
const LAST_KILL_MS = 75_000;
/** No case begins later than this before the limit. */
const RESERVE_MS = 10_000;
/** The same once a delivery has timed out: another may take ten seconds twice. */
const RESERVE_AFTER_TIMEOUT_MS = 24_000;

/** The time that a gate of an endpoint may take. It begins when it is made. */
export class TimeLimit {
  readonly #world: World;
  readonly #began: number;
  readonly #end = new AbortController();
  readonly #timer: { cancel(): void };
  /** Aborts at the limit. */
  readonly signal = this.#end.signal;

  constructor(world: World, canRestart: boolean) {
    this.#world = world;
    this.#began = world.monotonic();
    this.#timer = world.after(canRestart ? LIMIT_WITH_RESTART_MS : LIMIT_MS, () => this.#end.abort());
  }

  /** Whether too little time is left to begin a case. What kills nothing leaves the second minute to what does. */
  isTooLateFor(kills: boolean, hasTimedOut: boolean): boolean {
    const reserve = hasTimedOut ? RESERVE_AFTER_TIMEOUT_MS : RESERVE_MS;
    return this.#world.monotonic() - this.#began > (kills ? LAST_KILL_MS : LIMIT_MS) - reserve;
  }

  close(): void {
    this.#timer.cancel();
  }
}
