import { COMPLETED } from '../../evidence/dialect.ts';
import type { HistoryStep } from '../../evidence/evidence.ts';
import type { EventOptions, SoundWebhook } from '../../sandbox/index.ts';
import type { Credits } from './backend.ts';
import { type Bench, CannotGoOn } from './bench.ts';
import type { Leak } from './leak.ts';
import { acknowledges, type HandlerReply, type Manner, type Outgoing, replyInWords, type Sent } from './sender.ts';

/** The waits before the attempts of a genuine webhook, in milliseconds. The service retries until it gets a 2xx. */
const ATTEMPTS_MS = [0, 100, 300, 900];
/** The number of attempts if the next answer is known. */
const FEW_ATTEMPTS = 2;

/** The wait before an uncredited genuine webhook is sent again, in milliseconds. */
const UNCREDITED_AGAIN_MS = 100;

/** How often a request with the answer 429 is sent, and the usual and the longest wait, in milliseconds. */
const MOST_TIMES = 4;
const RETRY_MS = 1_000;
const MOST_RETRY_MS = 5_000;

/** The expected credits of an order, and its role in the case. */
export interface Expectation {
  readonly due: 0 | 1;
  /**
   * `case`: what the case is about. `next`: the genuine webhook after a forbidden one. `acknowledged`: acknowledged
   * before a kill. `copy-acknowledged`: only one of two copies was.
   */
  readonly as: 'case' | 'next' | 'acknowledged' | 'copy-acknowledged';
}

/** The role of a delivery: forbidden to credit, due to credit, without an effect, or not judged. */
type DeliveryRole = 'forged' | 'sound' | 'uncredited' | 'unjudged';

interface AnsweredTrialDelivery {
  readonly role: DeliveryRole;
  readonly order: string;
  readonly acknowledged: boolean;
  /** The answer in words. */
  readonly answer: string;
  /** Whether a copy of it had already been acknowledged. */
  readonly isKnown: boolean;
}

/** One execution of a case: it sends deliveries, and notes the answers and what it expects. */
export class Trial {
  readonly id: string;
  readonly bench: Bench;
  readonly expected = new Map<string, Expectation>();
  readonly seen: AnsweredTrialDelivery[] = [];
  /** Whether the backend was unreachable or silent at the end of the case. */
  lost: 'gone' | 'silent' | undefined;
  /** Whether the backend acknowledged nothing for ten seconds after a restart. Then it gets no more requests. */
  isStuck = false;
  /** Details of the loss: cases that ran at the same time, and the result of `--restart`. */
  readonly aboutLoss: string[] = [];
  /** The error of `--credits`, if it has failed since a kill. */
  lostCredits: string | undefined;
  /** How its deliveries ended. */
  readonly replies = new Set<HandlerReply['kind']>();
  /** What an answer revealed, and the order of the request. */
  leaked: { readonly leak: Leak; readonly order: string } | undefined;
  /** The gap that the credits of an order answer. */
  observed: { readonly gap: string; readonly order: string } | undefined;
  /** What the case does after the first reading of the credits, before the first kill. Default: nothing. */
  second: (() => Promise<void>) | undefined;
  /** What the case does after all other cases. Default: nothing. */
  last: (() => Promise<void>) | undefined;
  /** Deliveries, disturbances and credits, in order. */
  readonly steps: HistoryStep[] = [];
  /** Reads the credits after each step. It gives these orders, which are due one credit each, their time. */
  readonly read: ((due: readonly string[]) => Promise<Credits>) | undefined;
  /** The webhooks before an order's `disbursement.completed` that are not sent yet, by the id of that event. */
  readonly #earlier = new Map<string, readonly SoundWebhook[]>();
  /** Sends unacknowledged genuine webhooks again, by event id. */
  readonly #refused = new Map<string, () => Promise<unknown>>();

  /** @param read reads the credits after each step; default: they are read after the case */
  constructor(bench: Bench, id: string, read?: (due: readonly string[]) => Promise<Credits>) {
    this.bench = bench;
    this.id = id;
    this.read = read;
  }

  /** Takes an order that is due one credit or none. */
  order(due: Expectation['due'], as: Expectation['as'] = 'case'): string {
    const order = this.bench.order();
    this.expect(order, due, as);
    return order;
  }

  /** The orders that are due a credit. */
  due(): readonly string[] {
    return [...this.expected].flatMap(([order, { due }]) => (due === 1 ? [order] : []));
  }

  /** Changes what an order is due. */
  expect(order: string, due: Expectation['due'], as: Expectation['as'] = 'case'): void {
    this.expected.set(order, { due, as });
  }

