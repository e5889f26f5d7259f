/** After so many misses, silence is the rule here: waiting as long for every further one would tell nothing new. */
const MISSES = 3;
/** From then on, so many times the longest that anything has taken. */
const FACTOR = 4;

/** How long to wait for something that is due: as long as is allowed, until waiting has proved to be in vain. */
export class AdaptiveTimeout {
  readonly #allowed: number;
  readonly #least: number;
  #misses = 0;
  #longest = 0;

  /** @param allowed how long at the most, in milliseconds  @param least how long at the least */
  constructor(allowed: number, least: number) {
    this.#allowed = allowed;
    this.#least = least;
  }

  /** How long to wait now, in milliseconds. */
  get milliseconds(): number {
    if (this.#misses < MISSES) return this.#allowed;
    return Math.min(this.#allowed, Math.max(this.#least, FACTOR * this.#longest));
  }

  /** The longest that anything has taken, in milliseconds. */
  get longest(): number {
    return this.#longest;
  }

  /** Something came after so many milliseconds. */
  came(milliseconds: number): void {
    this.#longest = Math.max(this.#longest, milliseconds);
  }

  /** Something did not come. */
  missed(): void {
    this.#misses++;
  }
}
