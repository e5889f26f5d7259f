import type { World } from '../../core/world.ts';

/** A random number from the first to the second of a range. */
export function drawFrom(world: World, [least = 0, most = 0]: readonly number[]): number {
  return least === most ? least : least + (most - least) * (world.randomBytes(4).readUInt32BE() / 2 ** 32);
}

/** Resolves after a time drawn from a range of milliseconds; at once where it is nothing. */
export function pause(world: World, range: readonly number[]): Promise<void> {
  const ms = drawFrom(world, range);
  return ms === 0 ? Promise.resolve() : new Promise(resolve => void world.after(ms, resolve));
}
