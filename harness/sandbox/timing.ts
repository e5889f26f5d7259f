import type { Timer, World } from '../world/world.ts';

// Node fires longer timers at once. An early timer is harmless.
const MAX_WAIT_MS = 2 ** 31 - 1;

/**
 * One timer for the earliest of several due times.
 * @returns a function that sets the time (milliseconds since the Unix epoch) at which it fires; `undefined` stops it
 */
export function dueTimer(world: World, fire: () => void): (moment: number | undefined) => void {
  let timer: Timer | undefined;
  return moment => {
    timer?.cancel();
    // Rounded up: a timer that fires a fraction early finds nothing due and would be set again and again.
    const wait = Math.min(Math.max(0, Math.ceil((moment ?? 0) - world.now())), MAX_WAIT_MS);
    timer = moment === undefined ? undefined : world.after(wait, fire);
  };
}

/** A random number from a range, `[least, most]`. */
export function drawFrom(world: World, [least = 0, most = 0]: readonly number[]): number {
  return least === most ? least : least + (most - least) * (world.randomBytes(4).readUInt32BE() / 2 ** 32);
}
