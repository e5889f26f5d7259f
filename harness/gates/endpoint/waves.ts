import { HarnessError } from '../../base/errors.ts';
import { type Backend, type CreditReading, CreditsLost, type Ledger, restartBackend } from './backend.ts';
import { type Bench, CannotGoOn } from './bench.ts';
import { kindOf } from './case-id.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { judgeAll, type Tried } from './judge-trial.ts';
import type { Pace } from './pace.ts';
import { Trial } from './trial.ts';

/** The credits are read at least after each such share of the time limit, so that observations so far can be judged. */
const SHARE_OF_A_WAVE = 1 / 3;

/** After a case longer than this, one more runs at once, in milliseconds. */
const LONG_CASE_MS = 800;
/** The median time of an answer that makes a backend slow, in milliseconds. */
const SLOW_MS = 50;

/** Clocks within this difference agree to a few seconds, in ms. `Date` has whole seconds and may be cached. */
const CLOSE_MS = 4_000;

const RESTART_FAILED = 'the backend is gone, and --restart failed';
const UNREADABLE = 'the credits cannot be read any more';

interface WaveOptions {
  readonly backend: Backend;
  readonly bench: Bench;
  readonly pace: Pace;
  /** Reports a case that was not tried, and why. */
  readonly skip: (each: EndpointCase, reason: string, from: number) => void;
}

/** Tries cases in waves. The credits are read once for all cases of a wave. */
export class Waves {
  readonly #options: WaveOptions;
  readonly #bench: Bench;
  /** Absent if the credits cannot be read. */
  credits: Ledger | undefined;
  /** The cases that were tried. */
  readonly tried: Tried[] = [];
  /** Whether cases are tried although they may not fit: one was asked for by its id. */
  isOneCase = false;
  /** Whether a later case kills the backend and needs time. */
  killsLater = false;
  /** Why `--restart` did not bring the backend back. */
  restartFailure: HarnessError | undefined;
  /** Why no more cases are tried: the backend is gone or silent, or its credits are unreadable. */
  #gone: string | undefined;
  /** The case that kills the backend. */
  #killer: Trial | undefined;

  constructor(options: WaveOptions) {
    this.#options = options;
    this.#bench = options.bench;
  }

  /** Tries cases, gives the backend its time and reads the credits. Then it sends the second parts of the cases. */
  async drive(cases: readonly EndpointCase[]): Promise<void> {
    const possible = cases.filter(each => this.isPossible(each));
    const from = this.tried.length;
    const { alone = [], together = [] } = Object.groupBy(possible, each => (each.alone ? 'alone' : 'together'));
    const queue = [...together];
    do {
      const before = { tried: this.tried.length, answers: this.#bench.answers };
      await this.#tryAll(queue, this.#options.pace.limit.seconds * 1000 * SHARE_OF_A_WAVE);
      for (const each of queue.length === 0 ? alone : []) await this.#tryAll([each]);
      await this.#settle(this.tried.slice(before.tried), this.#bench.answers - before.answers);
    } while (queue.length > 0);
    for (const tried of this.tried.slice(from)) await this.sendLater(tried, 'second');
  }

  /** Gives the backend its time for cases, and reads the credits. */
  async #settle(wave: readonly Tried[], answers: number): Promise<void> {
    const due = wave.flatMap(({ trial }) => trial.due());
    const settled = await this.read(due, answers);
    for (const tried of wave) {
      if (settled) tried.settled = settled;
      // Credits that were missing when time ran out may still come.
      const isOpen = this.#bench.isOver() && tried.trial.due().some(order => !settled?.credits.has(order));
      if (isOpen && tried.trial.lost === undefined && !tried.trial.isStuck)
        this.#leaveOut(tried, this.#options.pace.tooSlow);
    }
  }

