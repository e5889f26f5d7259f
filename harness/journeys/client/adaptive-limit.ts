/**
 * Limits how many calls are in flight. There is no limit until the service answers 429. Each 429 halves the limit, and
 * each other answer raises it a little, so that a rate limit slows calls down and does not refuse them.
 */
export class AdaptiveLimit {
  #most = Number.POSITIVE_INFINITY;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  /** Makes a call once the limit allows it. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#most) await new Promise<void>(begin => void this.#waiting.push(begin));
    else this.#inside++;
    try {
      return await work();
    } finally {
      this.#inside--;
      this.#admit();
    }
  }

  /** To be called for each 429. */
  wasLimited(): void {
    this.#most = Math.max(1, Math.floor(Math.min(this.#most, this.#inside) / 2));
  }

  /** To be called for each other answer. */
  wasAnswered(): void {
    this.#most += 1 / this.#most;
    this.#admit();
  }

  #admit(): void {
    for (let begin = this.#next(); begin !== undefined; begin = this.#next()) {
      this.#inside++;
      begin();
    }
  }

  #next(): (() => void) | undefined {
    return this.#inside < Math.floor(this.#most) ? this.#waiting.shift() : undefined;
  }
}
