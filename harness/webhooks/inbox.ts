import type { Timer, World } from '../world/world.ts';

/** How a wait ended: with its value, without it in time, or because the run stopped. */
export type Waited<T> =
  | { readonly outcome: 'came'; readonly value: T }
  | { readonly outcome: 'missed' }
  | { readonly outcome: 'abandoned' };

/** A timer this late (in ms) shows that the process stalled. The wait goes on, because arrivals are not read yet. */
const STALL_MS = 50;

/** The waits for deliveries. A wait looks whenever a delivery arrives; nothing polls. */
export class Inbox {
  readonly #waits = new Set<() => void>();
  readonly #world: World;
  readonly #signal: AbortSignal;
  readonly #uncounted: () => number;

  /**
   * @param signal ends every wait
   * @param uncounted the time that no wait counts, in milliseconds: the service was away, or waited for the harness
   */
  constructor(world: World, signal: AbortSignal, uncounted: () => number = () => 0) {
    this.#world = world;
    this.#signal = signal;
    this.#uncounted = uncounted;
  }

  /** The time that no wait counts so far, in milliseconds. */
  get uncounted(): number {
    return this.#uncounted();
  }

  /** Makes every wait look again, because a delivery came, or what it looks at has changed otherwise. */
  wake(): void {
    for (const look of [...this.#waits]) look();
  }

  /**
   * Waits until `find` returns a value, for at most `timeoutMs`, which may be infinite. `find` is called at once and on
   * each delivery. An error in it rejects the wait.
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
