import type { Delivery } from '../evidence/evidence.ts';
import type { Timer, World } from '../world/world.ts';

/** How a wait ended: with what was waited for, without it in time, or because the run stopped. */
export type Waited<T> =
  | { readonly outcome: 'came'; readonly value: T }
  | { readonly outcome: 'missed' }
  | { readonly outcome: 'abandoned' };

/** A timer this late (ms) means that the process stalled. What arrived meanwhile is not read yet: the wait goes on. */
const STALL_MS = 50;

/** Every delivery so far, and the waits for one. A wait looks again whenever a delivery arrives; nothing polls. */
export class Inbox {
  readonly deliveries: Delivery[] = [];
  readonly #waits = new Set<() => void>();
  readonly #world: World;
  readonly #signal: AbortSignal;
  readonly #uncounted: () => number;

  /**
   * @param signal ends every wait
   * @param uncounted for how long so far the service was away, or waited for us, in milliseconds: no wait counts it
   */
  constructor(world: World, signal: AbortSignal, uncounted: () => number = () => 0) {
    this.#world = world;
    this.#signal = signal;
    this.#uncounted = uncounted;
  }

  /** The time so far that no wait counts, in milliseconds. */
  get uncounted(): number {
    return this.#uncounted();
  }

  /** Takes a delivery, and wakes the waits. */
  push(delivery: Delivery): void {
    this.deliveries.push(delivery);
    this.wake();
  }

  /** Makes every wait look again: what it looks at has changed. */
  wake(): void {
    for (const look of [...this.#waits]) look();
  }

  /**
   * Waits until `find` returns something, for at most `timeoutMs`, which may be infinite. It is called at once, and
   * then on each delivery; an error that it throws rejects the wait.
   */
  until<T>(find: () => T | undefined, timeoutMs: number): Promise<Waited<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<Waited<T>>();
    let timer: Timer | undefined;
    let counted = this.uncounted;
    const arm = (ms: number) => {
      const due = this.#world.monotonic() + ms;
      timer = this.#world.after(ms, () => {
        const late = this.#world.monotonic() - due;
        const away = this.uncounted - counted;
        counted += away;
        if (away > 0 || late > STALL_MS) arm(Math.max(0, away) + Math.max(0, late));
        else end(() => resolve({ outcome: 'missed' }));
      });
    };
    const look = () => {
      try {
        const value = find();
        if (value !== undefined) end(() => resolve({ outcome: 'came', value }));
      } catch (thrown) {
        end(() => reject(thrown));
      }
    };
    const abandon = () => end(() => resolve({ outcome: 'abandoned' }));
    const end = (settle: () => void) => {
      this.#waits.delete(look);
      timer?.cancel();
      this.#signal.removeEventListener('abort', abandon);
      settle();
    };
    if (Number.isFinite(timeoutMs)) arm(timeoutMs);
    this.#signal.addEventListener('abort', abandon);
    this.#waits.add(look);
    look();
    if (this.#signal.aborted) abandon();
    return promise;
  }
}
