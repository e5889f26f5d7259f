/** Lets a limited number through at once; the others wait. */
export class Semaphore {
  #free: number;
  readonly #queue: { readonly rank: number; readonly begin: () => void }[] = [];

  constructor(width: number) {
    this.#free = width;
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
   * Enters when there is room.
   *
   * @param rank of those that wait, the lowest enters first, then the one that came first
   * @returns a function that lets the next in, to be called once
   */
  async enter(rank = 0): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>(begin => this.#wait({ rank, begin }));
    return () => {
      const next = this.#queue.shift();
      if (next) next.begin();
      else this.#free++;
    };
  }

  #wait(one: { readonly rank: number; readonly begin: () => void }): void {
    const place = this.#queue.findIndex(({ rank }) => rank > one.rank);
    this.#queue.splice(place < 0 ? this.#queue.length : place, 0, one);
  }
}
