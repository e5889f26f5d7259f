import type { World } from '../core/world.ts';
import { type Backend, restartBackend } from './backend.ts';
import { type Bench, OutOfOrders } from './bench.ts';
import { isHistory, kindOf } from './case-id.ts';
import type { Reading } from './credits.ts';
import type { EndpointCase } from './endpoint-case.ts';
import type { SettledCredits } from './settled-credits.ts';
import type { TimeLimit } from './time-limit.ts';
import { Trial } from './trial.ts';
import type { Tried } from './tried.ts';

const TOO_SLOW =
  'time ran out: with this backend, the gate needs more than a minute (two with --restart); --only runs one part';
/** Cases under way at the same moment, where a backend needs this long or longer for an answer, in milliseconds. */
const SLOW_MS = 50;
/** Cases under way at the same moment with a slow backend at first, and at most. */
export const LANES = 3;
const MOST_LANES = 20;
/** After a case that took longer, one more is under way at the same moment, in milliseconds. */
const LONG_CASE_MS = 800;
/** After so many time-outs of one kind that kind is not tried again. */
const MOST_TIMEOUTS = 2;

/** What is needed to try cases. */
export interface WaveOptions {
  readonly world: World;
  readonly backend: Backend;
  readonly bench: Bench;
  readonly limit: TimeLimit;
  /** Absent where the credits cannot be read. */
  readonly credits: SettledCredits | undefined;
  /** Says that a case was not tried, and why. */
  readonly skip: (each: EndpointCase, reason: string, from: number) => void;
  readonly signal: AbortSignal;
  /** Whether the gate was interrupted, or its time is over. */
  readonly isOver: () => boolean;
}

/** Tries cases wave by wave: the credits are read once for all cases of a wave. */
export class Waves {
  readonly #options: WaveOptions;
  readonly #bench: Bench;
  readonly #limit: TimeLimit;
  readonly #credits: SettledCredits | undefined;
  /** The cases that were tried. */
  readonly tried: Tried[] = [];
  /** Whether the backend credits no sound webhook. */
  creditsNothing = false;
  #gone = false;

  constructor(options: WaveOptions) {
    this.#options = options;
    this.#bench = options.bench;
    this.#limit = options.limit;
    this.#credits = options.credits;
  }

  /** Tries cases, gives the backend its time, and reads the credits. */
  async drive(cases: readonly EndpointCase[], lanes = this.#bench.paceMs < SLOW_MS ? 1 : LANES): Promise<void> {
    const { world } = this.#options;
    const possible = cases.filter(each => this.isPossible(each));
    const before = this.#bench.answers;
    const wave: Tried[] = [];
    const queue = possible.filter(({ alone }) => !alone);
    const more: Promise<void>[] = [];
    const lane = async () => {
      for (let each = queue.shift(); each !== undefined; each = queue.shift()) {
        const from = world.monotonic();
        await this.#try(each, wave);
        // A backend may take its time for some requests alone, such as those that it refuses.
        const isLong = this.#bench.paceMs >= SLOW_MS || world.monotonic() - from > LONG_CASE_MS;
        if (isLong && more.length + lanes < MOST_LANES && !this.#bench.isCrowded) more.push(lane());
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    for (const extra of more) await extra;
    for (const each of possible.filter(({ alone }) => alone)) await this.#try(each, wave);
    const due = wave.flatMap(({ trial }) => trial.due());
    const settled = await this.read(due, this.#bench.answers - before);
    for (const tried of wave) if (settled) tried.settled = settled;
    for (const { trial } of wave) if (!this.#options.isOver()) await trial.second();
    for (const tried of wave) {
      // What was not credited when time ran out may still come.
      const isOpen = this.#limit.signal.aborted && tried.trial.due().some(order => !settled?.credits.has(order));
      if (isOpen) this.#options.skip(tried.case, TOO_SLOW, tried.from);
      else this.tried.push(tried);
    }
  }

  /** Learns from the first case how late the backend credits, and whether it does at all. */
  async learnLag(): Promise<void> {
    const [first] = this.tried;
    const [order] = first?.trial.due() ?? [];
    if (order === undefined || first?.settled === undefined || this.#credits === undefined) return;
    const isAcknowledged = first.trial.seen.at(-1)?.acknowledged === true;
    this.creditsNothing =
      first.settled.credits.size === 0 && !(isAcknowledged && (await this.#credits.comesLate(order)));
  }

  /** Whether a case can be tried with what the backend offers. */
  isPossible({ needs, timed }: EndpointCase): boolean {
    if (needs !== undefined && this.#credits === undefined) return false;
    if (needs === 'restart' && this.#options.backend.restart === undefined) return false;
    if (timed === 'closely' && this.#bench.clocksDiffer) return false;
    return !timed || this.#bench.clockOffset === undefined;
  }

  /** What a case needs that the backend does not offer, as an option. */
  lacks({ needs }: EndpointCase): string {
    return needs === 'restart' && this.#credits !== undefined ? '--restart' : '--credits';
  }

  async #try(each: EndpointCase, wave: Tried[]): Promise<void> {
    const { world, backend } = this.#options;
    const from = world.now();
    const why = this.whyNot(each);
    if (why === 'over') return;
    if (why !== undefined) return this.#options.skip(each, why, from);
    const trial = new Trial(this.#bench, each.id);
    try {
      await each.run(trial);
      await trial.finish();
      if (this.#options.signal.aborted) return;
      if (this.#limit.signal.aborted) return this.#options.skip(each, TOO_SLOW, from);
      wave.push({ case: each, trial, from, to: world.now() });
    } catch (thrown) {
      if (!(thrown instanceof OutOfOrders)) throw thrown;
      return this.#options.skip(each, 'no order was left: --orders printed too few', from);
    }
    // A backend that has never answered is not there at all.
    if (this.#bench.answers === 0) this.#gone = true;
    if (trial.lost !== 'gone' || this.#gone) return;
    if (backend.restart === undefined) this.#gone = true;
    else await restartBackend(backend, this.#bench);
  }

  /** Why a case is not tried; `over` where the gate was interrupted. */
  whyNot({ id }: EndpointCase): string | undefined {
    const { signal } = this.#options;
    if (signal.aborted) return 'over';
    if (this.creditsNothing && (id === 'credit.crash' || isHistory(id)))
      return 'the backend credits no valid webhook, so no other case can be judged';
    if (this.#gone) return 'the backend is gone, and there is no --restart command';
    if ((this.#bench.timeouts.get(kindOf(id)) ?? 0) >= MOST_TIMEOUTS) return 'two deliveries of its kind timed out';
    if (this.#limit.isTooLateFor(id === 'credit.crash', this.#bench.timeouts.size > 0)) return TOO_SLOW;
    return undefined;
  }

  /** Reads the credits, if they can be read. @param due the orders that have to be credited */
  read(due: readonly string[] = [], answers = 0): Promise<Reading> | undefined {
    return this.#credits?.read(due, answers);
  }
}
