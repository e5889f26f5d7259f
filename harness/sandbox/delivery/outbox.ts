import type { Dispatcher } from 'undici';
import type { Service } from '../service.ts';
import type { PendingEvent } from '../store/outbox-events.ts';
import { Alarm } from '../timing/alarm.ts';
import type { Attempt, AttemptContext, AttemptOutcome, RetryDecision } from './attempt.ts';
import { backoff } from './backoff.ts';
import { deliver } from './deliver.ts';
import { sign } from './sign.ts';

// Far enough below the 300 s that receivers tolerate (Limits) for a slow network and a clock that is a little off.
const LONGEST_KEPT_SIGNATURE_MS = 240_000;

/**
 * Delivers what is in the outbox, at least once each (Events): again, with growing waits, after anything but a 2xx.
 * Every event is on its own, so that a receiver that refuses one order's holds up no other's.
 */
export class Outbox {
  readonly #service: Service;
  readonly #alarm: Alarm;
  readonly #dispatcher: Dispatcher;
  readonly #underWay = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #awaitingCalm: (() => void)[] = [];

  constructor(service: Service) {
    const { timeoutMs, concurrency } = service.dialect.delivery;
    this.#service = service;
    this.#alarm = new Alarm(service.world, () => this.wake());
    this.#dispatcher = service.world.dial({
      connectTimeoutMs: timeoutMs,
      responseTimeoutMs: timeoutMs,
      connections: concurrency,
    });
  }

  /** Makes everything outstanding due now: after a restart, and when the target has changed. */
  resume(): void {
    this.#service.store.outbox.makeDue(this.#service.world.now());
    this.wake();
  }

  /** Starts what is due, as far as there is room, and sees to it that the rest is started when it is due. */
  wake(): void {
    const { store, world, dialect } = this.#service;
    const { concurrency, inOrder } = dialect.delivery;
    const url = store.settings.webhookUrl;
    if (this.#closing.signal.aborted || url === undefined) return;
    this.#tellCalm();
    const room = concurrency - this.#underWay.size;
    if (room === 0) return; // The next attempt to end makes some, and wakes us.
    for (const event of store.outbox.due(world.now(), room, inOrder)) this.#start(event, url);
    this.#alarm.set(this.#underWay.size < concurrency ? store.outbox.nextDue(inOrder) : undefined);
  }

  /** Resolves once nothing is pending, or the outbox is closed. */
  calm(): Promise<void> {
    return new Promise(resolve => {
      this.#awaitingCalm.push(resolve);
      this.#tellCalm();
    });
  }

  /** Stops; what is outstanding stays in the store. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#tellCalm();
    this.#alarm.set(undefined);
    await Promise.all(this.#underWay);
    await this.#dispatcher.destroy();
  }

  #tellCalm(): void {
    if (this.#awaitingCalm.length === 0) return;
    if (!this.#closing.signal.aborted && this.#service.store.outbox.hasPending()) return;
    for (const resolve of this.#awaitingCalm.splice(0)) resolve();
  }

  #start(event: PendingEvent, url: string): void {
    this.#service.store.outbox.claim(event.seq);
    const attempt = this.#attempt(event, url).finally(() => {
      this.#underWay.delete(attempt);
      this.wake();
    });
    this.#underWay.add(attempt);
  }

  async #attempt(event: PendingEvent, url: string): Promise<void> {
    const { faults, dialect } = this.#service;
    const { eventId, type, orderId } = event;
    const { signatureHeader } = dialect;
    const context: AttemptContext = { eventId, type, orderId, number: event.attempts + 1, signatureHeader };
    const plain: Attempt = { headers: event.headers, body: Buffer.from(event.body) };
    const attempt = faults.apply('attempted', plain, context);
    const headers = {
      ...attempt.headers,
      [signatureHeader]: this.#sign(event, attempt, context),
    };
    const dispatched = faults.apply('dispatched', { ...attempt, headers }, context);
    const outcome = await deliver(this.#service, this.#dispatcher, url, dispatched, this.#closing.signal);
    if (!this.#closing.signal.aborted) this.#settle(event.seq, outcome, context);
  }

  #sign(event: PendingEvent, attempt: Attempt, context: AttemptContext): string {
    const { store, world, dialect } = this.#service;
    const fresh = event.signedAt !== null && world.now() - event.signedAt < LONGEST_KEPT_SIGNATURE_MS;
    if (!dialect.signature.renewed && event.signature !== null && fresh) return event.signature;
    const signature = sign(this.#service, attempt.body, context);
    if (!dialect.signature.renewed) store.outbox.keepSignature(event.seq, signature, world.now());
    return signature;
  }

  #settle(seq: number, outcome: AttemptOutcome, context: AttemptContext): void {
    const { store, world, faults } = this.#service;
    const { againAfterMs } = faults.apply('settled', this.#decide(outcome, context.number), context);
    if (againAfterMs !== undefined) store.outbox.retryAt(seq, world.now() + againAfterMs);
    else store.outbox.finish(seq, isAcknowledged(outcome) ? 'delivered' : 'given-up');
  }

  #decide(outcome: AttemptOutcome, attempts: number): RetryDecision {
    const { retry } = this.#service.dialect;
    const isLast = retry.attempts > 0 && attempts >= retry.attempts;
    if (isAcknowledged(outcome) || isLast) return { outcome, againAfterMs: undefined };
    return { outcome, againAfterMs: backoff(this.#service.world, attempts, retry) };
  }
}

function isAcknowledged(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;
}
