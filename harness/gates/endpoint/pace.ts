import type { RunningTime } from '../../world/running-time.ts';
import type { Timer } from '../../world/world.ts';
import { type Bench, HANGS } from './bench.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { ANSWER_MS } from './sender.ts';

/** The default time limit, in seconds, without and with `--restart`. */
const DEFAULT_S = 60;
const DEFAULT_WITH_RESTART_S = 120;
/** The part of the limit without sending, and the part of it for the report, in ms. */
const READING_MS = 6_000;
const REPORT_MS = 3_000;
/** The end of the limit in which the report is written, in ms. */
const WRITING_MS = 1_000;
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

  /** Whether no time is left to look for causes, which the ticks of the running time do not count. */
  isSpent(): boolean {
    this.#time.count();
    return this.#time.elapsed > this.#ms - Math.min(WRITING_MS, MOST_REPORT * 0.5 * this.#ms);
  }

  close(): void {
    for (const timer of this.#timers) timer.cancel();
  }
}

/** The most cases that run at once. */
const MOST_LANES = 20;
/** Cases run at once only if this many answers in sequence are within the limit for one. */
const IN_SEQUENCE = 3;
/** The least time of an answer that the reports mention, in milliseconds. */
const WORTH_TELLING_MS = 1_000;
/** About how many answers a case waits for in sequence: mostly one to four. */
const ROUNDS = 3;

/** How long the backend takes to answer, and which cases fit within the time limit. */
export class Pace {
  readonly #bench: Bench;
  readonly limit: TimeLimit;
  #allMs = 0;
  #reason: string | undefined;

  constructor(bench: Bench, limit: TimeLimit) {
    this.#bench = bench;
    this.limit = limit;
  }

  /** Whether more cases than these may run at once: the backend keeps its pace, and three times that is in time. */
  hasRoomBeside(cases: number): boolean {
    const isQuick = IN_SEQUENCE * this.#bench.aloneMs < ANSWER_MS;
    const { isCrowded, isTurningAway } = this.#bench;
    return cases < MOST_LANES && isQuick && !isCrowded && !isTurningAway && 2 * this.#bench.paceMs < ANSWER_MS;
  }

  /** Measures the time of an answer. @returns a sentence about it, if it is worth mentioning */
  async measure(): Promise<string | undefined> {
    const firstMs = await this.#bench.measure();
    if (firstMs === undefined || firstMs < WORTH_TELLING_MS) return undefined;
    return `The handler takes ${inSeconds(firstMs)} to answer; senders give up after ${ANSWER_MS / 1000} s`;
  }

  /** All cases in their order, or the most consequential first if not all fit within the time limit. */
  plan(cases: readonly EndpointCase[]): readonly EndpointCase[] {
    const lanes = this.hasRoomBeside(0) ? MOST_LANES : 1;
    const rounds = cases.reduce((sum, { alone }) => sum + ROUNDS / (alone ? 1 : lanes), 0);
    this.#allMs = rounds * this.#bench.aloneMs;
    return this.#allMs < this.limit.leftFor(false) ? cases : mostConsequentialFirst(cases);
  }

  /** The least time of a case, in milliseconds. */
  get caseMs(): number {
    // After a time-out, another delivery may time out, and be sent again.
    const late = this.#bench.timeouts.size > 0 ? 2 * ANSWER_MS : 0;
    return late + this.#bench.paceMs;
  }

  /** Why cases are skipped for lack of time. The first reason is kept. */
  get tooSlow(): string {
    const { paceMs, timeouts, isSilent } = this.#bench;
    if (paceMs < WORTH_TELLING_MS && timeouts.size > 0 && !isSilent) this.#reason ??= HANGS;
    const what = `not every case fits within --time-limit ${this.limit.seconds}`;
    // If kills follow, the other cases end after half of the time.
    const enough = Math.max(2 * this.limit.seconds, Math.ceil(this.#allMs / 30_000) * 60);
    const about = this.#allMs > 0 ? `; ${enough} may be enough` : '';
    this.#reason ??=
      paceMs < WORTH_TELLING_MS
        ? `time ran out: ${what}`
        : `the handler takes ${inSeconds(paceMs)} to answer, so ${what}${about}`;
    return this.#reason;
  }
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** The requirements that are tested first, because their breaches cost most. */
const FIRST = ['credit.once', 'credit.duplicate', 'receiver.rejects-mismatch'];

/** The most consequential case of each requirement, then the second of each, and so on. */
function mostConsequentialFirst(cases: readonly EndpointCase[]): readonly EndpointCase[] {
  const requirements = new Set([...FIRST, ...cases.map(({ requirement }) => requirement)]);
  const inTurn = [...requirements].map(requirement => cases.filter(each => each.requirement === requirement));
  const longest = Math.max(0, ...inTurn.map(({ length }) => length));
  return Array.from({ length: longest }, (_, nth) => inTurn.flatMap(own => own[nth] ?? [])).flat();
}
