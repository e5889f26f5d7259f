import type { Trouble } from '../evidence/evidence.ts';
import type { World } from '../world/world.ts';

/** How often the delay is measured, in milliseconds. */
const BEAT_MS = 100;
/** A measurement this late (ms) shows that the event loop was blocked, which may have delayed other things. */
const STALL_MS = 500;

/** If a clock moved this far (ms) from the monotonic one, it was set, or the machine was suspended. */
const CLOCK_SET_MS = 5_000;

/**
 * Records when this process stood still and when the clock of this machine was set. What was missing meanwhile, unless
 * the run listened on, and what depends on the time of day afterwards, say nothing about the service.
 */
export class MachineWatch {
  readonly #world: World;
  readonly #stamp: () => number;
  readonly #record: (trouble: Trouble) => void;
  /** How far the clock is ahead of the stamps, in milliseconds. */
  #ahead: number;
  #stopped = false;

  constructor(world: World, stamp: () => number, record: (trouble: Trouble) => void) {
    this.#world = world;
    this.#stamp = stamp;
    this.#record = record;
    this.#ahead = world.now() - stamp();
    this.#beat();
  }

  /** Stops measuring. */
  stop(): void {
    this.#stopped = true;
  }

  #beat(): void {
    const from = this.#stamp();
    this.#world.after(BEAT_MS, () => {
      if (this.#stopped) return;
      const to = this.#stamp();
      const late = to - from - BEAT_MS;
      if (late > STALL_MS)
        this.#record({ kind: 'stall', from, to, message: `the event loop was blocked for ${Math.round(late)} ms` });
      const moved = this.#world.now() - to - this.#ahead;
      if (Math.abs(moved) > CLOCK_SET_MS) {
        this.#ahead += moved;
        const way = moved > 0 ? 'ahead' : 'back';
        const message = `the clock of this machine was set ${Math.round(Math.abs(moved) / 1000)} s ${way}`;
        this.#record({ kind: 'clock', from, to, message });
      }
      this.#beat();
    });
  }
}
