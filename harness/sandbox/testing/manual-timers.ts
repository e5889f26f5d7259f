import { realWorld } from '../../world/real-world.ts';
import type { World } from '../../world/world.ts';

/** A world in which timers of one length fire when the test says so. */
export interface ManualTimers extends World {
  /** Fires every pending timer of that length. */
  fire(): void;
}

/** The real world, except that timers of `manualMs` milliseconds fire only by `fire`. */
export function manualTimers(manualMs: number): ManualTimers {
  const world = realWorld();
  const pending = new Set<() => void>();
  return {
    ...world,
    after(ms, fire) {
      if (ms !== manualMs) return world.after(ms, fire);
      pending.add(fire);
      return { cancel: () => void pending.delete(fire) };
    },
    fire() {
      for (const fire of [...pending]) fire();
    },
  };
}
