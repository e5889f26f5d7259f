import { Bench } from './bench.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { ANSWER_MS, type HandlerReply, type HeldConnection, type OpenRequest, type Outgoing } from './sender.ts';
import type { TimeLimit } from './time-limit.ts';
import { Trial } from './trial.ts';

/** Cases under way at the same moment with a slow backend at first, and at most. */
export const LANES = 3;
export const MOST_LANES = 20;
/** Cases under way at the same moment, where a backend needs this long or longer for an answer, in milliseconds. */
const SLOW_MS = 50;
/** From this on the reports say how long an answer takes, in milliseconds. */
const WORTH_TELLING_MS = 1_000;
/** How many answers, one after the other, all cases wait for at most: where there is time for them, all cases fit. */
const ALL_ROUNDS = 500;
/** Copies at the same moment that take so many times as long as one are answered one after the other. */
const ONE_BY_ONE = 1.5;

/** How long the backend takes to answer, and which cases fit within the time limit. */
export class Pace {
  readonly #bench: Bench;
  readonly #limit: TimeLimit;
  readonly #rounds = new Map<string, number>();
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

  /**
   * Measures how long the backend takes to answer: one webhook and, where that takes seconds, several.
   * @returns what is worth telling of it, as a sentence
   */
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
  async plan(cases: readonly EndpointCase[]): Promise<readonly EndpointCase[]> {
    const leftMs = this.#limit.leftFor(false);
    if (ALL_ROUNDS * this.#bench.aloneMs < leftMs) return cases;
    for (const each of cases)
      if (each.needs !== 'restart') this.#rounds.set(each.id, await roundsOf(each, this.#bench));
    this.#allMs = this.#neededMs(cases);
    return this.#allMs < leftMs ? cases : mostConsequentialFirst(cases);
  }

  /** About how long cases take together, in milliseconds. */
  #neededMs(cases: readonly EndpointCase[]): number {
    const lanes = this.hasRoom ? MOST_LANES : this.lanes;
    const rounds = cases.map(each => (this.#rounds.get(each.id) ?? 0) / (each.alone ? 1 : lanes));
    return rounds.reduce((sum, own) => sum + own, 0) * this.#bench.aloneMs;
  }

  /** How long a case takes at least, in milliseconds. */
  msOf({ id }: EndpointCase): number {
    // Once a delivery has timed out, another may, and come again.
    const late = this.#bench.timeouts.size > 0 ? 2 * ANSWER_MS : 0;
    return late + (this.#rounds.get(id) ?? 1) * this.#bench.paceMs;
  }

  /** Why a case was left out for which no time was left. */
  get tooSlow(): string {
    this.#reason ??= this.#whyTooSlow();
    return this.#reason;
  }

  #whyTooSlow(): string {
    const { paceMs } = this.#bench;
    const what = `not every case fits within --time-limit ${this.#limit.seconds}`;
    if (paceMs < WORTH_TELLING_MS) return `time ran out: ${what}`;
    const about = this.#allMs > 0 ? `; all cases need about ${Math.ceil(this.#allMs / 60_000)} minutes` : '';
    return `the handler takes ${inSeconds(paceMs)} to answer, so ${what}${about}`;
  }
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Requirements whose first cases come before those of all others: a breach costs most. */
const FIRST = ['credit.once', 'credit.duplicate', 'receiver.rejects-mismatch'];

/**
 * Cases in the order in which a gate tries them that has no time for all: the most consequential case of each
 * requirement, then the second of each, and so on.
 */
function mostConsequentialFirst(cases: readonly EndpointCase[]): readonly EndpointCase[] {
  const requirements = new Set([...FIRST, ...cases.map(({ requirement }) => requirement)]);
  const inTurn = [...requirements].map(requirement => cases.filter(each => each.requirement === requirement));
  const longest = Math.max(0, ...inTurn.map(({ length }) => length));
  return Array.from({ length: longest }, (_, nth) => inTurn.flatMap(own => own[nth] ?? [])).flat();
}

/** A bench whose backend acknowledges everything, and knows every order. */
class RehearsalBench extends Bench {
  readonly #real: Bench;

  constructor(real: Bench, sender: Rehearsed) {
    const { world, time, url, source, secrets, effort } = real;
    super({ world, time, url, source, secrets, effort, sender, record() {} });
    this.#real = real;
    this.wantsEarlier = real.wantsEarlier;
  }

  override get paceMs(): number {
    return this.#real.aloneMs;
  }

  override order(): string {
    return this.source.newOrder();
  }

  override async pause(): Promise<void> {}
}

/** Acknowledges everything. What is sent at the same moment is one round. */
class Rehearsed {
  readonly #bench: Bench;
  rounds = 0;
  #round: Promise<HandlerReply> | undefined;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  send({ method = 'POST', url = this.#bench.url, body }: Outgoing): OpenRequest {
    this.#round ??= this.#next();
    const now = this.#bench.world.now();
    const request = { method, url, headers: [], body };
    const exchange = Promise.resolve({ attempt: 0, sentAt: now, endedAt: now, request });
    return { ready: Promise.resolve(), reply: this.#round, exchange };
  }

  async together(requests: readonly Outgoing[]): Promise<readonly OpenRequest[]> {
    return requests.map(request => this.send(request));
  }

  async hold(): Promise<HeldConnection> {
    return { isOpen: () => true, close: () => {} };
  }

  async #next(): Promise<HandlerReply> {
    this.rounds++;
    await new Promise<void>(resolve => this.#bench.world.after(0, resolve));
    this.#round = undefined;
    return { kind: 'answered', status: 200, tookMs: this.#bench.paceMs };
  }
}

/**
 * How many answers a case waits for, one after the other. The case runs against nobody, so one that kills the backend
 * cannot be rehearsed.
 */
async function roundsOf(each: EndpointCase, bench: Bench): Promise<number> {
  const rehearsed = new Rehearsed(bench);
  const trial = new Trial(new RehearsalBench(bench, rehearsed), each.id);
  await each.run(trial);
  await trial.finish();
  await trial.second?.();
  await trial.last?.();
  return rehearsed.rounds;
}
