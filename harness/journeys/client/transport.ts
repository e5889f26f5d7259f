import type { Dispatcher } from 'undici';
import { codeOf, messageOf } from '../../base/errors.ts';
import { headersOf } from '../../base/json.ts';
import { isFromService, LIMITED, redirectOf } from '../../evidence/answered.ts';
import { asksForNothing } from '../../evidence/condition.ts';
import type { Exchange, FailureKind, Headers, OutgoingRequest, WireExchange } from '../../evidence/evidence.ts';
import { pause, type World } from '../../world/world.ts';
import { AdaptiveTimeout } from '../adaptive-timeout.ts';
import { AdaptiveLimit } from '../semaphore.ts';
import { type Outage, putOff } from './outage.ts';

/** The purpose of a call, recorded with its exchange. */
export type CallContext = Pick<Exchange, 'scenario' | 'journey' | 'operation' | 'condition'>;

/** A sent request: its exchange as recorded, and as it crossed the wire. */
export interface SentExchange {
  readonly exchange: Exchange;
  readonly wire: WireExchange;
}

/** What a transport needs. */
export interface TransportOptions {
  readonly world: World;
  readonly dispatcher: Dispatcher;
  /** Records an exchange. */
  readonly record: (wire: WireExchange) => Exchange;
  /** The clock of the record, in milliseconds since the epoch. */
  readonly stamp: () => number;
  /** Aborts calls in progress. */
  readonly signal: AbortSignal;
  /** How long to wait for an answer, in milliseconds. Default: 30 seconds. */
  readonly timeoutMs?: number;
  /** Holds calls back while the service puts off every call. Absent: each call waits by itself. */
  readonly outage?: Pick<Outage, 'pass' | 'wasPutOff' | 'wasAnswered'>;
}

/** The most attempts of a GET without an answer, and of a call that is put off until a named time. */
const MOST_ATTEMPTS = 3;
/** The most attempts of a call that is put off without a time, within eight seconds. */
const MOST_GUESSED = 6;
/** The most redirects of a call that are followed. */
const MOST_REDIRECTS = 3;
/** The longest wait for a Retry-After, in milliseconds. */
const LONGEST_RETRY_AFTER = 30_000;
/** The longest total wait of all calls for a Retry-After, in milliseconds. */
const MOST_PAUSED = 600_000;
/** After this many consecutive calls that were put off or unanswered in every attempt, such calls are sent once. */
const MOST_REFUSED = 3;
/** The pause before the first repetition of an unanswered call that changes nothing, in milliseconds. */
const LOST_AGAIN_AFTER = 1_000;
/** How long to wait for an answer, in milliseconds: at first, after several misses, and after giving up. */
const CALL_TIMEOUT = { allowed: 30_000, least: 1_000, givenUp: 250, mostInVain: 2 };
/** The most bytes of an answer that are read. */
const LARGEST_ANSWER = 8 * 1024 * 1024;

/**
 * Sends requests and records every attempt. A GET without an answer is repeated. A POST is not: it may have taken
 * effect, and a repetition would hide that. A 429 means that nothing was done, so both are repeated after
 * `Retry-After`, with the same headers and thus the same Idempotency-Key, and fewer calls run at once from then on.
 * Calls that change nothing are also repeated after a 503 or without an answer. While the service puts off every call,
 * none is sent, and no attempt counts. A redirect to the canonical address of a simulate call is followed. After
 * several calls without an answer, the timeout shrinks and no call is repeated; after several consecutive 429, no call
 * is repeated either.
 */
export class Transport {
  readonly #options: TransportOptions;
  readonly #timeout: AdaptiveTimeout;
  readonly #limit = new AdaptiveLimit();
  #paused = 0;
  #pausedUntil = 0;
  #refused = 0;

  constructor(options: TransportOptions) {
    this.#options = options;
    const { timeoutMs: allowed = CALL_TIMEOUT.allowed } = options;
    this.#timeout = new AdaptiveTimeout({ ...CALL_TIMEOUT, allowed });
  }

