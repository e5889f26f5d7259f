import type { Semaphore } from './semaphore.ts';

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
