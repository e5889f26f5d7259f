/** The close of a connection that the sender gave up may be seen this long after its next delivery, in milliseconds. */
const APART_MS = 100;

/**
 * How long senders were held up by answers of ours that come late or never. A service with one worker sends nothing
 * until its delivery is answered, so that what stays away meanwhile is not missing. Such time ends with the next
 * delivery, which shows that another worker is free, and then does not count:
 *
 *     held ────────────────┤        counts as a whole
 *     held ──┤ delivery ───┤        counts from the delivery on
 */
export class HeldAnswers {
  readonly #stamp: () => number;
  #open = 0;
  /** When the first answer was held, or when the last delivery came since then. */
  #since = 0;
  /** The silence before that delivery. */
  #before = 0;
  #lasted = 0;

  /** @param stamp the clock of the record */
  constructor(stamp: () => number) {
    this.#stamp = stamp;
  }

  /** How long senders have been blocked so far, in milliseconds. */
  get lasted(): number {
    return this.#lasted + (this.#open > 0 ? this.#stamp() - this.#since : 0);
  }

  /** Notes that a delivery came. */
  arrived(): void {
    this.#before = this.#stamp() - this.#since;
    this.#since = this.#stamp();
  }

  /** Notes that the answer to a delivery is now held. @param ended resolves when its connection is free */
  hold(ended: Promise<unknown>): void {
    if (this.#open === 0) this.#begin();
    this.#open++;
    void ended.then(() => {
      const quiet = this.#stamp() - this.#since;
      this.#lasted += quiet < APART_MS ? quiet + this.#before : quiet;
      this.#open--;
      this.#begin();
    });
  }

  #begin(): void {
    this.#since = this.#stamp();
    this.#before = 0;
  }
}