  /** Sends a request. Errors of the network or the service never throw: they are part of the exchange. */
  async send(request: OutgoingRequest, context: CallContext): Promise<SentExchange> {
    return this.#limit.pass(() => this.#follow(request, context));
  }

  async #follow(request: OutgoingRequest, context: CallContext): Promise<SentExchange> {
    let sent = await this.#sendTo(request, context);
    for (let followed = 0; followed < MOST_REDIRECTS && !this.#options.signal.aborted; followed++) {
      const url = redirectOf(sent.wire);
      if (url === undefined) break;
      sent = await this.#sendTo({ ...request, url }, context, sent.wire.attempt + 1);
    }
    return sent;
  }

  /** @param before how many times the call was sent to other addresses */
  async #sendTo(request: OutgoingRequest, context: CallContext, before = 0): Promise<SentExchange> {
    const { outage, record, world, signal } = this.#options;
    const isHarmless = changesNothing({ ...context, request });
    for (let attempt = 0, held = 0; ; attempt++) {
      await outage?.pass(isHarmless);
      const wire = await this.#once(request, context, before + attempt);
      const sent = { wire, exchange: record(wire) };
      const isHeld = await this.#isHeld(wire, isHarmless);
      const again = isToComeAgain(wire);
      if (wire.response?.status === LIMITED) this.#limit.wasLimited();
      else if (wire.response !== undefined) this.#limit.wasAnswered();
      if (isHeld && again && !signal.aborted) {
        held++;
        continue;
      }
      const isGuessed = again && putOff(wire.response, 0)?.ms === undefined;
      const isLast = attempt - held + 1 >= (isGuessed ? MOST_GUESSED : MOST_ATTEMPTS) || signal.aborted;
      if (wire.response !== undefined && isFromService(wire.response.status)) this.#refused = 0;
      else if (isLast && (again || isLost(wire))) this.#refused++;
      const ms = isLast ? undefined : this.#pauseAfter(wire, attempt - held);
      if (ms === undefined) return sent;
      await pause(world, ms, signal);
      if (signal.aborted) return sent;
    }
  }

  /** Whether an answer shows that every call is put off, so that this call must wait. */
  async #isHeld(wire: WireExchange, isHarmless: boolean): Promise<boolean> {
    const { outage, world } = this.#options;
    const asked = putOff(wire.response, world.now());
    if (asked) return (await outage?.wasPutOff(asked, wire, isHarmless)) ?? false;
    outage?.wasAnswered();
    return false;
  }

  /** The pause before a call is repeated, in milliseconds; `undefined` if it is not repeated. */
  #pauseAfter(wire: WireExchange, attempt: number): number | undefined {
    const { request, response } = wire;
    if (!isToComeAgain(wire)) {
      if (response !== undefined || this.#timeout.isShortened) return undefined;
      if (request.method === 'GET') return 100 * 2 ** attempt;
      return isLost(wire) && this.#refused < MOST_REFUSED ? LOST_AGAIN_AFTER * 2 ** attempt : undefined;
    }
    if (this.#refused >= MOST_REFUSED || this.#paused >= MOST_PAUSED) return undefined;
    const { world } = this.#options;
    const asked = putOff(response, world.now())?.ms ?? 250 * 2 ** attempt;
    const ms = Math.min(asked, LONGEST_RETRY_AFTER);
    const now = world.monotonic();
    this.#paused += Math.max(0, now + ms - Math.max(now, this.#pausedUntil));
    this.#pausedUntil = Math.max(this.#pausedUntil, now + ms);
    return ms;
  }

  async #once(request: OutgoingRequest, context: CallContext, attempt: number): Promise<WireExchange> {
    const { world, dispatcher, stamp, signal } = this.#options;
    const sentAt = stamp();
    const from = world.monotonic();
    const { milliseconds: allowed, isShortened } = this.#timeout;
    const begun = { ...context, attempt, sentAt, request };
    const chunks: Buffer[] = [];
    let head: { status: number; headers: Headers } | undefined;
    // The timeouts of undici are only exact to a second, which is too coarse for short ones.
    const late = new AbortController();
    const giveUp = () => late.abort(new Error(`there is no whole answer after ${allowed} ms`));
    const timer = isShortened ? world.after(allowed, giveUp) : undefined;
    try {
      const answer = await dispatcher.request({
        origin: new URL(request.url).origin,
        path: pathOf(request.url),
        method: request.method as Dispatcher.HttpMethod,
        headers: request.headers.flat(),
        body: request.body ?? null,
        responseHeaders: 'raw',
        headersTimeout: allowed,
        bodyTimeout: allowed,
        signal: AbortSignal.any([signal, late.signal]),
      });
      // With `responseHeaders: 'raw'` undici gives names and values in turn, unlike its types.
      const raw: unknown = answer.headers;
      head = { status: answer.statusCode, headers: headersOf(raw as readonly (string | Buffer)[]) };
      let size = 0;
      for await (const chunk of answer.body) {
        chunks.push(chunk as Buffer);
        size += (chunk as Buffer).length;
        // Undici's timeout of a body applies between two of its parts.
        if (world.monotonic() - from > allowed) {
          if (isShortened) giveUp();
          throw new Error(`the answer is not complete after ${allowed} ms`);
        }
        if (size > LARGEST_ANSWER) throw new Error(`the answer is longer than ${LARGEST_ANSWER} bytes`);
      }
      this.#timeout.came(world.monotonic() - from);
      return { ...begun, endedAt: stamp(), response: { ...head, body: Buffer.concat(chunks) } };
    } catch (thrown) {
      const code = codeOf(thrown);
      const isLate = late.signal.aborted || LATE.has(code ?? '');
      // An answer that the harness gave up early was not cut by the service, so nothing is known about it.
      if (late.signal.aborted) head = undefined;
      const kind = signal.aborted ? 'aborted' : head ? 'cut' : isLate ? 'timeout' : failureKind(code, thrown);
      const to = world.monotonic();
      if (isLate || to - from > allowed) this.#timeout.missed(from, to);
      return {
        ...begun,
        endedAt: stamp(),
        ...(head && { response: { ...head, body: Buffer.concat(chunks) } }),
        failure: { kind, ...(code !== undefined && { code }), message: messageOf(thrown) },
      };
    } finally {
      timer?.cancel();
    }
  }
}

