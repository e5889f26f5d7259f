import type { Trouble } from '../evidence/evidence.ts';
import type { World } from '../world/world.ts';

/** How often the delay is measured, in milliseconds. */
const BEAT_MS = 100;
/** A measurement this late (ms) shows that the event loop was blocked, which may have delayed other things. */
const STALL_MS = 500;

/** If a clock moved this far (ms) from the monotonic one, it was set, or the machine was suspended. */
const CLOCK_SET_MS = 5_000;

/**
 * Records when this process stood still and when the clock of this machine was set. What was missing meanwhile, unless
 * the run listened on, and what depends on the time of day afterwards, say nothing about the service.
 * @param stamp the clock of the record  @returns stops measuring
 */
export function watchMachine(world: World, stamp: () => number, record: (trouble: Trouble) => void): () => void {
  /** How far the clock is ahead of the stamps, in milliseconds. */
  let ahead = world.now() - stamp();
  let isStopped = false;
  const beat = () => {
    const from = stamp();
    world.after(BEAT_MS, () => {
      if (isStopped) return;
      const to = stamp();
      const late = to - from - BEAT_MS;
      if (late > STALL_MS)
        record({ kind: 'stall', from, to, message: `the event loop was blocked for ${Math.round(late)} ms` });
      const moved = world.now() - to - ahead;
      if (Math.abs(moved) > CLOCK_SET_MS) {
        ahead += moved;
        const way = moved > 0 ? 'ahead' : 'back';
        const message = `the clock of this machine was set ${Math.round(Math.abs(moved) / 1000)} s ${way}`;
        record({ kind: 'clock', from, to, message });
      }
      beat();
    });
  };
  beat();
  return () => {
    isStopped = true;
  };
}
