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

/**
 * The visit of one journey to the exclusive section. One journey at a time takes steps there whose webhooks name no
 * order, or might not, and deliveries without an order belong to it. A journey enters once, when it must, and stays
 * until it leaves.
 */
export class ExclusiveVisit {
  readonly #turn: Semaphore;
  readonly #names: (event: string) => boolean;
  #entering: Promise<void> | undefined;
  #leave: (() => void) | undefined;

  /**
   * @param turn shared by all visits; lets one in at a time
   * @param names whether the webhooks of a step are known to name their order, so that the step can be taken outside
   */
  constructor(turn: Semaphore, names: (event: string) => boolean) {
    this.#turn = turn;
    this.#names = names;
  }

  /** Whether the journey is in the section. */
  get isInside(): boolean {
    return this.#leave !== undefined;
  }

  /**
   * Enters before a step if necessary. Two simultaneous steps enter once: otherwise, the second would wait for its own
   * journey to leave.
   */
  async enter(event: string): Promise<void> {
    while (!this.isInside && !this.#names(event)) {
      this.#entering ??= this.#enter(event).finally(() => {
        this.#entering = undefined;
      });
      await this.#entering;
    }
  }

  async #enter(event: string): Promise<void> {
    const leave = await this.#turn.enter();
    // The previous journey in the section may have shown that entering is unnecessary.
    if (this.#names(event)) leave();
    else this.#leave = leave;
  }

  /** Lets the next journey in. */
  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}
