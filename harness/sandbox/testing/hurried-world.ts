import { realWorld } from '../../core/real-world.ts';
import type { World } from '../../core/world.ts';

/** A world in which timers of one length ring when the test says, and not before. */
export interface HurriedWorld extends World {
  /** Rings every such timer that is pending. */
  ring(): void;
}

/** The real world, but for timers of `held` milliseconds. */
export function hurriedWorld(held: number): HurriedWorld {
  const world = realWorld();
  const pending = new Set<() => void>();
  return {
    ...world,
    after(ms, fire) {
      if (ms !== held) return world.after(ms, fire);
      pending.add(fire);
      return { cancel: () => void pending.delete(fire) };
    },
    ring() {
      for (const fire of [...pending]) fire();
    },
  };
}
