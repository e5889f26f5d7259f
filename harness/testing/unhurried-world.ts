import { realWorld } from '../world/real-world.ts';
import type { World } from '../world/world.ts';

/** How much slower its monotonic clock is. */
const SLOWER = 1_000;

/**
 * The real world with a monotonic clock that is a thousand times slower. Limits of running time are out of reach, so
 * that a busy machine leaves nothing out of a gate. Timers and the wall clock are real.
 */
export function unhurriedWorld(options?: Parameters<typeof realWorld>[0]): World {
  return { ...realWorld(options), monotonic: () => performance.now() / SLOWER };
}
