import { HarnessError } from '../../base/errors.ts';
import { header } from '../../base/json.ts';
import { LIMITED } from '../../evidence/answered.ts';
import type { Exchange, Headers, Trouble } from '../../evidence/evidence.ts';
import { pause, type World } from '../../world/world.ts';

/** What an {@link Outage} needs. */
interface OutageOptions {
  readonly world: World;
  /** The clock of the record, in milliseconds since the epoch. */
  readonly stamp: () => number;
  /** Ends every wait. */
  readonly signal: AbortSignal;
  /** Sends a probe. @returns `undefined` if the answer does not put it off */
  readonly probe: () => Promise<PutOff | undefined>;
  /** The longest pause, in milliseconds. */
  readonly mostMs: number;
  /** Records trouble. */
  readonly record: (trouble: Trouble) => void;
  /** Called if the service stays away, so that the run cannot go on. */
  readonly lost: (error: HarnessError) => void;
}

/** The pauses of a run take at most this many times the longest one. Those of a limiter count until a call passes. */
const IN_ALL = 10;
/** The shortest pause after a probe or call was put off again, in milliseconds. */
const LEAST_PAUSE_MS = 1_000;
/** How often a pause doubles if the service does not say how long to wait. */
const DOUBLED = 2;
/** This many consecutive calls (steps or operations) that are put off show an outage, even if the probe is answered. */
const IN_A_ROW = 2;

/** A period in which calls wait. */
interface Hold {
  /** Whether the service puts off every call, rather than a single one. */
  readonly isOutage: Promise<boolean>;
  /** The same value, once calls go on. */
  readonly isOver: Promise<boolean>;
}

/**
 * Waits while the service puts off every call, for example in a maintenance window. Nothing is sent until the time that
 * the service named. Then a probe is sent, then one call; if both are answered, the others follow. If a call is put off
 * but the probe is answered, only that call waits, unless the next one is put off too. Answers without a time prove
 * less, because a gateway may give them for an address without content. A probe with such an answer begins no outage,
 * and one call is sent anyway.
 */
export class Outage {
  readonly #options: OutageOptions;
  readonly #waiting: (() => void)[] = [];
  #hold: Hold | undefined;
  #current: { readonly from: number; readonly asked: PutOff } | undefined;
  #lasted = 0;
  #paused = 0;
  /** The steps, and the operations of other calls, that were put off since the last answered call. */
  readonly #inARow = new Set<unknown>();
  #tried: ((asked: PutOff | undefined) => void) | undefined;
  #error: HarnessError | undefined;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** The total duration of outages so far, in milliseconds. */
  get lasted(): number {
    return this.#lasted + (this.#current ? this.#options.stamp() - this.#current.from : 0);
  }

