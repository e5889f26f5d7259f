import type { World } from '../../core/world.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { drawFrom } from '../timing/draw-from.ts';

/** The wait before the next attempt, after `attempts` have failed: exponential, capped, jittered; in milliseconds. */
export function backoff(world: World, attempts: number, retry: SandboxDialect['retry']): number {
  const { firstMs, factor, capMs, jitter } = retry;
  return Math.min(capMs, firstMs * factor ** (attempts - 1)) * (1 - drawFrom(world, [0, jitter]));
}
