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

/** The time that a gate of an endpoint may take. It counts only time in which this process ran. */
export class TimeLimit {
  /** In seconds, as `--time-limit` names it. */
  readonly seconds: number;
  /** Aborts when nothing is sent any more. */
  readonly signal: AbortSignal;
  /** Aborts when nothing is waited for any more. */
  readonly end: AbortSignal;
  readonly #time: RunningTime;
  readonly #ms: number;
  readonly #sendingMs: number;
  readonly #timers: readonly Timer[];

  /** @param time begins with the gate */
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

  /** How long a case may take, in milliseconds. @param kills whether it kills the backend; `later`: another one will */
  leftFor(kills: boolean | 'later'): number {
    const shareMs = kills === 'later' ? UNTIL_KILLS * this.#ms : UNTIL_LAST_KILL * this.#ms;
    return (kills ? shareMs : this.#sendingMs) - this.#time.elapsed;
  }

  close(): void {
    for (const timer of this.#timers) timer.cancel();
  }
}
