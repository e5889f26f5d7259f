import type { Dialect } from '../core/dialect.ts';
import { HarnessError } from '../core/errors.ts';
import type { RecordLine, WireExchange } from '../core/evidence.ts';
import type { World } from '../core/world.ts';
import type { Recorder } from '../record/recorder.ts';
import { WebhookSource } from '../sandbox/webhook-source.ts';
import { type Backend, restartBackend } from './backend.ts';
import { Bench, OutOfOrders } from './bench.ts';
import { areaOf, type EndpointArea, isHistory, kindOf } from './case-id.ts';
import { crashCase } from './cases/crash-case.ts';
import { drawnHistories, shorter } from './cases/histories.ts';
import { caseOf, KNOWN_CASES } from './cases/known-cases.ts';
import { Ledger, type Reading } from './credits.ts';
import { unexplainedHistory } from './diagnose-backend.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { retold } from './retell.ts';
import { Sender } from './sender.ts';
import { SettledCredits } from './settled-credits.ts';
import { TimeLimit } from './time-limit.ts';
import { Trial } from './trial.ts';
import { breachesOf, type Judged, judge, type Tried } from './tried.ts';

const TOO_SLOW =
  'time ran out: with this backend, the gate needs more than a minute, or two with --restart; --only drives one part';
/** How many orders a gate spends at most, without and with kills. */
const ORDERS = 230;
const ORDERS_WITH_RESTART = 400;
/** Drawn histories. */
const HISTORIES = 10;
/** Cases under way at the same moment, where a backend needs this long or longer for an answer, in milliseconds. */
const SLOW_MS = 50;
const LANES = 6;
/** After a case that took longer, one more is under way at the same moment, in milliseconds. */
const LONG_CASE_MS = 800;
/** After so many time-outs of one kind that kind is not tried again. */
const MOST_TIMEOUTS = 2;
/** How many exchanges of a case are recorded. */
const MOST_EXCHANGES = 12;
/** What a gate of an endpoint needs. */
export interface EndpointOptions {
  readonly world: World;
  readonly url: string;
  readonly backend: Backend;
  /** The secrets of the backend; it holds at least the first. */
  readonly secrets: readonly [string, ...string[]];
  readonly recorder: Pick<Recorder, 'end'> & { write(line: RecordLine): void; exchange(exchange: WireExchange): void };
  /** The seed of the drawn histories. */
  readonly seed: number;
  readonly dialect?: Dialect | undefined;
  /** How long after its last answer the backend may take to credit, in milliseconds. */
  readonly settleMs: number;
  readonly only?: EndpointArea | undefined;
  /** Only one case, by its id. */
  readonly caseId?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends a backend every case, reads what it credited, and records what each case shows.
 * @throws HarnessError `case-unknown`, `dialect-invalid` (usage), and what the commands of the backend throw
 */
export async function driveEndpoint(options: EndpointOptions): Promise<void> {
  const { world, recorder, signal, dialect } = options;
  const source = new WebhookSource({ world, ...(dialect && { dialect }) });
  const limit = new TimeLimit(world, options.backend.restart !== undefined);
  try {
    const gate = new Gate(options, source, limit);
    await gate.drive();
    const end = gate.unreachable() ?? { reason: signal.aborted ? ('interrupted' as const) : ('done' as const) };
    recorder.end({ at: world.now(), ...end });
  } finally {
    limit.close();
    source.close();
  }
}

class Gate {
  readonly #options: EndpointOptions;
  readonly #bench: Bench;
  readonly #limit: TimeLimit;
  readonly #recorded = new Map<string, number>();
  readonly #tried: Tried[] = [];
  #gone = false;
  #creditsNothing = false;
  /** Absent where the credits cannot be read. */
  #credits: SettledCredits | undefined;

