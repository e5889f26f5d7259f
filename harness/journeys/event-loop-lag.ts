import type { Trouble } from '../core/evidence.ts';
import type { World } from '../core/world.ts';

/** How often the delay is measured, in milliseconds. */
const BEAT_MS = 100;
/** A measurement this late (ms) shows that the event loop was blocked: what was due then may be late because of it. */
const STALL_MS = 500;

/** Records when this process stood still, so that what was missing meanwhile is no breach of the service. */
export class EventLoopLag {
  readonly #world: World;
  readonly #stamp: () => number;
  readonly #record: (trouble: Trouble) => void;
  #stopped = false;

  constructor(world: World, stamp: () => number, record: (trouble: Trouble) => void) {
    this.#world = world;
    this.#stamp = stamp;
    this.#record = record;
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
      if (late > STALL_MS) {
        this.#record({ kind: 'stall', from, to, message: `the event loop was blocked for ${Math.round(late)} ms` });
      }
      this.#beat();
    });
  }
}
