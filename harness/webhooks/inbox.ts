import type { Delivery } from '../core/evidence.ts';
import type { Timer, World } from '../core/world.ts';

/** How a wait ended: with what was waited for, without it in time, or because the run stopped. */
export type Waited<T> =
  | { readonly outcome: 'came'; readonly value: T }
  | { readonly outcome: 'missed' }
  | { readonly outcome: 'abandoned' };

interface Waiter {
  check(): void;
}

/** A timer this late (ms) tells of a stall of ours: what came meanwhile is still in a socket, so the wait is prolonged. */
const STALL_MS = 100;

/**
 * Every delivery so far, and those who wait for one. A waiter is asked again whenever a delivery comes; nobody polls.
 */
export class Inbox {
  readonly deliveries: Delivery[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #world: World;
  readonly #signal: AbortSignal;

  /** @param signal ends every wait */
  constructor(world: World, signal: AbortSignal) {
    this.#world = world;
    this.#signal = signal;
  }

  /** Takes a delivery in, and wakes whoever waits for it. */
  push(delivery: Delivery): void {
    this.deliveries.push(delivery);
    this.wake();
  }

  /** Asks every waiter again: what they look at has changed. */
  wake(): void {
    for (const waiter of [...this.#waiters]) waiter.check();
  }

  /**
   * Waits until `find` returns something, for at most `timeoutMs`. It is asked at once, and then on each delivery. What
   * it throws is for the one who waits, not for the one who delivers.
   */
  until<T>(find: () => T | undefined, timeoutMs: number): Promise<Waited<T>> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiters.delete(waiter);
        timer.cancel();
        this.#signal.removeEventListener('abort', abandon);
      };
      const settle = (waited: Waited<T>) => {
        end();
        resolve(waited);
      };
      const abandon = () => settle({ outcome: 'abandoned' });
      const waiter = {
        check: () => {
          try {
            const value = find();
            if (value !== undefined) settle({ outcome: 'came', value });
          } catch (thrown) {
            end();
            reject(thrown);
          }
        },
      };
      let timer: Timer;
      const arm = (ms: number) => {
        const due = this.#world.monotonic() + ms;
        timer = this.#world.after(ms, () => {
          const late = this.#world.monotonic() - due;
          if (late > STALL_MS) arm(late);
          else settle({ outcome: 'missed' });
        });
      };
      arm(timeoutMs);
      this.#signal.addEventListener('abort', abandon);
      this.#waiters.add(waiter);
      waiter.check();
      if (this.#signal.aborted) abandon();
    });
  }
}
