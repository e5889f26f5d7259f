import { realWorld } from '../world/real-world.ts';
import type { World } from '../world/world.ts';
import { waiting } from './waiting.ts';

/** A world whose clock advances only when the test moves it. Randomness is seeded; the network is real. */
export interface FakeWorld extends World {
  /** How many timers are pending. */
  readonly pending: number;
  /** Advances both clocks. Each timer fires at its time. */
  advance(ms: number): void;
  /** Advances both clocks first and then fires the timers that are due, as after a suspended process. */
  stall(ms: number): void;
  /** Sets the wall clock ahead, or back by a negative number, as NTP does. The monotonic clock is not affected. */
  setClock(ms: number): void;
  /** Resolves once the `count`-th timer (counted from 1) is set, with its length in milliseconds. */
  timerSet(count: number): Promise<number>;
  /** Resolves once no timer is pending. */
  idle(): Promise<void>;
}

interface Pending {
  readonly due: number;
  readonly fire: () => void;
}

/** @param start the start of the wall clock, in milliseconds since the epoch; the monotonic clock starts at 0 */
export function fakeWorld({ start = 1_700_000_000_000, seed = 1 } = {}): FakeWorld {
  const timers = new Set<Pending>();
  const lengths: number[] = [];
  const { changed, until } = waiting();
  let elapsed = 0;
  let set = 0;

  const remove = (timer: Pending): boolean => {
    const removed = timers.delete(timer);
    changed();
    return removed;
  };
  const ringDue = () => {
    const due = [...timers].filter(timer => timer.due <= elapsed).sort((a, b) => a.due - b.due);
    for (const timer of due) if (remove(timer)) timer.fire();
  };

  return {
    ...realWorld({ seed }),
    now: () => start + elapsed + set,
    setClock: ms => {
      set += ms;
    },
    monotonic: () => elapsed,
    after(ms, fire) {
      const timer = { due: elapsed + ms, fire };
      timers.add(timer);
      lengths.push(ms);
      changed();
      return { cancel: () => void remove(timer) };
    },
    get pending() {
      return timers.size;
    },
    advance(ms) {
      const end = elapsed + ms;
      for (;;) {
        const next = Math.min(...[...timers].map(({ due }) => due));
        if (next > end) break;
        elapsed = Math.max(elapsed, next);
        ringDue();
      }
      elapsed = end;
    },
    stall(ms) {
      elapsed += ms;
      ringDue();
    },
    timerSet: count => until(() => lengths[count - 1]),
    idle: async () => void (await until(() => timers.size === 0 || undefined)),
  };
}
