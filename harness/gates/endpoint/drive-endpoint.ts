import { once } from 'node:events';
import { HarnessError } from '../../base/errors.ts';
import type { Dialect } from '../../evidence/dialect.ts';
import type { RecordLine, WireExchange } from '../../evidence/evidence.ts';
import type { Recorder } from '../../evidence/record/recorder.ts';
import { WebhookSource } from '../../sandbox/webhook-source.ts';
import { RunningTime } from '../../world/running-time.ts';
import type { World } from '../../world/world.ts';
import { unknownCase } from '../unknown-case.ts';
import { type Backend, Ledger, restartBackend } from './backend.ts';
import { Bench, type Effort } from './bench.ts';
import { areaOf, type EndpointArea } from './case-id.ts';
import { crashCase } from './cases/crash-case.ts';
import { CREDIT_CASES } from './cases/credit-cases.ts';
import { HTTP_CASES } from './cases/http-cases.ts';
import { SIGNATURE_CASES } from './cases/signature-cases.ts';
import { diagnoseBackend } from './diagnosis/diagnose-backend.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { judgeAll, type Tried, type TriedCase } from './judge-trial.ts';
import { Pace, TimeLimit } from './pace.ts';
import { tell, tellAgain } from './tell.ts';
import { Waves } from './waves.ts';

/** The most orders of a gate, without and with kills. */
const ORDERS = 400;
const ORDERS_WITH_RESTART = 700;
/** The most recorded exchanges of one case. */
const MOST_EXCHANGES = 12;

/** Why no cases run if a genuine webhook and an unsigned one are answered as at an unknown path. */
const NOWHERE =
  'a genuine webhook and one without a signature are answered as if nothing were there (404, 405 or 501): the path ' +
  'of --endpoint is wrong, something else listens there, the backend has another secret than SIGNING_SECRET names, ' +
  'or it knows no order that --orders did not print';

/** Why a backend that credits nothing is not killed. */
const CREDITS_NOTHING = 'the backend credits no valid webhook, so no other case can be judged';

