/**
 * Lets calls through: all at once, until the service puts one off (429). Then half as many, and more again with each
 * call that is answered, so that a rate limit slows the calls down instead of refusing them.
 */
export class AdaptiveLimit {
  #most = Number.POSITIVE_INFINITY;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  /** Does some work when there is room. */
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

  /** To be called when a call is put off. */
  putOff(): void {
    this.#most = Math.max(1, Math.floor(Math.min(this.#most, this.#inside) / 2));
  }

  /** To be called when a call is answered. */
  answered(): void {
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
