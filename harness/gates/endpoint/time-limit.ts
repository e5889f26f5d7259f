import type { RunningTime } from '../../world/running-time.ts';
import type { Timer } from '../../world/world.ts';

/** How long a gate may take unless it is told, in seconds; the second with a backend that can be restarted. */
const DEFAULT_S = 60;
const DEFAULT_WITH_RESTART_S = 120;
/** The end of the limit in which nothing is sent any more, and the part of it that belongs to the report, in ms. */
const READING_MS = 6_000;
const REPORT_MS = 3_000;
/** A short limit keeps at most these shares for them. */
const MOST_READING = 0.3;
const MOST_REPORT = 0.15;
/** No case begins after this share of the limit where the backend is killed later, and no kill after the second. */
const UNTIL_KILLS = 0.5;
const UNTIL_LAST_KILL = 0.6;

/** The time that a gate of an endpoint may take. It begins at once, and counts only time in which this process ran. */
export class TimeLimit {
  /** In seconds, as `--time-limit` names it. */
  readonly seconds: number;
  readonly #time: RunningTime;
  readonly #began: number;
  readonly #stop = new AbortController();
  readonly #end = new AbortController();
  readonly #timers: readonly Timer[];
  /** Aborts when nothing is sent any more. */
  readonly signal: AbortSignal = this.#stop.signal;
  /** Aborts when nothing is waited for any more. */
  readonly end: AbortSignal = this.#end.signal;

  constructor(time: RunningTime, canRestart: boolean, seconds = canRestart ? DEFAULT_WITH_RESTART_S : DEFAULT_S) {
    this.seconds = seconds;
    this.#time = time;
    this.#began = time.elapsed;
    this.#timers = [
      time.after(this.#sendingMs, () => this.#stop.abort()),
      time.after(this.#ms - Math.min(REPORT_MS, MOST_REPORT * this.#ms), () => this.#end.abort()),
    ];
  }

  /**
   * How long a case may still take, in milliseconds.
   * @param kills whether the case kills the backend, or `later` where another will
   */
  leftFor(kills: boolean | 'later'): number {
    const elapsed = this.#time.elapsed - this.#began;
    if (kills === 'later') return UNTIL_KILLS * this.#ms - elapsed;
    return (kills ? UNTIL_LAST_KILL * this.#ms : this.#sendingMs) - elapsed;
  }

  close(): void {
    for (const timer of this.#timers) timer.cancel();
  }

  get #ms(): number {
    return this.seconds * 1000;
  }

  get #sendingMs(): number {
    return this.#ms - Math.min(READING_MS, MOST_READING * this.#ms);
  }
}
