import type { World } from '../../core/world.ts';
import { drawFrom } from './draw-from.ts';

/** Resolves after a time drawn from a range of milliseconds; at once where it is nothing. */
export function pause(world: World, range: readonly number[]): Promise<void> {
  const ms = drawFrom(world, range);
  return ms === 0 ? Promise.resolve() : new Promise(resolve => void world.after(ms, resolve));
}
