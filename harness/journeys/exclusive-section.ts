import { Semaphore } from './semaphore.ts';

/**
 * Lets one journey at a time take a step whose webhooks name no order, or may name none as far as is known. Deliveries
 * that name no order belong to the journey in this section.
 */
export class ExclusiveSection {
  readonly #named = new Map<string, boolean>();
  readonly #turn = new Semaphore(1);

  /** Whether the webhooks of a step are known to name their order. */
  names(event: string): boolean {
    return this.#named.get(event) === true;
  }

  /** Notes whether the webhooks of a step named their order. Once they did not, they are not trusted again. */
  saw(event: string, named: boolean): void {
    this.#named.set(event, named && this.#named.get(event) !== false);
  }

  /** Enters before a step. @returns a function that lets the next journey in; undefined where entering is not needed */
  async enter(event: string): Promise<(() => void) | undefined> {
    if (this.names(event)) return undefined;
    const leave = await this.#turn.enter();
    // The journey that was in the section meanwhile may have shown that it is not needed.
    if (!this.names(event)) return leave;
    leave();
    return undefined;
  }
}
