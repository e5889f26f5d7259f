/** Admits a limited number at once; others wait. */
export class Semaphore {
  #width: number;
  #inside = 0;
  readonly #queue: { readonly rank: number; readonly begin: () => void }[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  /** How many are inside. */
  get inside(): number {
    return this.#inside;
  }

  /** Changes the limit. If more are inside, the next one enters after enough have left. */
  setWidth(width: number): void {
    this.#width = width;
    this.#admit();
  }

  /** Runs `work` when there is room. @param rank see {@link enter} */
  async pass<T>(work: () => Promise<T>, rank?: number): Promise<T> {
    const leave = await this.enter(rank);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Enters when there is room. @param rank the lowest enters first; among equals, the first to come @returns a function
   * that admits the next one; call it once
   */
  async enter(rank = 0): Promise<() => void> {
    await new Promise<void>(begin => {
      const place = this.#queue.findIndex(other => other.rank > rank);
      this.#queue.splice(place < 0 ? this.#queue.length : place, 0, { rank, begin });
      queueMicrotask(() => this.#admit());
    });
    return () => {
      this.#inside--;
      this.#admit();
    };
  }

  #admit(): void {
    for (const { begin } of this.#queue.splice(0, Math.max(0, this.#width - this.#inside))) {
      this.#inside++;
      begin();
    }
  }
}