  constructor(options: EndpointOptions, source: WebhookSource, limit: TimeLimit) {
    const { world, url, secrets, signal } = options;
    this.#options = options;
    this.#limit = limit;
    const sender = new Sender({ world, url, signal: AbortSignal.any([signal, limit.signal]) });
    this.#bench = new Bench({
      ...{ world, url, source, sender, secrets },
      record: (scenario, exchange) => {
        const count = this.#recorded.get(scenario) ?? 0;
        this.#recorded.set(scenario, count + 1);
        if (count < MOST_EXCHANGES) options.recorder.exchange({ ...exchange, scenario });
      },
    });
  }

  async drive(): Promise<void> {
    const { backend, seed, only, caseId, settleMs } = this.#options;
    const isOver = () => this.#isOver();
    if (backend.credits) {
      const ledger = await Ledger.open(backend.credits);
      this.#credits = new SettledCredits({ bench: this.#bench, ledger, settleMs, isOver });
    }
    const count = backend.restart === undefined ? ORDERS : ORDERS_WITH_RESTART;
    this.#bench.stock(backend.orders ? await backend.orders(count) : Array<undefined>(count).fill(undefined));
    const known = [...KNOWN_CASES, crashCase(() => restartBackend(backend, this.#bench), isOver)];
    if (caseId !== undefined) {
      const asked = caseOf(caseId, known);
      if (!this.#isPossible(asked))
        throw new HarnessError('option-mismatch', 'usage', `the case ${asked.id} needs ${this.#lacks(asked)}`);
      await this.#wave([asked]);
      return this.#finish();
    }
    const [first, ...rest] = known;
    if (first) await this.#wave([first]);
    const drawn = drawnHistories(seed, this.#bench.affordable(HISTORIES, 2));
    const wanted = [...rest, ...drawn].filter(({ id }) => only === undefined || areaOf(id) === only);
    const [settled] = this.#tried.map(tried => tried.settled);
    this.#creditsNothing = settled !== undefined && settled.credits.size === 0;
    this.#bench.refusesAll = !this.#tried.some(({ trial }) => trial.seen.some(({ acknowledged }) => acknowledged));
    await this.#wave(wanted.filter(({ needs }) => needs !== 'restart'));
    await this.#wave(wanted.filter(({ needs }) => needs === 'restart'));
    await this.#finish();
  }

  /** How the gate ends where the backend never answered. */
  unreachable() {
    const { requests, answers } = this.#bench;
    if (requests === 0 || answers > 0 || this.#options.signal.aborted) return undefined;
    return {
      reason: 'unreachable' as const,
      code: 'endpoint-unreachable',
      message: `nothing answers at ${this.#options.url}`,
      next: 'start the backend, and name the whole address of its webhook endpoint',
    };
  }

  /** Tries cases, gives the backend its time, and reads the credits. */
  async #wave(cases: readonly EndpointCase[], lanes = this.#bench.paceMs < SLOW_MS ? 1 : LANES): Promise<void> {
    const { world } = this.#options;
    const possible = cases.filter(each => this.#isPossible(each));
    const before = this.#bench.answers;
    const wave: Tried[] = [];
    const queue = possible.filter(({ alone }) => !alone);
    const more: Promise<void>[] = [];
    const lane = async () => {
      for (let each = queue.shift(); each !== undefined; each = queue.shift()) {
        const from = world.monotonic();
        await this.#try(each, wave);
        // A backend may take its time for some requests alone, such as those that it refuses.
        if (world.monotonic() - from > LONG_CASE_MS && more.length + lanes < LANES) more.push(lane());
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    for (const extra of more) await extra;
    for (const each of possible.filter(({ alone }) => alone)) await this.#try(each, wave);
    const due = wave.flatMap(({ trial }) => trial.due());
    const settled = await this.#read(due, this.#bench.answers - before);
    for (const tried of wave) if (settled) tried.settled = settled;
    for (const { trial } of wave) if (!this.#isOver()) await trial.second();
    for (const tried of wave) {
      // What was not credited when time ran out may still come.
      const isOpen = this.#limit.signal.aborted && tried.trial.due().some(order => !settled?.credits.has(order));
      if (isOpen) this.#skip(tried.case, TOO_SLOW, tried.from);
      else this.#tried.push(tried);
    }
  }

  /** Whether a case can be tried with what the backend offers. */
  #isPossible({ needs, timed }: EndpointCase): boolean {
    if (needs !== undefined && this.#credits === undefined) return false;
    if (needs === 'restart' && this.#options.backend.restart === undefined) return false;
    return !timed || this.#bench.clockOffset === undefined;
  }

  /** What a case needs that the backend does not offer, as an option. */
  #lacks({ needs }: EndpointCase): string {
    return needs === 'restart' && this.#credits !== undefined ? '--restart' : '--credits';
  }

  async #try(each: EndpointCase, wave: Tried[]): Promise<void> {
    const { world, backend } = this.#options;
    const from = world.now();
    const why = this.#whyNot(each);
    if (why === 'over') return;
    if (why !== undefined) return this.#skip(each, why, from);
    const trial = new Trial(this.#bench, each.id);
    try {
      await each.run(trial);
      await trial.finish();
      if (this.#options.signal.aborted) return;
      if (this.#limit.signal.aborted) return this.#skip(each, TOO_SLOW, from);
      wave.push({ case: each, trial, from, to: world.now() });
    } catch (thrown) {
      if (!(thrown instanceof OutOfOrders)) throw thrown;
      return this.#skip(each, 'no order was left for it: --orders printed too few', from);
    }
    // A backend that has never answered is not there at all.
    if (this.#bench.answers === 0) this.#gone = true;
    if (trial.lost !== 'gone' || this.#gone) return;
    if (backend.restart === undefined) this.#gone = true;
    else await restartBackend(backend, this.#bench);
  }

  /** Why a case is not tried; `over` where the gate was interrupted. */
  #whyNot({ id }: EndpointCase): string | undefined {
    const { signal } = this.#options;
    if (signal.aborted) return 'over';
    if (this.#creditsNothing && (id === 'credit.crash' || isHistory(id)))
      return 'the backend credits no sound webhook, so that it could not show anything else';
    if (this.#gone) return 'the backend is gone, and no --restart command brings it back';
    if ((this.#bench.timeouts.get(kindOf(id)) ?? 0) >= MOST_TIMEOUTS) return 'two deliveries of its kind timed out';
    if (this.#limit.isTooLateFor(id === 'credit.crash', this.#bench.timeouts.size > 0)) return TOO_SLOW;
    return undefined;
  }

  #isOver(): boolean {
    return this.#options.signal.aborted || this.#limit.signal.aborted;
  }

  /** Reads the credits for the last time, judges and records every case. */
  async #finish(): Promise<void> {
    const { recorder, signal } = this.#options;
    if (signal.aborted || this.#bench.answers === 0) return;
    for (const { trial } of this.#tried) if (!this.#isOver()) await trial.last();
    const final = await this.#read([], 0);
    const judged = this.#tried.map(tried => judge(tried, final));
    const failing = unexplainedHistory(judged.map(({ seen }) => seen));
    // Of several histories that fail, one is shown, as short as it can be.
    const others = judged.filter(
      ({ seen }) => failing === undefined || !isHistory(seen.id) || breachesOf(seen).length === 0,
    );
    const longest = judged.find(({ seen }) => seen === failing);
    const shown = longest === undefined ? others : [...others, await this.#shortest(longest)];
    const isPossible = (each: EndpointCase) => this.#whyNot(each) === undefined;
    const told = this.#credits ? await retold(shown, this.#bench, this.#credits, isPossible) : shown;
    for (const { tried, seen } of told) {
      const { case: each, from, to } = tried;
      recorder.write({ type: 'case', ...seen });
      recorder.write({ ...scenarioOf(each), from, to, outcome: 'done' });
    }
  }

  async #read(due: readonly string[], answers: number): Promise<Reading | undefined> {
    if (this.#credits === undefined) return undefined;
    const credits = await this.#credits.read(due, answers);
    return { credits, at: this.#options.world.now() };
  }

  /** The shortest history that fails, of those that lack a part of one that does. */
  async #shortest(failing: Judged): Promise<Judged> {
    const candidates = shorter(failing.tried.case).filter(each => this.#whyNot(each) === undefined);
    const from = this.#tried.length;
    await this.#wave(candidates, LANES);
    const final = await this.#read([], 0);
    const found = this.#tried.slice(from).map(tried => judge(tried, final));
    const next = found.find(({ seen }) => breachesOf(seen).length > 0);
    return next === undefined ? failing : this.#shortest(next);
  }

  #skip(each: EndpointCase, reason: string, from: number): void {
    const { recorder, world } = this.#options;
    recorder.write({ ...scenarioOf(each), from, to: world.now(), outcome: 'skipped', reason });
  }
}

function scenarioOf({ id, must, where }: EndpointCase) {
  return { type: 'scenario', id, suite: areaOf(id), title: `${must} where ${where}` } as const;
}
