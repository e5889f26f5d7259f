import { Semaphore } from './semaphore.ts';

/**
 * Lets one journey at a time take a step whose webhooks name no order, or may name none as far as is known. Deliveries
 * that name no order belong to the journey in this section.
 */
export class ExclusiveSection {
  readonly #names: (event: string) => boolean;
  readonly #turn = new Semaphore(1);

  /** @param names whether the webhooks of a step are known to name their order */
  constructor(names: (event: string) => boolean) {
    this.#names = names;
  }

  /** Enters before a step. @returns a function that lets the next journey in; undefined where entering is not needed */
  async enter(event: string): Promise<(() => void) | undefined> {
    if (this.isFree(event)) return undefined;
    const leave = await this.#turn.enter();
    // The journey that was in the section meanwhile may have shown that it is not needed.
    if (!this.isFree(event)) return leave;
    leave();
    return undefined;
  }

  /** Whether a step can be taken from outside. */
  isFree(event: string): boolean {
    return this.#names(event);
  }

  /** A journey's visit: it is not inside yet. */
  visit(): Visit {
    return new Visit(this);
  }
}

/** The visit of one journey to the exclusive section. It enters once, where it has to, and stays until it leaves. */
export class Visit {
  readonly #section: ExclusiveSection;
  #entering: Promise<void> | undefined;
  #leave: (() => void) | undefined;

  constructor(section: ExclusiveSection) {
    this.#section = section;
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
    while (!this.isInside && !this.#section.isFree(event)) {
      this.#entering ??= this.#section.enter(event).then(leave => {
        this.#leave = leave;
        this.#entering = undefined;
      });
      await this.#entering;
    }
  }

  /** Lets the next journey in. */
  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}
