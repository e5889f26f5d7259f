import type { World } from '../../world/world.ts';

/** A random number from a range, `[least, most]`. */
export function drawFrom(world: World, [least = 0, most = 0]: readonly number[]): number {
  return least === most ? least : least + (most - least) * (world.randomBytes(4).readUInt32BE() / 2 ** 32);
}