  /**
   * The `disbursement.completed` of an order. Earlier webhooks are sent first if the backend wants them.
   * @param options how the event differs from the service's; default: not at all
   */
  async completed(order: string, options?: EventOptions): Promise<SoundWebhook> {
    const { source } = this.bench;
    const path = source.happyPath(order);
    const last = path.findIndex(({ type }) => type === COMPLETED);
    const own = path[last];
    if (own === undefined) throw new Error(`the order ${order} has been completed before`);
    const completed = options === undefined ? own : source.event(order, COMPLETED, options);
    this.#earlier.set(completed.eventId, path.slice(0, last));
    if (this.bench.wantsEarlier) await this.#sendEarlier(completed);
    return completed;
  }

  /** Sends a genuine webhook until it is acknowledged, like the service. @returns the last reply */
  async sound(webhook: SoundWebhook, what = '', manner?: Manner): Promise<HandlerReply> {
    return this.untilAcknowledged(webhook, () => this.bench.signed(webhook), what, manner);
  }

  /** Sends requests for one webhook until one is acknowledged. Only the first has the unusual manner. */
  async untilAcknowledged(
    webhook: SoundWebhook,
    request: () => Outgoing,
    what = '',
    manner?: Manner,
  ): Promise<HandlerReply> {
    const again = manner?.cutAfterMs === undefined ? manner : {};
    let reply: HandlerReply = { kind: 'refused' };
    for (const [nth, ms] of ATTEMPTS_MS.entries()) {
      if (ms > 0) await this.bench.pause(ms);
      const words = nth === 0 ? what : [what, 'sent again'].filter(Boolean).join(', ');
      reply = await this.#send(webhook, request(), words, nth === 0 ? manner : again);
      if (acknowledges(reply) || (reply.kind === 'timed-out' && nth > 0) || this.bench.isOver()) break;
      if (nth + 1 >= FEW_ATTEMPTS && this.#isLastAnswer(webhook, reply)) break;
    }
    if (reply.kind === 'answered' && !acknowledges(reply) && (await this.#sendEarlier(webhook))) {
      reply = await this.#send(webhook, request(), 'after the earlier events', again);
      this.bench.wantsEarlier ||= acknowledges(reply);
    }
    this.bench.refusesAll &&= webhook.type !== COMPLETED || !acknowledges(reply);
    const atTheEnd = () => this.untilAcknowledged(webhook, request, 'sent again at the end', again);
    if (acknowledges(reply) || this.#isAcknowledged(webhook)) this.#refused.delete(webhook.eventId);
    else this.#refused.set(webhook.eventId, atTheEnd);
    this.#see(webhook, webhook.type === COMPLETED ? 'sound' : 'uncredited', reply);
    this.lost = reply.kind === 'refused' ? 'gone' : reply.kind === 'timed-out' ? 'silent' : undefined;
    await this.#readCredits(webhook.orderId);
    return reply;
  }

  /** Sends unacknowledged genuine webhooks again, like the service. */
  async finish(): Promise<void> {
    if (this.bench.refusesAll || this.bench.isOver() || this.isStuck || this.lost !== undefined) return;
    for (const sendAgain of [...this.#refused.values()]) await sendAgain();
  }

  /** Sends one request for a webhook, without retries. */
  async once(
    webhook: SoundWebhook,
    request: Outgoing,
    what: string,
    role: DeliveryRole,
    manner?: Manner,
  ): Promise<HandlerReply> {
    const reply = await this.#send(webhook, request, what, manner, role === 'forged');
    this.#see(webhook, role, reply);
    await this.#readCredits(webhook.orderId);
    return reply;
  }

  /** Sends a genuine webhook that credits nobody, and once more if it is not acknowledged. */
  async uncredited(webhook: SoundWebhook): Promise<void> {
    const send = (what: string) => this.once(webhook, this.bench.signed(webhook), what, 'uncredited');
    const reply = await send('');
    if (acknowledges(reply) || reply.kind === 'timed-out') return;
    await this.bench.pause(UNCREDITED_AGAIN_MS);
    await send('sent again');
  }

  /** Sends requests for webhooks of one order at once, and then again until each webhook is acknowledged. */
  async together(sent: readonly (readonly [SoundWebhook, Outgoing])[]): Promise<void> {
    const requests = sent.map(([, request]) => request);
    const replied = await this.bench.together(this.id, requests);
    const seen = sent.flatMap(([webhook], nth) => replied.slice(nth, nth + 1).map(each => [webhook, each] as const));
    for (const [nth, [webhook, each]] of seen.entries())
      this.#note(webhook, `${nth + 1} of ${sent.length} at once`, each);
    for (const [webhook, { reply, exchange }] of seen)
      this.#see(webhook, webhook.type === COMPLETED ? 'sound' : 'uncredited', reply, exchange.sentAt);
    for (const order of new Set(sent.map(([{ orderId }]) => orderId))) await this.#readCredits(order);
    const unacknowledged = seen.filter(([, { reply }]) => !acknowledges(reply));
    for (const webhook of new Set(unacknowledged.map(([webhook]) => webhook))) await this.sound(webhook, 'sent again');
  }

  /** Sends a genuine webhook of another order. It must be processed after a forbidden delivery. */
  async next(): Promise<void> {
    await this.sound(await this.completed(this.order(1, 'next')), 'the next genuine webhook');
  }

  /** Notes a disturbance. */
  note(what: string): void {
    this.steps.push({ type: 'disturbance', at: this.bench.world.now(), what });
  }

  /** @returns whether any were sent */
  async #sendEarlier({ eventId }: SoundWebhook): Promise<boolean> {
    const earlier = this.#earlier.get(eventId) ?? [];
    this.#earlier.delete(eventId);
    for (const webhook of earlier) await this.once(webhook, this.bench.signed(webhook), '', 'unjudged');
    return earlier.length > 0;
  }

  async #send(
    webhook: SoundWebhook,
    request: Outgoing,
    what: string,
    manner?: Manner,
    forged = false,
  ): Promise<HandlerReply> {
    for (let time = 1; ; time++) {
      const why = this.bench.whyNoMore(this.id);
      if (why !== undefined) throw new CannotGoOn(why);
      const sent = await this.bench.send(this.id, forged ? { ...request, isForged: true } : request, manner);
      const { reply } = sent;
      this.#note(webhook, what, sent, forged);
      // Too many requests: the answer to this one is still unknown.
      if (reply.kind !== 'answered' || reply.status !== 429 || time === MOST_TIMES) return reply;
      await this.bench.pause(Math.min(reply.retryAfterMs ?? RETRY_MS, MOST_RETRY_MS));
    }
  }

  /** The genuine deliveries of an event. */
  #sentOf(eventId: string) {
    return this.steps.flatMap(step => (step.type === 'delivery' && step.event === eventId && !step.forged ? step : []));
  }

  /** Whether a delivery of a webhook was acknowledged. */
  #isAcknowledged({ eventId }: SoundWebhook): boolean {
    return this.#sentOf(eventId).some(({ answer }) => isOkInWords(answer));
  }

  /** Whether a refusal is final: the backend refuses everything, or refuses copies with this status. */
  #isLastAnswer(webhook: SoundWebhook, reply: HandlerReply): boolean {
    const { refusesAll, refusalsOfCopies } = this.bench;
    const isOfCopies = reply.kind === 'answered' && refusalsOfCopies.has(reply.status);
    return refusesAll || isOfCopies || this.#isAcknowledged(webhook);
  }

