import { header } from '../base/json.ts';
import { HAPPY_PATH, leadsToCredit, type SimulateEvent } from '../contract/lifecycle.ts';
import { type AnswerClass, classify, mayAct } from '../evidence/answered.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Delivery, Wait } from '../evidence/evidence.ts';
import type { Recorder } from '../evidence/record/recorder.ts';
import type { UsualEvents } from '../facts/webhooks-of-steps.ts';
import type { Inbox, Waited } from '../webhooks/inbox.ts';
import type { Reply } from '../webhooks/receiver.ts';
import type { AdaptiveTimeout } from './adaptive-timeout.ts';
import { inWords, type Outage, type PutOff, putOff } from './client/outage.ts';
import type { ServiceClient, SimulateBody } from './client/service-client.ts';
import type { DeliveryTracker } from './delivery-tracker.ts';
import type { Reachability } from './reachability.ts';
import type { Target } from './target.ts';
import type { AnsweredDelivery, Refusal, WebhookEndpoint } from './webhook-endpoint.ts';

/** "A while" is this many times the delay of the slowest webhook, and at least this many milliseconds. */
const A_WHILE = 1.5;
const LEAST_WHILE_MS = 50;

/** The webhooks of one step may be apart by this share of the longest delay. */
const SHARE_OF_DELAY = 0.25;

/** Webhooks may prolong a silence to this many times its required duration before it is given up. */
const MOST_INTERRUPTED = 5;

/** What a journey needs. */
export interface JourneyTools {
  readonly client: Pick<ServiceClient, 'simulate'>;
  readonly recorder: Pick<Recorder, 'write'>;
  readonly endpoint: Pick<WebhookEndpoint, 'refuseNext'>;
  readonly target: Pick<Target, 'quietMs' | 'deliveryTimeoutMs'>;
  /** Asked whether the target can be reached at all if something due did not come. */
  readonly reachability: Pick<Reachability, 'look'>;
  readonly outage: Pick<Outage, 'end'>;
  readonly inbox: Inbox;
  readonly tracker: DeliveryTracker;
  readonly stamp: () => number;
  /** How long to wait for the event of a step, and for a redelivery. */
  readonly eventTimeout: AdaptiveTimeout;
  readonly redeliveryTimeout: AdaptiveTimeout;
  readonly usual: UsualEvents;
  /** Called before a step: enters the exclusive section if the step's webhooks may name no order. */
  readonly enter: (event: string) => Promise<void>;
}

/** The optional fields of a simulate call. */
export type SimulateExtra = Omit<SimulateBody, 'event'>;

/** The part of a recorded wait that describes its purpose. */
type WaitedFor = Pick<Wait, 'kind' | 'since' | 'from' | 'hungUp'>;

/** A step that was sent. */
export interface SentStep {
  readonly event: SimulateEvent;
  /** The exchange of the call. */
  readonly exchange: string;
  /** The Idempotency-Key of the call. */
  readonly key: string;
  readonly at: number;
  /** The class of its answer. */
  readonly answer: AnswerClass;
  /** The order's events before the step. */
  readonly before: ReadonlySet<string>;
}

/** Ends a journey because the service put off a step, so that it may or may not have taken it. */
export class HiddenStep extends Error {
  override readonly name = 'HiddenStep';

  constructor(event: SimulateEvent, asked: PutOff) {
    super(`the service answered ${inWords(asked)} to ${event}, and may have taken it`);
  }
}

/** Drives one collection order, and waits for the webhooks of its steps. */
export class JourneyDriver {
  readonly id: string;
  readonly order: string;
  readonly #scenario: string;
  readonly #tools: JourneyTools;
  /** The last step, if its webhook was waited for and came. */
  #heard: SimulateEvent | undefined;
  /** The exchanges of accepted steps whose webhook has not come. */
  readonly #pending = new Set<string>();
  readonly #calls = new Set<Promise<SentStep>>();

  constructor(id: string, order: string, scenario: string, tools: JourneyTools) {
    this.id = id;
    this.order = order;
    this.#scenario = scenario;
    this.#tools = tools;
  }

