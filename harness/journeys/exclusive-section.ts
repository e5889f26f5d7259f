import { Semaphore } from './semaphore.ts';

/**
 * Where journeys go one after another: those at a step whose webhooks name no order, or may name none as far as is
 * known. While a journey is in the lane, what names no order is its own.
 */
export class ExclusiveSection {
  readonly #named = new Map<string, boolean>();
  readonly #turn = new Semaphore(1);

  /** Whether the webhooks of a step are known to name their order. */
  names(event: string): boolean {
    return this.#named.get(event) === true;
  }

  /** Takes down whether the webhooks of a step named their order; those that once did not are not trusted again. */
  saw(event: string, named: boolean): void {
    this.#named.set(event, named && this.#named.get(event) !== false);
  }

  /** Goes in before a step. @returns what lets the next journey in; undefined where there was no need to go in */
  async enter(event: string): Promise<(() => void) | undefined> {
    if (this.names(event)) return undefined;
    const leave = await this.#turn.enter();
    // Whoever was in the lane meanwhile may have found it out.
    if (!this.names(event)) return leave;
    leave();
    return undefined;
  }
}
