import type { RunningTime } from '../../world/running-time.ts';
import type { Timer } from '../../world/world.ts';

/** The default time limit, in seconds, without and with `--restart`. */
const DEFAULT_S = 60;
const DEFAULT_WITH_RESTART_S = 120;
/** The part of the limit without sending, and the part of it for the report, in ms. */
const READING_MS = 6_000;
const REPORT_MS = 3_000;
/** The largest shares of a short limit for these parts. */
const MOST_READING = 0.3;
const MOST_REPORT = 0.15;
/** The shares of the limit after which no case starts if kills follow, and no kill. */
const UNTIL_KILLS = 0.5;
const UNTIL_LAST_KILL = 0.6;

/** The time limit of an endpoint gate. Only the running time of this process counts. */
export class TimeLimit {
  /** The limit in seconds, as in `--time-limit`. */
  readonly seconds: number;
  /** Aborts when sending must stop. */
  readonly signal: AbortSignal;
  /** Aborts when waiting must stop. */
  readonly end: AbortSignal;
  readonly #time: RunningTime;
  readonly #ms: number;
  readonly #sendingMs: number;
  readonly #timers: readonly Timer[];

  /** @param time the running time since the gate began */
  constructor(time: RunningTime, canRestart: boolean, seconds = canRestart ? DEFAULT_WITH_RESTART_S : DEFAULT_S) {
    const [stop, end] = [new AbortController(), new AbortController()];
    this.seconds = seconds;
    this.signal = stop.signal;
    this.end = end.signal;
    this.#time = time;
    this.#ms = seconds * 1000;
    this.#sendingMs = this.#ms - Math.min(READING_MS, MOST_READING * this.#ms);
    this.#timers = [
      time.after(this.#sendingMs, () => stop.abort()),
      time.after(this.#ms - Math.min(REPORT_MS, MOST_REPORT * this.#ms), () => end.abort()),
    ];
  }

  /** The time left for a case, in milliseconds. @param kills whether it kills the backend; `later`: another will */
  leftFor(kills: boolean | 'later'): number {
    const shareMs = kills === 'later' ? UNTIL_KILLS * this.#ms : UNTIL_LAST_KILL * this.#ms;
    return (kills ? shareMs : this.#sendingMs) - this.#time.elapsed;
  }

  close(): void {
    for (const timer of this.#timers) timer.cancel();
  }
}
