import type { Bench } from './bench.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { ANSWER_MS } from './sender.ts';
import type { TimeLimit } from './time-limit.ts';

/** Cases under way at the same moment with a slow backend at first, and at most. */
export const LANES = 3;
export const MOST_LANES = 20;
/** Cases under way at the same moment, where a backend needs this long or longer for an answer, in milliseconds. */
const SLOW_MS = 50;
/** From this on the reports say how long an answer takes, in milliseconds. */
const WORTH_TELLING_MS = 1_000;
/** About how many answers of a slow backend a case waits for, one after the other: mostly one to four. */
const ROUNDS = 3;
/** Copies at the same moment that take so many times as long as one are answered one after the other. */
const ONE_BY_ONE = 1.5;

/** How long the backend takes to answer, and which cases fit within the time limit. */
export class Pace {
  readonly #bench: Bench;
  readonly #limit: TimeLimit;
  /** Whether several answers at the same moment take no longer than one. */
  #isParallel = false;
  #allMs = 0;
  #reason: string | undefined;

  constructor(bench: Bench, limit: TimeLimit) {
    this.#bench = bench;
    this.#limit = limit;
  }

  /** Whether answers take so long that cases at the same moment could bring each other over the time of an answer. */
  get #isCritical(): boolean {
    return LANES * this.#bench.aloneMs > ANSWER_MS && !this.#isParallel;
  }

  /** How many cases may be under way at the same moment, at first. */
  get lanes(): number {
    return this.#isCritical || !this.isSlow ? 1 : LANES;
  }

  /** Whether one more case may be under way at the same moment: the backend keeps its pace, and twice it is in time. */
  get hasRoom(): boolean {
    return !this.#isCritical && !this.#bench.isCrowded && 2 * this.#bench.paceMs < ANSWER_MS;
  }

  /** Whether answers take a while. */
  get isSlow(): boolean {
    return this.#bench.paceMs >= SLOW_MS;
  }

  /** Measures how long the backend takes to answer. @returns what is worth telling of it, as a sentence */
  async measure(): Promise<string | undefined> {
    const [firstMs] = await this.#bench.measure(1);
    if (firstMs === undefined || firstMs < WORTH_TELLING_MS) return undefined;
    if (this.#isCritical && firstMs < ANSWER_MS) {
      const together = await this.#bench.measure(LANES);
      this.#isParallel = together.every(ms => ms !== undefined && ms < ONE_BY_ONE * firstMs);
    }
    return `The handler takes ${inSeconds(firstMs)} to answer; senders give up after ${ANSWER_MS / 1000} s`;
  }

  /** Plans cases: all of them as they are, or the most consequential first where they do not all fit. */
  plan(cases: readonly EndpointCase[]): readonly EndpointCase[] {
    const lanes = this.hasRoom ? MOST_LANES : this.lanes;
    const rounds = cases.reduce((sum, { alone }) => sum + ROUNDS / (alone ? 1 : lanes), 0);
    this.#allMs = rounds * this.#bench.aloneMs;
    return this.#allMs < this.#limit.leftFor(false) ? cases : mostConsequentialFirst(cases);
  }

  /** How long a case takes at least, in milliseconds. */
  get caseMs(): number {
    // Once a delivery has timed out, another may, and come again.
    const late = this.#bench.timeouts.size > 0 ? 2 * ANSWER_MS : 0;
    return late + this.#bench.paceMs;
  }

  /** Why cases are left out for which no time is left, as it was first. */
  get tooSlow(): string {
    const { paceMs } = this.#bench;
    const what = `not every case fits within --time-limit ${this.#limit.seconds}`;
    // Cases end when half of the time is over, if kills follow.
    const enough = Math.max(2 * this.#limit.seconds, Math.ceil(this.#allMs / 30_000) * 60);
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

/** Requirements whose first cases come before those of all others: a breach costs most. */
const FIRST = ['credit.once', 'credit.duplicate', 'receiver.rejects-mismatch'];

/** The most consequential case of each requirement, then the second of each, and so on. */
function mostConsequentialFirst(cases: readonly EndpointCase[]): readonly EndpointCase[] {
  const requirements = new Set([...FIRST, ...cases.map(({ requirement }) => requirement)]);
  const inTurn = [...requirements].map(requirement => cases.filter(each => each.requirement === requirement));
  const longest = Math.max(0, ...inTurn.map(({ length }) => length));
  return Array.from({ length: longest }, (_, nth) => inTurn.flatMap(own => own[nth] ?? [])).flat();
}