  /** Simulates a step, and waits for its webhook unless the service refused the step. */
  async step(event: SimulateEvent, extra: SimulateExtra = {}): Promise<SentStep> {
    const sent = await this.send(event, extra);
    if (!mayAct(sent.answer)) return sent;
    this.#heard = (await this.arrival(sent)) ? event : undefined;
    return sent;
  }

  /**
   * Simulates a step from the first state that accepts it: a new order, then after each step of the happy path before
   * the credit. Which states accept a step is not specified.
   */
  async stepFromAnyState(event: SimulateEvent): Promise<void> {
    for (const next of [...HAPPY_PATH.filter(step => !leadsToCredit(step)), undefined]) {
      const { answer } = await this.step(event);
      if (mayAct(answer) || next === undefined) return;
      await this.step(next);
    }
  }

  /** Enters the exclusive section if the webhooks of a step may name no order. Call it before the step is sent. */
  enter(event: string): Promise<void> {
    return this.#tools.enter(event);
  }

  /**
   * Waits for silence before another call if the effect of the previous step is not known yet: its late webhooks would
   * be attributed to the call.
   */
  async settle(): Promise<void> {
    if (this.#heard === undefined || this.#tools.usual.knows(this.#heard)) return;
    this.#heard = undefined;
    await this.silence();
  }

  /** Simulates a step, and waits only for the answer. @throws HiddenStep if the service puts off the step */
  async send(event: SimulateEvent, extra: SimulateExtra = {}): Promise<SentStep> {
    const call = this.#send(event, extra);
    this.#calls.add(call);
    return call.finally(() => this.#calls.delete(call));
  }

  /** Waits for the answers to all calls in progress. */
  async answers(): Promise<void> {
    await Promise.allSettled(this.#calls);
  }

  async #send(event: SimulateEvent, extra: SimulateExtra): Promise<SentStep> {
    const { client, tracker, recorder, reachability, outage } = this.#tools;
    await this.settle();
    await this.enter(event);
    const before = tracker.eventsOf(this.order);
    const call = { scenario: this.#scenario, journey: this.id };
    const { exchange } = await client.simulate(this.order, { event, ...extra } as SimulateBody, call);
    recorder.write({
      type: 'step',
      journey: this.id,
      event,
      exchange: exchange.id,
      at: exchange.sentAt,
      ...(extra.received_amount !== undefined && { receivedAmount: extra.received_amount }),
      ...(extra.received_network !== undefined && { receivedNetwork: extra.received_network }),
    });
    const status = exchange.failure === undefined ? exchange.response?.status : undefined;
    if (status === undefined) await reachability.look(exchange.sentAt);
    const answer = classify(status);
    if (mayAct(answer)) this.#pending.add(exchange.id);
    // Later steps would show nothing: the service may have taken this step, or may take it later.
    const asked = answer === 'unknown' ? putOff(exchange.response, 0) : undefined;
    if (asked && (asked.ms !== undefined || (await outage.end()))) throw new HiddenStep(event, asked);
    const key = header(exchange.request.headers, 'idempotency-key') ?? '';
    return { event, exchange: exchange.id, key, at: exchange.sentAt, answer, before };
  }

  /**
   * Waits for the event of a step (after `disburse`, for the completion), then briefly for what usually follows it.
   * Events of types that belong to other steps do not count. @param taken the events of other steps; the event of this
   * step is added
   */
  async arrival({ event, exchange, at, before }: SentStep, taken = new Set<string>()): Promise<boolean> {
    const { tracker, inbox, usual, eventTimeout, target, stamp } = this.#tools;
    const caused = (isOurs: (delivery: Delivery) => boolean = () => true) => {
      const own = tracker.of(this.order).filter(({ type, delivery }) => usual.mayBeOf(event, type) && isOurs(delivery));
      return new Set(own.map(({ key }) => key)).difference(before).difference(taken);
    };
    const names = (delivery: Delivery) => tracker.names(delivery);
    const due = () => caused().size > 0 && (!leadsToCredit(event) || tracker.completed(this.order));
    const came = await this.#await({ kind: 'event', since: exchange, from: at }, eventTimeout, due);
    if (!came) return false;
    this.#pending.delete(exchange);
    // If a first event names no order, unlike earlier ones, it may be about none, and the event of the step may follow.
    if (!usual.knows(event) && caused(names).size === 0 && this.#named().length > 0)
      await inbox.until(() => caused(names).size > 0 || undefined, A_WHILE * eventTimeout.longest);
    // Further usual events are no longer expected after far longer than any webhook has taken.
    const timeout = Math.max(target.quietMs, stamp() - at, A_WHILE * eventTimeout.longest);
    await inbox.until(
      () => caused().size >= usual.count(event) || undefined,
      Math.min(timeout, target.deliveryTimeoutMs),
    );
    const [first = ''] = caused();
    taken.add(first);
    return true;
  }

  /** Waits for the events of steps that were sent without waiting, one event per step. */
  async arrivals(sent: readonly SentStep[]): Promise<void> {
    const taken = new Set<string>();
    // An event after the last step more likely belongs to it than to an earlier step.
    for (const step of sent.toReversed()) await this.arrival(step, taken);
  }

  /**
   * Waits for an event that a step may cause but does not owe: half as long again as the slowest webhook took.
   * @returns whether one came
   */
  async mayArrive(sent: SentStep): Promise<boolean> {
    const { target, eventTimeout, usual } = this.#tools;
    const ms = Math.min(target.deliveryTimeoutMs, Math.max(LEAST_WHILE_MS, A_WHILE * eventTimeout.longest));
    await this.quiet(ms, () => this.hasCome(sent));
    if (!this.hasCome(sent)) return false;
    // A further event after the next call would be attributed to that call.
    const all = usual.count(sent.event);
    if (all > 1) await this.quiet(ms, () => this.hasCome(sent, all));
    return true;
  }

  /** Whether events of the order have come since a step. @param least how many. Default: 1 */
  hasCome({ before }: SentStep, least = 1): boolean {
    return this.#tools.tracker.eventsOf(this.order).difference(before).size >= least;
  }

  /** Waits half as long again as the slowest webhook took, at most the quiet time. */
  async awhile(): Promise<void> {
    const { target, eventTimeout } = this.#tools;
    await this.quiet(Math.min(target.quietMs, Math.max(LEAST_WHILE_MS, A_WHILE * eventTimeout.longest)));
  }

  /**
   * Simulates a step, gives its delivery and each redelivery these answers, and waits for the redelivery after each
   * refusal. For `disburse`, only the completion gets these answers.
   */
  async stepRefused(event: SimulateEvent, replies: readonly Reply[], extra: SimulateExtra = {}): Promise<SentStep> {
    const { deliveries } = this.refuse(replies, leadsToCredit(event) ? COMPLETED : undefined);
    const sent = await this.step(event, extra);
    // The list grows in the loop, because redeliveries are also refused.
    for (const answered of deliveries) if (answered.delivery.answer.refused) await this.redelivery(answered);
    return sent;
  }

  /** Gives these answers to the order's next new event, or the next of a type, and to its redeliveries. */
  refuse(replies: readonly Reply[], type?: string): Pick<Refusal, 'deliveries'> {
    return this.#tools.endpoint.refuseNext(this.order, replies, type);
  }

  /**
   * Simulates a step, and gives its deliveries these answers in turn, to observe how often they come. None of them is
   * due: the number of retries is not specified.
   */
  async stepRefusedAgain(event: SimulateEvent, replies: readonly Reply[], patienceMs: number): Promise<void> {
    const { tracker } = this.#tools;
    this.refuse(replies);
    const wanted = tracker.of(this.order).length + replies.length;
    await this.send(event);
    await this.quiet(patienceMs, () => tracker.of(this.order).length > wanted);
  }

  /**
   * Waits for the redelivery of a refused delivery, unless that belongs to a foreign order. The time for it begins
   * after the refusal, because the sender may wait for the answer until then.
   */
  async redelivery(answered: AnsweredDelivery): Promise<boolean> {
    const { tracker, inbox, redeliveryTimeout, stamp } = this.#tools;
    const { delivery } = answered;
    const came = () => tracker.redeliveryOf(delivery, this.order) !== undefined;
    const isForeign = () => tracker.orderOf(delivery) !== this.order;
    await inbox.until(
      () => came() || isForeign() || answered.ended !== undefined || undefined,
      Number.POSITIVE_INFINITY,
    );
    const { at = stamp(), hungUp = false } = answered.ended ?? {};
    const due = { kind: 'redelivery', since: delivery.id, from: at, ...(hungUp && { hungUp }) } as const;
    return this.#await(due, redeliveryTimeout, came, isForeign);
  }

  /** Waits `ms` although nothing is due, so that unexpected webhooks have time to come, or until `isOver`. */
  async quiet(ms: number, isOver: () => boolean = () => false): Promise<void> {
    const { inbox, stamp } = this.#tools;
    const from = stamp();
    const { outcome } = await inbox.until(() => isOver() || undefined, ms);
    this.#recordWait({ kind: 'quiet', since: this.id, from }, ms, outcome);
  }

  /**
   * Waits until nothing about the order has come for the quiet time, or longer if webhooks are slow, so that late
   * webhooks are not attributed to the next call. Webhooks of one step are about equally late; a nameless one may
   * belong to another step, or to none.
   */
  async silence(): Promise<void> {
    const { tracker, target, eventTimeout, stamp } = this.#tools;
    const isShort = this.#pending.size === 0 && this.#named().length === tracker.of(this.order).length;
    const ms = Math.max(target.quietMs, (isShort ? SHARE_OF_DELAY : 1) * eventTimeout.longest);
    const all = () => tracker.of(this.order).length;
    // If some name the order, the others may be about no order, and may never end.
    const count = () => this.#named().length || all();
    const until = stamp() + MOST_INTERRUPTED * ms;
    for (let seen = -1; seen < count() && stamp() < until; ) {
      seen = count();
      const before = all();
      await this.quiet(ms, () => all() > before && count() > seen);
    }
  }

  /** The deliveries that name the order themselves. */
  #named() {
    const { tracker } = this.#tools;
    return tracker.of(this.order).filter(({ delivery }) => tracker.names(delivery));
  }

  async #await(
    due: WaitedFor,
    timeout: AdaptiveTimeout,
    came: () => boolean,
    vain: () => boolean = () => false,
  ): Promise<boolean> {
    const { inbox, stamp, reachability, outage } = this.#tools;
    const { milliseconds: allowed, hasGivenUp } = timeout;
    const from = stamp();
    const { uncounted } = inbox;
    // The delay is unknown if the event came before the wait, or in an outage.
    const isHere = came();
    const wait = (): Promise<Waited<boolean>> => inbox.until(() => came() || (vain() ? false : undefined), allowed);
    let waited = await wait();
    let isReached = true;
    while (waited.outcome === 'missed' && !hasGivenUp && isReached) {
      isReached = await reachability.look(due.from);
      // In an unnoticed outage, due webhooks were held back and arrive after it.
      if (!(await outage.end())) break;
      waited = await wait();
    }
    const isMissed = waited.outcome === 'missed';
    const hasCome = waited.outcome === 'came' && waited.value;
    if (hasCome && !isHere && inbox.uncounted <= uncounted) timeout.came(stamp() - due.from);
    if (isMissed) timeout.missed(from, stamp() - (inbox.uncounted - uncounted));
    // A wait that was given up is too short to prove anything.
    const outcome = isMissed && !hasGivenUp && isReached ? 'missed' : 'abandoned';
    this.#recordWait(due, allowed, hasCome ? 'came' : outcome);
    return hasCome;
  }

  #recordWait(due: WaitedFor, allowed: number, outcome: Wait['outcome']): void {
    const { recorder, stamp } = this.#tools;
    recorder.write({ type: 'wait', journey: this.id, ...due, to: stamp(), allowed, outcome });
  }
}
