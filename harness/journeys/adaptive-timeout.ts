/** After this many misses, silence is usual, and long waits for everything else would show nothing new. */
const MISSES = 3;
/** The timeout is then this many times the longest delay so far. */
const FACTOR = 4;

/** The bounds of an adaptive timeout, in milliseconds. */
interface TimeoutBounds {
  /** The longest wait. */
  readonly allowed: number;
  /** The shortest wait after several misses. */
  readonly least: number;
  /** The wait after everything else is given up. */
  readonly givenUp: number;
  /** When timeouts have taken this many times the longest wait in total, everything else is given up. */
  readonly mostInVain: number;
}

/**
 * How long to wait for something that is due: at first as long as allowed, shorter after several timeouts, and near
 * zero after `mostInVain` times the longest wait. Simultaneous waits count once.
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

  /** Whether several waits timed out, so that repetitions are not waited for as long. */
  get isShortened(): boolean {
    return this.#misses >= MISSES;
  }

  /** Whether everything else is given up. A further timeout then shows nothing. */
  get hasGivenUp(): boolean {
    return this.isShortened && this.#inVain >= this.#bounds.mostInVain * this.#bounds.allowed;
  }

  /** The longest delay so far, in milliseconds. */
  get longest(): number {
    return this.#longest;
  }

  /** Notes that something came after this many milliseconds. */
  came(milliseconds: number): void {
    this.#longest = Math.max(this.#longest, milliseconds);
  }

  /** Notes that a wait timed out. @param from start in milliseconds @param to end in milliseconds */
  missed(from: number, to: number): void {
    this.#misses++;
    this.#inVain += Math.max(0, to - Math.max(from, this.#lastMiss));
    this.#lastMiss = Math.max(to, this.#lastMiss);
  }
}