  /** Sends a later part of a case. If that fails, the case counts as not tried, unless it has failed already. */
  async sendLater(tried: Tried, part: 'second' | 'last'): Promise<void> {
    const { trial } = tried;
    const send = trial[part];
    if (send === undefined || trial.lost !== undefined) return;
    const why = this.#gone ?? (await this.#whyEnded(send));
    const hasFailed = () => judgeAll([tried]).some(({ failures }) => failures.length > 0);
    if (why !== undefined) return hasFailed() ? undefined : this.#leaveOut(tried, why);
    await this.#noteLoss(trial);
    if (trial.lost !== undefined) trial.aboutLoss.push(...(await this.#bringBack()));
  }

  /** Learns from the first case how late the backend credits. */
  async learnLag(): Promise<void> {
    const [first] = this.tried;
    const [order] = first?.trial.due() ?? [];
    const isAcknowledged = first?.trial.seen.at(-1)?.acknowledged === true;
    if (order !== undefined && first?.settled?.credits.size === 0 && isAcknowledged)
      await this.credits?.learnLag(order);
  }

  /** Whether the backend offers what a case needs. */
  isPossible({ needs, timed }: EndpointCase): boolean {
    if (needs !== undefined && this.credits === undefined) return false;
    if (needs === 'restart' && this.#options.backend.restart === undefined) return false;
    return !timed || !this.#bench.clocksDiffer(timed === 'closely' ? CLOSE_MS : undefined);
  }

  /** Why a case is not tried; `undefined` if it is. */
  whyNot({ id, needs }: EndpointCase): string | undefined {
    const { pace } = this.#options;
    const why = this.#gone ?? this.#bench.whyNoMore(id);
    if (why !== undefined || this.isOneCase) return why;
    const leftMs = pace.limit.leftFor(needs === 'restart' || (this.killsLater && 'later'));
    return pace.caseMs > leftMs ? pace.tooSlow : undefined;
  }

  /**
   * Reads the credits, if they are readable. If they became unreadable after a kill, the killing case fails.
   * @param due the orders that have to be credited
   */
  async read(due: readonly string[] = [], answers = 0): Promise<CreditReading | undefined> {
    try {
      return await this.credits?.read(due, answers);
    } catch (thrown) {
      if (!(thrown instanceof CreditsLost) || this.#killer === undefined) throw thrown;
      this.#killer.lostCredits = `${thrown.message} (${thrown.details.received})`;
      this.credits = undefined;
      this.#gone = UNREADABLE;
      return undefined;
    }
  }

  /**
   * Tries cases from a queue, several at once, until it is empty or its time is over. If the backend is lost, it finds
   * the case that caused it and tries the others again.
   */
  async #tryAll(queue: EndpointCase[], withinMs = Number.POSITIVE_INFINITY): Promise<void> {
    const { time } = this.#bench;
    const until = time.elapsed + withinMs;
    const hasTime = () => time.elapsed < until;
    while (queue.length > 0 && hasTime()) {
      const lost = await this.#tryUntilLoss(queue, hasTime);
      const [first] = lost;
      if (first === undefined) continue;
      // All cases have ended, so nothing is being sent.
      const about = await this.#bringBack();
      const cause = lost.length > 1 && this.#gone === undefined ? await this.#repeatAlone(lost) : this.#causeOf(lost);
      cause?.trial.aboutLoss.push(...about);
      if (cause !== undefined && !this.tried.includes(cause)) this.tried.push(cause);
      if (lost.length === 1 && cause !== first) queue.unshift(first.case);
    }
  }

  /** Tries cases until none are left, time is over, or the backend is lost. @returns the cases that lost it */
  async #tryUntilLoss(queue: EndpointCase[], hasTime: () => boolean): Promise<readonly Tried[]> {
    const { pace } = this.#options;
    const { world } = this.#bench;
    const lost: Tried[] = [];
    const lanes: Promise<void>[] = [];
    let open = 0;
    const lane = async () => {
      open++;
      // What a busy backend refuses would only be sent again.
      while (lost.length === 0 && hasTime() && (open === 1 || !this.#bench.isTurningAway)) {
        const each = queue.shift();
        if (each === undefined) break;
        const from = world.monotonic();
        const tried = await this.#try(each);
        if (tried?.trial.lost !== undefined) lost.push(tried);
        else if (tried !== undefined) this.tried.push(tried);
        // A backend may be slow for some requests only, such as those that it refuses.
        const isLong = this.#bench.paceMs >= SLOW_MS || world.monotonic() - from > LONG_CASE_MS;
        if (isLong && pace.hasRoomBeside(lanes.length)) lanes.push(lane());
      }
      open--;
    };
    lanes.push(lane());
    for (const each of lanes) await each;
    return lost;
  }

  /** Repeats each case that may have lost the backend, alone. @returns the first, if none loses it alone */
  async #repeatAlone(lost: readonly Tried[]): Promise<Tried | undefined> {
    const from = this.tried.length;
    for (const { case: each } of lost) {
      this.#bench.timeouts.delete(kindOf(each.id));
      await this.#tryAll([each]);
    }
    if (this.tried.slice(from).some(({ trial }) => trial.lost !== undefined)) return undefined;
    const [first, ...others] = lost;
    const repeated = this.tried.findIndex(({ case: each }) => each === first?.case);
    if (repeated >= 0) this.tried.splice(repeated, 1);
    first?.trial.aboutLoss.push(`only while other cases were under way: ${others.map(one => one.case.id).join(', ')}`);
    return first;
  }

  /** Which of several cases lost the backend: the first one that reached it. */
  #causeOf(lost: readonly Tried[]): Tried | undefined {
    const reached = lost.find(({ trial }) => [...trial.replies].some(kind => kind !== 'refused'));
    const cause = reached ?? this.tried.findLast(({ trial }) => trial.lost === undefined) ?? lost[0];
    if (cause !== undefined && reached === undefined) cause.trial.lost ??= 'gone';
    for (const other of lost.length > 1 ? lost : []) {
      if (other === cause) continue;
      cause?.trial.aboutLoss.push(`${other.case.id} was under way at the same moment`);
      this.#options.skip(other.case, this.#gone ?? '', other.from);
    }
    return cause;
  }

  /** @returns `undefined` if the case was not completed */
  async #try(each: EndpointCase): Promise<Tried | undefined> {
    const { skip } = this.#options;
    const { world } = this.#bench;
    const from = world.now();
    const trial = new Trial(this.#bench, each.id);
    if (each.needs === 'restart') this.#killer = trial;
    const run = async () => {
      await each.run(trial);
      await trial.finish();
    };
    const why = this.whyNot(each) ?? (await this.#whyEnded(run));
    // A backend that has been silent for long enough needs no more requests.
    const isUnknown = (this.#bench.isOver() && !this.#bench.isSilent) || why === RESTART_FAILED;
    if (!isUnknown) await this.#noteLoss(trial);
    // A backend that does not come back may have lost its storage.
    if (why === RESTART_FAILED && trial === this.#killer) await this.read();
    const hasFailed = trial.lostCredits !== undefined || trial.isStuck || (trial.lost !== undefined && !isUnknown);
    if (why !== undefined && !hasFailed) return void skip(each, why, from);
    return { case: each, trial, from, to: world.now() };
  }

  /** Runs a part of a case. @returns why it did not complete; `undefined` if it did */
  async #whyEnded(part: () => Promise<void>): Promise<string | undefined> {
    let why: string | undefined;
    try {
      if (!this.#bench.isOver()) await part();
    } catch (thrown) {
      why = thrown instanceof CannotGoOn ? thrown.message : RESTART_FAILED;
      if (!(thrown instanceof CannotGoOn)) this.#giveUp(thrown);
    }
    return this.#bench.isOver() ? this.#options.pace.tooSlow : why;
  }

  /** Notes whether the backend is gone or silent after an unanswered delivery. */
  async #noteLoss(trial: Trial): Promise<void> {
    const isSuspect = (['refused', 'dropped', 'timed-out'] as const).some(kind => trial.replies.has(kind));
    if (!isSuspect) return;
    const lost = await this.#bench.lost();
    if (!this.#bench.isOver() || this.#bench.isSilent) trial.lost = lost ?? trial.lost;
  }

  /** Restarts a backend that is gone or silent. @returns the output of a failed restart command */
  async #bringBack(): Promise<readonly string[]> {
    const { backend } = this.#options;
    // A backend that never answered does not exist.
    if (this.#bench.answers === 0) this.#gone = 'the backend has never answered';
    if (this.#gone !== undefined || this.#bench.isOver()) return [];
    const lost = await this.#bench.lost();
    if (lost === undefined) return [];
    if (backend.restart === undefined) {
      this.#gone = `the backend is ${lost}, and there is no --restart command`;
      return [];
    }
    try {
      await restartBackend(backend, this.#bench);
      return [];
    } catch (thrown) {
      return [this.#giveUp(thrown)];
    }
  }

  /** @returns the output of the restart command */
  #giveUp(thrown: unknown): string {
    if (!(thrown instanceof HarnessError) || this.#bench.isOver()) throw thrown;
    this.restartFailure = thrown;
    this.#gone = RESTART_FAILED;
    return `${thrown.message} (${thrown.details.received})`;
  }

  #leaveOut(tried: Tried, why: string): void {
    this.tried.splice(this.tried.indexOf(tried), 1);
    this.#options.skip(tried.case, why, tried.from);
  }
}
