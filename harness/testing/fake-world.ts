import { realWorld } from '../world/real-world.ts';
import { waiting } from './waiting.ts';

interface Pending {
  readonly due: number;
  readonly fire: () => void;
}

/**
 * A world whose clock advances only when the test moves it. Randomness is seeded; the network is real.
 *
 * @param start the start of the wall clock, in milliseconds since the epoch; the monotonic clock starts at 0
 */
export function fakeWorld({ start = 1_700_000_000_000, seed = 1 } = {}) {
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
    /** Sets the wall clock ahead, or back by a negative number, as NTP does. The monotonic clock is not affected. */
    setClock: (ms: number) => {
      set += ms;
    },
    monotonic: () => elapsed,
    after(ms: number, fire: () => void) {
      const timer = { due: elapsed + ms, fire };
      timers.add(timer);
      lengths.push(ms);
      changed();
      return { cancel: () => void remove(timer) };
    },
    /** How many timers are pending. */
    get pending() {
      return timers.size;
    },
    /** Advances both clocks. Each timer fires at its time. */
    advance(ms: number) {
      const end = elapsed + ms;
      for (;;) {
        const next = Math.min(...[...timers].map(({ due }) => due));
        if (next > end) break;
        elapsed = Math.max(elapsed, next);
        ringDue();
      }
      elapsed = end;
    },
    /** Advances both clocks first and then fires the timers that are due, as after a suspended process. */
    stall(ms: number) {
      elapsed += ms;
      ringDue();
    },
    /** Resolves once the `count`-th timer (counted from 1) is set, with its length in milliseconds. */
    timerSet: (count: number) => until(() => lengths[count - 1]),
    /** Resolves once no timer is pending. */
    idle: async () => void (await until(() => timers.size === 0 || undefined)),
  };
}
