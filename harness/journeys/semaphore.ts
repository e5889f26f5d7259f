/** Lets a limited number through at once; the others wait. */
export class Semaphore {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(width: number) {
    this.#free = width;
  }

  /** Runs `work` when there is room. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Enters when there is room. @returns a function that lets the next in, to be called once */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>(resolve => this.#queue.push(resolve));
    return () => {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free++;
    };
  }
}
