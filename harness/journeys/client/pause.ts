import type { World } from '../../world/world.ts';

/** Waits this many milliseconds, or until the signal aborts. */
export function pause(world: World, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      timer.cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = world.after(ms, done);
    signal.addEventListener('abort', done);
  });
}
