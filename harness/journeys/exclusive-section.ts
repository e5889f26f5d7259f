import type { Semaphore } from './semaphore.ts';

/**
 * The visit of one journey to the exclusive section. One journey at a time takes a step there whose webhooks name no
 * order, or may name none as far as is known, and deliveries that name no order belong to it. It enters once, where it
 * has to, and stays until it leaves.
 */
export class ExclusiveVisit {
  readonly #turn: Semaphore;
  readonly #names: (event: string) => boolean;
  #entering: Promise<void> | undefined;
  #leave: (() => void) | undefined;

  /**
   * @param turn of all visits, which lets one in at a time
   * @param names whether the webhooks of a step are known to name their order, so that it can be taken from outside
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
   * Enters before a step, if that is needed. Two steps at the same moment enter once: the second would wait for its own
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
    // The journey that was in the section meanwhile may have shown that it is not needed.
    if (this.#names(event)) leave();
    else this.#leave = leave;
  }

  /** Lets the next journey in. */
  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}