/** The options of an endpoint gate. */
interface EndpointOptions {
  readonly world: World;
  readonly url: string;
  readonly backend: Backend;
  /** The backend's secrets. The backend knows at least the first. */
  readonly secrets: readonly [string, ...string[]];
  readonly recorder: Pick<Recorder, 'end'> & { write(line: RecordLine): void; exchange(exchange: WireExchange): void };
  /** The seed of the random choices. */
  readonly seed: number;
  readonly dialect?: Dialect | undefined;
  /** How long the backend may take to credit after its last answer, in milliseconds. */
  readonly settleMs: number;
  readonly only?: EndpointArea | undefined;
  /** Restricts the gate to one case, by id. */
  readonly caseId?: string | undefined;
  /** Default: the default of {@link Bench}. */
  readonly effort?: Effort;
  /** The time limit, in seconds. Default: the default of {@link TimeLimit}. */
  readonly limitSeconds?: number | undefined;
  /** Called with a sentence that the user should read at once. */
  readonly tell?: (sentence: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a backend every case and records the results. It ends within its time limit, or at an interrupt.
 * @throws HarnessError `case-unknown`, `dialect-invalid` (usage), and errors of the backend's commands
 */
export async function driveEndpoint(options: EndpointOptions): Promise<void> {
  const { world, recorder, signal, dialect, backend, limitSeconds } = options;
  const source = new WebhookSource({ world, ...(dialect && { dialect }) });
  const time = new RunningTime(world);
  const limit = new TimeLimit(time, backend.restart !== undefined, limitSeconds);
  const gate = new Gate(options, source, time, limit);
  const driven = gate.drive();
  const closed = driven.finally(() => source.close());
  try {
    const over = AbortSignal.any([signal, limit.end]);
    await Promise.race([driven, over.aborted || once(over, 'abort')]);
  } catch (thrown) {
    if (!signal.aborted) {
      gate.record();
      throw thrown;
    }
  } finally {
    closed.catch(() => {});
    limit.close();
    time.close();
  }
  if (signal.aborted) return recorder.end({ at: world.now(), reason: 'interrupted' });
  gate.record();
  recorder.end({ at: world.now(), ...(gate.unreachable() ?? { reason: 'done' }) });
}

class Gate {
  readonly #options: EndpointOptions;
  readonly #bench: Bench;
  readonly #pace: Pace;
  readonly #recorded = new Map<string, number>();
  readonly #skipped = new Set<string>();
  /** The requested cases. */
  #wanted: readonly EndpointCase[] = [];
  readonly #waves: Waves;
  /** The judged cases, after the last reading of the credits. */
  #told: readonly TriedCase[] | undefined;
  #isRecorded = false;

  constructor(options: EndpointOptions, source: WebhookSource, time: RunningTime, limit: TimeLimit) {
    const { world, url, secrets, seed, signal, effort } = options;
    this.#options = options;
    const over = AbortSignal.any([signal, limit.signal]);
    this.#bench = new Bench({
      ...{ world, time, url, source, secrets, seed, signal: over, ...(effort && { effort }) },
      record: (scenario, exchange) => {
        const count = this.#recorded.get(scenario) ?? 0;
        this.#recorded.set(scenario, count + 1);
        if (count < MOST_EXCHANGES && !this.#isRecorded) options.recorder.exchange({ ...exchange, scenario });
      },
    });
    this.#pace = new Pace(this.#bench, limit);
    const skip = this.#skip.bind(this);
    this.#waves = new Waves({ backend: options.backend, bench: this.#bench, pace: this.#pace, skip });
  }

  /** Tries the cases. @throws HarnessError if --restart failed, after everything else was done */
  async drive(): Promise<void> {
    const { backend, caseId, settleMs, tell } = this.#options;
    const waves = this.#waves;
    const ledger = { bench: this.#bench, settleMs };
    waves.credits = backend.credits && (await Ledger.open({ ...ledger, read: backend.credits }));
    const count = backend.restart === undefined ? ORDERS : ORDERS_WITH_RESTART;
    this.#bench.stock(backend.orders ? await backend.orders(count) : Array<undefined>(count).fill(undefined));
    const restart = () => restartBackend(backend, this.#bench);
    const crash = crashCase(restart, () => this.#pace.limit.leftFor(true) > 0);
    const known = [...CREDIT_CASES, ...SIGNATURE_CASES, ...HTTP_CASES, crash];
    this.#wanted = caseId === undefined ? known : known.filter(({ id }) => id === caseId);
    const [first] = this.#wanted;
    if (caseId !== undefined && first === undefined) throw unknownCase(caseId, known, 'endpoint');
    if (caseId !== undefined && first && !waves.isPossible(first)) {
      const lacks = first.needs === 'restart' && waves.credits ? '--restart' : '--credits';
      throw new HarnessError('option-mismatch', 'usage', `the case ${caseId} needs ${lacks}`);
    }
    const slow = await this.#pace.measure();
    if (slow !== undefined) tell?.(slow);
    if (this.#bench.answers === 0 && (await this.#bench.lost()) === 'silent') return;
    if (await this.#bench.isNowhere()) {
      for (const each of this.#wanted) this.#skip(each, NOWHERE, this.#options.world.now());
      return;
    }
    waves.isOneCase = caseId !== undefined;
    if (first) await waves.drive([first]);
    if (caseId === undefined) await this.#driveRest(known.slice(1));
    await this.#finish();
  }

  /** Tries all cases after the first, which shows how late the backend credits. Kills come last. */
  async #driveRest(cases: readonly EndpointCase[]): Promise<void> {
    const { only } = this.#options;
    const waves = this.#waves;
    await waves.learnLag();
    const isWanted = (each: EndpointCase) => (only === undefined || areaOf(each.id) === only) && waves.isPossible(each);
    this.#wanted = this.#pace.plan(cases.filter(isWanted));
    const isKill = ({ needs }: EndpointCase) => needs === 'restart';
    const isAcknowledged = ({ trial }: Tried) => trial.seen.some(one => one.role === 'sound' && one.acknowledged);
    this.#bench.refusesAll = !waves.tried.some(isAcknowledged);
    waves.killsLater = this.#wanted.some(isKill);
    await waves.drive(this.#wanted.filter(each => !isKill(each)));
    waves.killsLater = false;
    const kills = this.#wanted.filter(isKill);
    if (waves.tried.some(({ settled }) => settled !== undefined && settled.most.size > 0)) await waves.drive(kills);
    else for (const each of kills) this.#skip(each, CREDITS_NOTHING, this.#options.world.now());
  }

  /** How the gate ends if the backend never answered. */
  unreachable() {
    const { transcript, answers } = this.#bench;
    if (transcript.sent.length === 0 || answers > 0) return undefined;
    const kinds = transcript.sent.map(({ reply }) => reply.kind);
    const hasEnded = kinds[0] === 'dropped' && kinds.at(-1) === 'refused';
    return {
      reason: 'unreachable' as const,
      code: 'endpoint-unreachable',
      message: `no response from ${this.#options.url}${hasEnded ? ': the backend ended at the first webhook' : ''}`,
      next: hasEnded
        ? 'look at what the backend printed when it ended'
        : 'start the backend, and name the whole URL of its webhook handler',
    };
  }

  /** Reads the credits for the last time, and judges every case. */
  async #finish(): Promise<void> {
    const waves = this.#waves;
    if (this.#options.signal.aborted || this.#bench.answers === 0) return;
    for (const tried of [...waves.tried]) await waves.sendLater(tried, 'last');
    const judged = judgeAll(waves.tried, await waves.read());
    const diagnoses = this.#diagnose(judged);
    // Time may end before the cases were repeated.
    this.#told = tell(judged, diagnoses, this.#bench.transcript);
    this.#told = await tellAgain(judged, diagnoses, this.#bench, waves);
    if (waves.restartFailure !== undefined) throw waves.restartFailure;
  }

  #diagnose(judged: readonly TriedCase[]) {
    return diagnoseBackend(judged, this.#bench.transcript, () => this.#pace.limit.isSpent());
  }

  /** Records what is known about every case. */
  record(): void {
    const { recorder } = this.#options;
    if (this.#isRecorded || this.#bench.answers === 0) return;
    // Without a last reading of the credits, earlier readings count.
    const isKnown = ({ settled, trial: { lost, lostCredits } }: Tried) =>
      settled !== undefined || lost !== undefined || lostCredits !== undefined;
    const judged = this.#told ?? judgeAll(this.#waves.tried.filter(isKnown));
    const told = this.#told ?? tell(judged, this.#diagnose(judged), this.#bench.transcript);
    for (const { tried, seen } of told) {
      const { case: each, from, to } = tried;
      recorder.write({ type: 'case', ...seen });
      recorder.write({ ...scenarioOf(each), from, to, outcome: 'done' });
    }
    const done = new Set([...this.#skipped, ...told.map(({ seen }) => seen.id)]);
    const left = this.#pace.limit.signal.aborted && this.#told === undefined ? this.#wanted : [];
    const now = this.#options.world.now();
    for (const each of left) if (!done.has(each.id)) this.#skip(each, this.#pace.tooSlow, now);
    this.#isRecorded = true;
  }

  #skip(each: EndpointCase, reason: string, from: number): void {
    const { recorder, world, signal } = this.#options;
    if (this.#isRecorded || signal.aborted) return;
    this.#skipped.add(each.id);
    // The reason names the option that would allow the case.
    const [setting] = /--[a-z-]+/.exec(reason) ?? [];
    const why = { reason, ...(setting !== undefined && { setting }) };
    recorder.write({ ...scenarioOf(each), from, to: world.now(), outcome: 'skipped', ...why });
  }
}

function scenarioOf({ id, must, where }: EndpointCase) {
  return { type: 'scenario', id, suite: areaOf(id), title: `${must} when ${where}` } as const;
}