  /** Waits until a call may be sent. @param isHarmless whether it changes nothing: such calls go first */
  async pass(isHarmless: boolean): Promise<void> {
    if (this.#hold === undefined) return;
    await new Promise<void>(go => void (isHarmless ? this.#waiting.unshift(go) : this.#waiting.push(go)));
  }

  /** Notes that a call was answered, or failed. */
  wasAnswered(): void {
    this.#inARow.clear();
    this.#tried?.(undefined);
  }

  /**
   * Notes that a call was put off. A single operation may be put off for long without ending the run.
   * @param isHarmless whether it changes nothing
   * @returns whether every call is put off, perhaps still
   */
  wasPutOff(asked: PutOff, { sentAt, operation }: Pick<Exchange, 'sentAt' | 'operation'>, isHarmless: boolean) {
    if (operation !== undefined) this.#inARow.add(isHarmless ? operation : sentAt);
    this.#tried?.(asked);
    return this.#begin(asked, sentAt, this.#options.probe).isOutage;
  }

  /** Notes that a probe was put off. */
  probeWasPutOff(asked: PutOff): void {
    if (asked.ms !== undefined) this.#begin(asked, this.#options.stamp(), async () => asked);
  }

  /** Waits for the end of an outage. @returns whether there was one */
  async end(): Promise<boolean> {
    return (await this.#hold?.isOver) ?? false;
  }

  /**
   * Runs work that needs the service: after any outage, and again if it fails in one.
   * @throws HarnessError `service-paused` (unreachable) if the service stays away; else what `work` throws
   */
  async through<T>(work: () => Promise<T>): Promise<T> {
    for (await this.#look(); ; ) {
      if (this.#error) throw this.#error;
      try {
        return await work();
      } catch (thrown) {
        if (!(await this.#look())) throw thrown;
      }
    }
  }

  /** Records an outage that is not over. */
  stop(): void {
    if (this.#current === undefined) return;
    const { from, asked } = this.#current;
    const to = this.#options.stamp();
    const message = `the service answered ${inWords(asked)} for ${seconds(to - from)} s`;
    // A call that is answered 429 was not handled, so nothing else is missing because of it.
    if (asked.status !== LIMITED) this.#options.record({ kind: 'service-paused', from, to, message });
    this.#lasted += to - from;
    this.#current = undefined;
  }

  async #look(): Promise<boolean> {
    const asked = await this.#options.probe();
    if (asked) this.probeWasPutOff(asked);
    return this.end();
  }

  #begin(asked: PutOff, from: number, confirm: () => Promise<PutOff | undefined>): Hold {
    if (this.#hold) return this.#hold;
    const isOutage = this.#confirm(asked, confirm);
    const isOver = isOutage.then(async isOne => {
      if (isOne) await this.#waitOut(asked, from);
      this.#hold = undefined;
      for (const go of this.#waiting.splice(0)) go();
      return isOne;
    });
    this.#hold = { isOutage, isOver };
    return this.#hold;
  }

  async #confirm({ status, ms }: PutOff, confirm: () => Promise<PutOff | undefined>): Promise<boolean> {
    if ((await confirm()) !== undefined) return true;
    // A limiter answers 429 to some of many calls. The limit on calls in flight handles that.
    return status !== LIMITED && ms !== undefined && this.#inARow.size >= IN_A_ROW && this.#left > 0;
  }

  get #left(): number {
    return IN_ALL * this.#options.mostMs - this.#paused;
  }

  async #waitOut(asked: PutOff, from: number): Promise<void> {
    const { world, stamp, signal, probe, mostMs } = this.#options;
    this.#current = { from, asked };
    const before = this.#paused;
    let again: PutOff | undefined = asked;
    for (let nth = 0; again !== undefined && !signal.aborted; nth++) {
      if (this.#left <= 0) {
        this.#giveUp(asked, stamp() - from);
        break;
      }
      const named = again.ms ?? LEAST_PAUSE_MS * 2 ** Math.min(nth, DOUBLED);
      const ms = Math.min(nth > 0 ? Math.max(LEAST_PAUSE_MS, named) : named, mostMs, this.#left);
      this.#paused += ms;
      await pause(world, ms, signal);
      const probed = await probe();
      again = probed?.ms === undefined ? await this.#tryOne(probed) : probed;
    }
    // A limiter that sometimes lets calls through is not an outage, however often it asks for a pause.
    if (asked.status === LIMITED && again === undefined) this.#paused = before;
    this.stop();
  }

  /** Sends one call. @returns `undefined` if it is not put off; if no call waits, the result of the probe */
  async #tryOne(probed: PutOff | undefined): Promise<PutOff | undefined> {
    const go = this.#waiting.shift();
    if (go === undefined) return probed;
    const { promise, resolve } = Promise.withResolvers<PutOff | undefined>();
    this.#tried = resolve;
    go();
    return promise;
  }

  #giveUp(asked: PutOff, lasted: number): void {
    const message = `the service answered ${inWords(asked)} for ${seconds(lasted)} s`;
    const next = 'run again once its maintenance is over, or ask its operators why it puts every call off';
    this.#error = new HarnessError('service-paused', 'unreachable', message, { next });
    this.#options.lost(this.#error);
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

/** The status with which a service in maintenance, or its gateway, puts off a call. */
const UNAVAILABLE = 503;

/** An answer that asks the client to call again later. */
export interface PutOff {
  readonly status: number;
  /** How long it asks to wait, in milliseconds; absent if it does not say, or not readably. */
  readonly ms?: number;
}

/** What an answer asks by its status and `Retry-After`; `undefined` if it does not put off the call. */
export function putOff(
  response: { readonly status: number; readonly headers: Headers } | undefined,
  now: number,
): PutOff | undefined {
  if (response?.status !== LIMITED && response?.status !== UNAVAILABLE) return undefined;
  const ms = retryAfter(header(response.headers, 'retry-after')?.trim() ?? '', now);
  return { status: response.status, ...(!Number.isNaN(ms) && { ms }) };
}

/** The words for answers that put calls off. */
export function inWords({ status, ms }: PutOff): string {
  return ms === undefined ? `${status}` : `${status} with Retry-After`;
}

/** Milliseconds to wait, from a number of seconds or a date; `NaN` if the text is neither. */
function retryAfter(text: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // A date has letters: `Date.parse` would also accept plain numbers, as years. It has whole seconds, so one is added.
  return /[a-z]/i.test(text) ? Math.max(0, Date.parse(text) + 1000 - now) : Number.NaN;
}
