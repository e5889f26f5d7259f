import type { World } from '../world.ts';
import { type Disturbances, type Moment, SLOW_MS } from './disturbances.ts';
import type { Conditions } from './memory-network.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A connection is cut after fewer bytes than this, or not at all. */
const MOST_BEFORE_CUT = 4_000;

/** So many random bytes are drawn at once, which is a hash each. */
const DRAWN_AT_ONCE = 32;

/** The conditions of a network with disturbances, drawn from `random` as they are needed. */
export function drawConditions(
  { delayMs: [least, most], slow, refused, cut, outages, tunnelOutages }: Disturbances,
  time: VirtualTime,
  random: Pick<World, 'randomBytes'>,
): Conditions {
  let drawn: Buffer = Buffer.alloc(0);
  const draw = () => {
    if (drawn.length === 0) drawn = random.randomBytes(DRAWN_AT_ONCE);
    const chance = drawn.readUInt32BE() / 2 ** 32;
    drawn = drawn.subarray(4);
    return chance;
  };
  const happens = (percent: number) => percent > 0 && draw() * 100 < percent;
  const isNow = ({ at, ms }: Moment) => at <= time.elapsed && time.elapsed < at + ms;
  return {
    delayMs: () => least + (most > least ? (most - least) * draw() : 0) + (happens(slow) ? SLOW_MS : 0),
    refuses: from => outages.some(isNow) || (from === 'service' && tunnelOutages.some(isNow)) || happens(refused),
    cutAfter: () => (happens(cut) ? Math.floor(draw() * MOST_BEFORE_CUT) : undefined),
  };
}