/** Codes of undici for an answer that does not arrive, or not completely, in time. */
const LATE: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
/** Codes of undici for an answer that is not HTTP. The errors of its parser have a name but no code. */
const NOT_HTTP: ReadonlySet<string> = new Set(['HTTPParserError', 'UND_ERR_HEADERS_OVERFLOW', 'ERR_ASSERTION']);
/** Codes of a connection that broke after it was established. */
const BROKEN: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT']);

function failureKind(code: string | undefined, thrown: unknown): FailureKind {
  const name = code ?? (thrown instanceof Error ? thrown.name : '');
  if (NOT_HTTP.has(name) || name.startsWith('HPE_')) return 'not-http';
  return BROKEN.has(name) ? 'dropped' : 'unreachable';
}

/**
 * Whether a response asks for a repetition that is safe. A 429 was not handled. A 503 may have been, so only a call
 * that changes nothing is repeated.
 */
function isToComeAgain(wire: WireExchange): boolean {
  return wire.response?.status === LIMITED || (putOff(wire.response, 0) !== undefined && changesNothing(wire));
}

function changesNothing({ operation, condition, request }: Pick<WireExchange, 'operation' | 'condition' | 'request'>) {
  return request.method === 'GET' || operation === 'resolveBankAccount' || asksForNothing(condition);
}

/** Whether a simulate call that changes nothing has no answer, for example during a restart of the service. */
function isLost({ condition, response }: WireExchange): boolean {
  return response === undefined && asksForNothing(condition);
}

/** The path and query of a URL, verbatim: a parsed URL loses `.` and `..`, even encoded ones. */
function pathOf(url: string): string {
  const path = url.replace(/^[^:]+:\/\/[^/?#]*/, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}
