/** After this many misses, silence is the rule, and waiting as long for every further event would show nothing new. */
const MISSES = 3;
/** From then on, the timeout is this many times the longest that anything has taken. */
const FACTOR = 4;

/** How long to wait for something that is due: as long as allowed, and less once several waits were in vain. */
export class AdaptiveTimeout {
  readonly #allowed: number;
  readonly #least: number;
  #misses = 0;
  #longest = 0;

  /** @param allowed the longest wait, in milliseconds  @param least the shortest wait, in milliseconds */
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

  /** Notes that something came after this many milliseconds. */
  came(milliseconds: number): void {
    this.#longest = Math.max(this.#longest, milliseconds);
  }

  /** Notes that something did not come. */
  missed(): void {
    this.#misses++;
  }
}
