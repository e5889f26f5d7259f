import { Semaphore } from '../semaphore.ts';

/**
 * Limits the number of calls in flight. There is no limit until the service answers 429. Each 429 halves the limit, and
 * each other answer raises it a little, so that a rate limit slows calls down instead of refusing them.
 */
export class AdaptiveLimit {
  #most = Number.POSITIVE_INFINITY;
  readonly #calls = new Semaphore(this.#most);

  /** Makes a call once the limit allows it. */
  pass<T>(work: () => Promise<T>): Promise<T> {
    return this.#calls.pass(work);
  }

  /** Notes an answer of 429. */
  wasLimited(): void {
    this.#set(Math.max(1, Math.floor(Math.min(this.#most, this.#calls.inside) / 2)));
  }

  /** Notes any other answer. */
  wasAnswered(): void {
    this.#set(this.#most + 1 / this.#most);
  }

  #set(most: number): void {
    this.#most = most;
    this.#calls.setWidth(Math.floor(most));
  }
}
