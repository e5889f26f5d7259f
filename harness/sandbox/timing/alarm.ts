import type { Timer, World } from '../../core/world.ts';

// Beyond this many milliseconds a timer would ring at once; ringing early is harmless.
const LONGEST_MS = 2 ** 31 - 1;

/** One timer for the earliest of many due moments. */
export class Alarm {
  readonly #world: World;
  readonly #ring: () => void;
  #timer: Timer | undefined;

  constructor(world: World, ring: () => void) {
    this.#world = world;
    this.#ring = ring;
  }

  /** Rings at a moment (milliseconds since the Unix epoch) instead of at the one set before; never where undefined. */
  set(moment: number | undefined): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (moment === undefined) return;
    // Rounded up: a timer that rings a fraction early would find nothing due and be set again and again.
    const wait = Math.min(Math.max(0, Math.ceil(moment - this.#world.now())), LONGEST_MS);
    this.#timer = this.#world.after(wait, this.#ring);
  }
}
