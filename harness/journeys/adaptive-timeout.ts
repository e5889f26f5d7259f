/** After this many misses, silence is the rule, and waiting as long for everything else would show nothing new. */
const MISSES = 3;
/** From then on, the timeout is this many times the longest that anything has taken. */
const FACTOR = 4;

/** The bounds of an adaptive timeout, in milliseconds. */
export interface TimeoutBounds {
  /** The longest wait. */
  readonly allowed: number;
  /** The shortest wait after several misses. */
  readonly least: number;
  /** The wait once the rest is given up. */
  readonly givenUp: number;
  /** Once waits in vain have taken this many times the longest wait in all, the rest is given up. */
  readonly mostInVain: number;
}

/**
 * How long to wait for something that is due: as long as allowed, less once several waits were in vain, and hardly at
 * all once they took `mostInVain` times as long as one may take. Waits at the same time count once.
 */
export class AdaptiveTimeout {
  readonly #bounds: TimeoutBounds;
  #misses = 0;
  #inVain = 0;
  #lastMiss = Number.NEGATIVE_INFINITY;
  #longest = 0;

  constructor(bounds: TimeoutBounds) {
    this.#bounds = bounds;
  }

  /** How long to wait now, in milliseconds. */
  get milliseconds(): number {
    const { allowed, least, givenUp } = this.#bounds;
    if (this.hasGivenUp) return Math.min(allowed, givenUp);
    return this.isShortened ? Math.min(allowed, Math.max(least, FACTOR * this.#longest)) : allowed;
  }

  /** Whether several waits were in vain, so that what repeats is not waited for as long. */
  get isShortened(): boolean {
    return this.#misses >= MISSES;
  }

  /** Whether the rest is given up: a wait in vain shows nothing from now on. */
  get hasGivenUp(): boolean {
    return this.isShortened && this.#inVain >= this.#bounds.mostInVain * this.#bounds.allowed;
  }

  /** The longest that anything has taken, in milliseconds. */
  get longest(): number {
    return this.#longest;
  }

  /** Notes that something came after this many milliseconds. */
  came(milliseconds: number): void {
    this.#longest = Math.max(this.#longest, milliseconds);
  }

  /** Notes that something was waited for in vain between two moments, in milliseconds. */
  missed(from: number, to: number): void {
    this.#misses++;
    this.#inVain += Math.max(0, to - Math.max(from, this.#lastMiss));
    this.#lastMiss = Math.max(to, this.#lastMiss);
  }
}
