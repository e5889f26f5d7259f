import { realWorld } from '../../world/real-world.ts';
import type { World } from '../../world/world.ts';

/** The real world, except that timers of `manualMs` milliseconds fire only by `fire`: all that are pending. */
export function manualTimers(manualMs: number): World & { fire(): void } {
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