  /** Notes the outcome of a delivery. @param sentAt default: that of the last delivery of the webhook */
  #see({ orderId: order, eventId }: SoundWebhook, role: DeliveryRole, reply: HandlerReply, sentAt?: number): void {
    const copies = this.#sentOf(eventId);
    const at = sentAt ?? copies.at(-1)?.at ?? 0;
    const isKnown = copies.some(({ answer, to }) => isOkInWords(answer) && to < at);
    // A 5xx may concern the attempt alone.
    if (isKnown && reply.kind === 'answered' && reply.status >= 400 && reply.status < 500)
      this.bench.refusalsOfCopies.add(reply.status);
    this.seen.push({ role, order, acknowledged: acknowledges(reply), answer: replyInWords(reply), isKnown });
  }

  #note(
    { orderId: order, eventId: event, type: eventType }: SoundWebhook,
    what: string,
    { reply, exchange }: Sent,
    forged = false,
  ) {
    const { sentAt: at, endedAt: to } = exchange;
    this.replies.add(reply.kind);
    if (reply.kind === 'answered' && reply.leak) this.leaked ??= { leak: reply.leak, order };
    const words = { ...(what !== '' && { what }), ...(forged && { forged }), answer: replyInWords(reply) };
    this.steps.push({ type: 'delivery', at, to, order, event, eventType, ...words });
  }

  /** Notes the credits of an order if they changed since the last note, or are too few. */
  async #readCredits(order: string): Promise<void> {
    const due = this.expected.get(order)?.due;
    const credits = due === undefined ? undefined : await this.read?.(this.due());
    if (due === undefined || credits === undefined) return;
    const count = credits.get(order) ?? 0;
    const last = this.steps.findLast(step => step.type === 'credits' && step.order === order);
    const before = last?.type === 'credits' ? last.count : 0;
    const sound = this.seen.some(seen => seen.order === order && seen.role === 'sound');
    if (count !== before || (count < due && sound))
      this.steps.push({ type: 'credits', at: this.bench.world.now(), order, count, due });
  }
}

/** Whether an answer in words, as a step holds it, acknowledges a webhook. */
export function isOkInWords(answer: string): boolean {
  return /^2\d\d$/.test(answer);
}

/** What a finished trial shows. */
export type TrialResult = Pick<Trial, 'expected' | 'seen' | 'steps' | 'replies' | 'lost' | 'lostCredits'> &
  Pick<Trial, 'leaked' | 'aboutLoss' | 'observed'>;
