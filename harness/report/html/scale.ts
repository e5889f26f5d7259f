import { duration } from '../wording.ts';

/** A scale: where a value stands on an axis, and the values that are labelled. */
export interface Scale {
  readonly at: (ms: number) => number;
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
}

/** A logarithmic scale of milliseconds: each power of ten has a tick. @param from, to places on the axis */
export function logarithmic(least: number, most: number, from: number, to: number): Scale {
  const low = Math.floor(Math.log10(Math.max(least, 0.1)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(most, 0.1))));
  const at = (ms: number) => from + ((Math.log10(Math.max(ms, 10 ** low)) - low) / (high - low)) * (to - from);
  const powers = Array.from({ length: high - low + 1 }, (_, nth) => 10 ** (low + nth));
  return { at, ticks: powers.map(ms => ({ x: at(ms), label: brief(ms) })) };
}

/** A linear scale of milliseconds from 0, with a tick at each quarter. @param from, to places on the axis */
export function linear(most: number, from: number, to: number): Scale {
  const whole = Math.max(most, 1);
  const at = (ms: number) => from + (ms / whole) * (to - from);
  const quarters = [0, 0.25, 0.5, 0.75, 1].map(share => share * whole);
  return { at, ticks: quarters.map(ms => ({ x: at(ms), label: ms === 0 ? '0' : brief(ms) })) };
}

/** A duration without digits that say nothing: `1 s`, `250 ms`. */
function brief(ms: number): string {
  return duration(ms).replace(/\.00 s$/, ' s');
}
