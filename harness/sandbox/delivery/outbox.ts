import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { isOk } from '../../evidence/answered.ts';
import type { Timer, World } from '../../world/world.ts';
import { drawFrom } from '../dialect/key.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { Attempt, AttemptContext, AttemptOutcome, RetryDecision } from '../faults/fault.ts';
import { encode } from '../formats/content-coding.ts';
import type { Service } from '../service.ts';
import type { OutboxEvent } from '../store/store.ts';
import { sign } from './sign.ts';

// Below the 300 s that receivers tolerate (Limits), with room for a slow network and clock skew.
const MAX_SIGNATURE_AGE_MS = 240_000;

/**
 * Delivers the events of the outbox at least once (Events). Anything but a 2xx is followed by a redelivery, with
 * exponential backoff. Each event is retried by itself, so that one refused event does not delay other orders.
 */
export class Outbox {
  readonly #service: Service;
  readonly #setTimer: ReturnType<typeof dueTimer>;
  readonly #dispatcher: Dispatcher;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(service: Service) {
    const { timeoutMs, concurrency } = service.dialect.delivery;
    this.#service = service;
    this.#setTimer = dueTimer(service.world, () => this.wake());
    this.#dispatcher = service.world.dial({
      connectTimeoutMs: timeoutMs,
      responseTimeoutMs: timeoutMs,
      connections: concurrency,
    });
  }

  /** Makes every pending event due now. Called after a restart and a change of the webhook URL. */
  deliverNow(): void {
    this.#service.store.outbox.makeDue(this.#service.world.now());
    this.wake();
  }

  /** Starts the attempts that are due, up to the concurrency, and sets the timer for the next. */
  wake(): void {
    const { store, world, dialect } = this.#service;
    const { concurrency, inOrder } = dialect.delivery;
    const url = store.settings.webhookUrl;
    if (this.#closing.signal.aborted || url === undefined) return;
    const room = concurrency - this.#inFlight.size;
    if (room === 0) return; // The next attempt to end calls again.
    for (const event of store.outbox.due(world.now(), room, inOrder)) this.#start(event, url);
    this.#setTimer(this.#inFlight.size < concurrency ? store.outbox.nextDue(inOrder) : undefined);
  }

  /** Stops delivering. Pending events stay in the store. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#setTimer(undefined);
    await Promise.all(this.#inFlight);
    await this.#dispatcher.destroy();
  }

  #start(event: OutboxEvent, url: string): void {
    this.#service.store.outbox.claim(event);
    const attempt = this.#attempt(event, url).finally(() => {
      this.#inFlight.delete(attempt);
      this.wake();
    });
    this.#inFlight.add(attempt);
  }

  async #attempt(event: OutboxEvent, url: string): Promise<void> {
    const { faults, dialect } = this.#service;
    const { eventId, orderId, headers } = event;
    const { signatureHeader } = dialect;
    const context: AttemptContext = { eventId, orderId, number: event.attempts + 1, signatureHeader };
    const attempt = faults.apply('attempt', { headers, body: Buffer.from(event.body, 'base64') }, context);
    const signature = this.#sign(event, attempt, context);
    const signed = { ...attempt, headers: { ...attempt.headers, [signatureHeader]: signature } };
    const dispatched = faults.apply('signedAttempt', signed, context);
    const outcome = await deliver(this.#service, this.#dispatcher, url, dispatched, this.#closing.signal);
    if (!this.#closing.signal.aborted) this.#settle(event, outcome, context);
  }

  #sign(event: OutboxEvent, attempt: Attempt, context: AttemptContext): string {
    const { store, world, dialect } = this.#service;
    if (dialect.signature.renewed) return sign(this.#service, attempt.body, context);
    const age = world.now() - (event.signedAt ?? Number.NEGATIVE_INFINITY);
    if (event.signature !== undefined && age < MAX_SIGNATURE_AGE_MS) return event.signature;
    const signature = sign(this.#service, attempt.body, context);
    store.outbox.change(event, { signature, signedAt: world.now() });
    return signature;
  }

  #settle(event: OutboxEvent, outcome: AttemptOutcome, context: AttemptContext): void {
    const { store, world, faults } = this.#service;
    const { afterMs, forgetsEarlier, againAs } = faults.apply('retry', this.#decide(outcome, context.number), context);
    if (afterMs !== undefined) store.outbox.retryAt(event, world.now() + afterMs);
    else store.outbox.end(event, isAcknowledged(outcome) ? 'delivered' : 'given_up');
    if (forgetsEarlier) store.outbox.giveUpBefore(event);
    if (againAs !== undefined) store.outbox.add(renamed(event, againAs), world.now());
  }

  #decide(outcome: AttemptOutcome, number: number): RetryDecision {
    const { firstMs, factor, capMs, jitter } = this.#service.dialect.retry;
    if (isAcknowledged(outcome)) return { outcome, afterMs: undefined };
    const backoffMs = Math.min(capMs, firstMs * factor ** (number - 1));
    return { outcome, afterMs: backoffMs * (1 - drawFrom(this.#service.world, [0, jitter])) };
  }
}

function renamed(event: OutboxEvent, eventId: string): OutboxEvent {
  const rename = (text: string) => text.replaceAll(event.eventId, eventId);
  const headers = Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name, rename(value)]));
  const body = Buffer.from(rename(Buffer.from(event.body, 'base64').toString())).toString('base64');
  return { ...event, eventId, headers, body };
}

function isAcknowledged(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && isOk(outcome.status);
}

// Node fires longer timers at once. An early timer is harmless.
const MAX_WAIT_MS = 2 ** 31 - 1;

/**
 * One timer for the earliest of several due times.
 * @returns a function that sets the time (milliseconds since the Unix epoch) at which it fires; `undefined` stops it
 */
function dueTimer(world: World, fire: () => void): (moment: number | undefined) => void {
  let timer: Timer | undefined;
  return moment => {
    timer?.cancel();
    // Rounded up: a timer that fires a fraction early finds nothing due and would be set again and again.
    const wait = Math.min(Math.max(0, Math.ceil((moment ?? 0) - world.now())), MAX_WAIT_MS);
    timer = moment === undefined ? undefined : world.after(wait, fire);
  };
}

/** Sends one signed delivery. Redirects are not followed. */
async function deliver(
  { world, dialect }: Service,
  dispatcher: Dispatcher,
  url: string,
  attempt: Attempt,
  closing: AbortSignal,
): Promise<AttemptOutcome> {
  const { webhook, delivery } = dialect;
  const body = encode(attempt.body, webhook.contentCodings);
  const start = world.monotonic();
  const timeout = new AbortController();
  const timer = world.after(delivery.timeoutMs, () => timeout.abort());
  try {
    const { statusCode, body: answer } = await request(url, {
      method: 'POST',
      dispatcher,
      headers: deliveryHeaders(dialect, attempt.headers),
      body: webhook.framing === 'chunked' ? inTwo(body) : body,
      reset: !delivery.keepAlive,
      signal: AbortSignal.any([timeout.signal, closing]),
    });
    // Only the status counts. Reading the body frees the connection.
    await answer.dump();
    return { kind: 'answered', status: statusCode, tookMs: world.monotonic() - start };
  } catch {
    return { kind: timeout.signal.aborted ? 'timed-out' : 'failed' };
  } finally {
    timer.cancel();
  }
}

/** The headers of a delivery: the common ones, and those of its event and attempt. */
export function deliveryHeaders(
  { webhook }: SandboxDialect,
  headers: Attempt['headers'],
): { readonly [name: string]: string } {
  const { contentType, contentCodings } = webhook;
  const coding = contentCodings.length > 0 ? { 'Content-Encoding': contentCodings.join(', ') } : {};
  return { 'Content-Type': contentType, ...coding, ...webhook.headers, ...headers };
}

function inTwo(body: Buffer): Readable {
  const middle = Math.ceil(body.length / 2);
  return Readable.from([body.subarray(0, middle), body.subarray(middle)].filter(part => part.length > 0));
}
