import type { Dialect } from '../core/dialect.ts';
import { HarnessError } from '../core/errors.ts';
import type { RecordLine, WireExchange } from '../core/evidence.ts';
import type { World } from '../core/world.ts';
import type { Recorder } from '../record/recorder.ts';
import { WebhookSource } from '../sandbox/webhook-source.ts';
import { type Backend, restartBackend } from './backend.ts';
import { Bench } from './bench.ts';
import { areaOf, type EndpointArea, isHistory } from './case-id.ts';
import { crashCase } from './cases/crash-case.ts';
import { drawnHistories, shorter } from './cases/histories.ts';
import { caseOf, KNOWN_CASES } from './cases/known-cases.ts';
import { Ledger } from './credits.ts';
import { unexplainedHistory } from './diagnose-backend.ts';
import { type Effort, FULL_EFFORT } from './effort.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { retold } from './retell.ts';
import { Sender } from './sender.ts';
import { SettledCredits } from './settled-credits.ts';
import { TimeLimit } from './time-limit.ts';
import { breachesOf, type Judged, judge } from './tried.ts';
import { LANES, Waves } from './waves.ts';

/** How many orders a gate spends at most, without and with kills. */
const ORDERS = 230;
const ORDERS_WITH_RESTART = 400;
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
  /** Default: {@link FULL_EFFORT}. */
  readonly effort?: Effort;
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

  constructor(options: EndpointOptions, source: WebhookSource, limit: TimeLimit) {
    const { world, url, secrets, signal, effort = FULL_EFFORT } = options;
    this.#options = options;
    this.#limit = limit;
    const sender = new Sender({ world, url, signal: AbortSignal.any([signal, limit.signal]) });
    this.#bench = new Bench({
      ...{ world, url, source, sender, secrets, effort },
      record: (scenario, exchange) => {
        const count = this.#recorded.get(scenario) ?? 0;
        this.#recorded.set(scenario, count + 1);
        if (count < MOST_EXCHANGES) options.recorder.exchange({ ...exchange, scenario });
      },
    });
  }

  async drive(): Promise<void> {
    const { backend, seed, only, caseId, world, signal } = this.#options;
    const isOver = () => signal.aborted || this.#limit.signal.aborted;
    const credits = await this.#openCredits(isOver);
    const count = backend.restart === undefined ? ORDERS : ORDERS_WITH_RESTART;
    this.#bench.stock(backend.orders ? await backend.orders(count) : Array<undefined>(count).fill(undefined));
    const skip = this.#skip.bind(this);
    const common = { world, backend, bench: this.#bench, isOver };
    const waves = new Waves({ ...common, limit: this.#limit, credits, skip, signal });
    const known = [...KNOWN_CASES, crashCase(() => restartBackend(backend, this.#bench), isOver)];
    if (caseId !== undefined) {
      const asked = caseOf(caseId, known);
      if (!waves.isPossible(asked))
        throw new HarnessError('option-mismatch', 'usage', `the case ${asked.id} needs ${waves.lacks(asked)}`);
      await waves.drive([asked]);
      return this.#finish(waves, credits);
    }
    const [first, ...rest] = known;
    if (first) await waves.drive([first]);
    await waves.learnLag();
    const drawn = drawnHistories(seed, this.#bench.affordable(this.#bench.effort.histories, 2));
    const wanted = [...rest, ...drawn].filter(({ id }) => only === undefined || areaOf(id) === only);
    this.#bench.refusesAll = !waves.tried.some(({ trial }) => trial.seen.some(({ acknowledged }) => acknowledged));
    await waves.drive(wanted.filter(({ needs }) => needs !== 'restart'));
    waves.creditsNothing &&= !waves.tried.some(({ settled }) => settled !== undefined && settled.most.size > 0);
    await waves.drive(wanted.filter(({ needs }) => needs === 'restart'));
    await this.#finish(waves, credits);
  }

  async #openCredits(isOver: () => boolean): Promise<SettledCredits | undefined> {
    const { backend, settleMs } = this.#options;
    if (backend.credits === undefined) return undefined;
    const ledger = await Ledger.open(backend.credits);
    return new SettledCredits({ bench: this.#bench, ledger, settleMs, isOver });
  }

  /** How the gate ends where the backend never answered. */
  unreachable() {
    const { requests, answers } = this.#bench;
    if (requests === 0 || answers > 0 || this.#options.signal.aborted) return undefined;
    return {
      reason: 'unreachable' as const,
      code: 'endpoint-unreachable',
      message: `no response from ${this.#options.url}`,
      next: 'start the backend, and name the whole URL of its webhook handler',
    };
  }

  /** Reads the credits for the last time, judges and records every case. */
  async #finish(waves: Waves, credits: SettledCredits | undefined): Promise<void> {
    const { recorder, signal } = this.#options;
    if (signal.aborted || this.#bench.answers === 0) return;
    for (const { trial } of waves.tried) if (!this.#limit.signal.aborted) await trial.last();
    const final = await waves.read();
    const judged = waves.tried.map(tried => judge(tried, final));
    const failing = unexplainedHistory(judged.map(({ seen }) => seen));
    // Of several histories that fail, one is shown, as short as it can be.
    const others = judged.filter(
      ({ seen }) => failing === undefined || !isHistory(seen.id) || breachesOf(seen).length === 0,
    );
    const longest = judged.find(({ seen }) => seen === failing);
    const shown = longest === undefined ? others : [...others, await this.#shortest(longest, waves)];
    const isPossible = (each: EndpointCase) => waves.whyNot(each) === undefined;
    const told = credits ? await retold(shown, this.#bench, credits, isPossible) : shown;
    for (const { tried, seen } of told) {
      const { case: each, from, to } = tried;
      recorder.write({ type: 'case', ...seen });
      recorder.write({ ...scenarioOf(each), from, to, outcome: 'done' });
    }
  }

  /** The shortest history that fails, of those that lack a part of one that does. */
  async #shortest(failing: Judged, waves: Waves): Promise<Judged> {
    const candidates = shorter(failing.tried.case).filter(each => waves.whyNot(each) === undefined);
    const from = waves.tried.length;
    await waves.drive(candidates, LANES);
    const final = await waves.read();
    const found = waves.tried.slice(from).map(tried => judge(tried, final));
    const next = found.find(({ seen }) => breachesOf(seen).length > 0);
    return next === undefined ? failing : this.#shortest(next, waves);
  }

  #skip(each: EndpointCase, reason: string, from: number): void {
    const { recorder, world } = this.#options;
    recorder.write({ ...scenarioOf(each), from, to: world.now(), outcome: 'skipped', reason });
  }
}

function scenarioOf({ id, must, where }: EndpointCase) {
  return { type: 'scenario', id, suite: areaOf(id), title: `${must} where ${where}` } as const;
}
