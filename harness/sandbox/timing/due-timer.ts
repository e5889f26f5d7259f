import type { Timer, World } from '../../core/world.ts';

// Node fires a longer timer at once. One that fires early is harmless.
const MAX_WAIT_MS = 2 ** 31 - 1;

/** One timer for the earliest of several due moments. */
export class DueTimer {
  readonly #world: World;
  readonly #fire: () => void;
  #timer: Timer | undefined;

  constructor(world: World, fire: () => void) {
    this.#world = world;
    this.#fire = fire;
  }

  /** Replaces the moment (milliseconds since the Unix epoch) at which it fires; undefined stops it. */
  set(moment: number | undefined): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (moment === undefined) return;
    // Rounded up: a timer that fires a fraction early finds nothing due, and is set again and again.
    const wait = Math.min(Math.max(0, Math.ceil(moment - this.#world.now())), MAX_WAIT_MS);
    this.#timer = this.#world.after(wait, this.#fire);
  }
}
