import { header } from '../base/json.ts';
import { HAPPY_PATH, leadsToCredit, type SimulateEvent } from '../contract/lifecycle.ts';
import { type AnswerClass, classify, mayAct } from '../evidence/classify.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Delivery, Wait } from '../evidence/evidence.ts';
import type { Recorder } from '../evidence/record/recorder.ts';
import type { Inbox, Waited } from '../webhooks/inbox.ts';
import type { Reply } from '../webhooks/receiver.ts';
import type { AdaptiveTimeout } from './adaptive-timeout.ts';
import type { Outage } from './client/outage.ts';
import { inWords, type PutOff, putOff } from './client/retry-after.ts';
import type { ServiceClient, SimulateBody } from './client/service-client.ts';
import type { DeliveryTracker } from './delivery-tracker.ts';
import type { Reachability } from './reachability.ts';
import type { Target } from './target.ts';
import type { UsualEvents } from './usual-events.ts';
import type { AnsweredDelivery, Refusal, WebhookEndpoint } from './webhook-endpoint.ts';

/** How many times as long as the slowest webhook a while is, and its least length in milliseconds. */
const A_WHILE = 3;
const A_SHORT_WHILE = 1.5;
const LEAST_WHILE_MS = 50;

/** By this share of the longest delay, the webhooks of one step may come apart. */
const SHARE_OF_DELAY = 0.25;

/** Webhooks may interrupt a silence for this many times as long as it has to last, before it is given up. */
const MOST_INTERRUPTED = 5;

/** What a journey works with. */
export interface JourneyTools {
  readonly client: Pick<ServiceClient, 'simulate'>;
  readonly recorder: Pick<Recorder, 'write'>;
  readonly endpoint: Pick<WebhookEndpoint, 'refuseNext'>;
  readonly target: Pick<Target, 'quietMs' | 'deliveryTimeoutMs'>;
  /** Asked when something due did not come: whether the target can be reached at all. */
  readonly reachability: Pick<Reachability, 'look'>;
  readonly outage: Pick<Outage, 'end'>;
  readonly inbox: Inbox;
  readonly tracker: DeliveryTracker;
  readonly stamp: () => number;
  /** How long the event of a step is waited for, and a redelivery. */
  readonly eventTimeout: AdaptiveTimeout;
  readonly redeliveryTimeout: AdaptiveTimeout;
  readonly usual: UsualEvents;
  /** Called before a step: enters the exclusive section, if the step's webhooks may name no order. */
  readonly enter: (event: string) => Promise<void>;
}

/** The optional fields of a simulate call. */
export type SimulateExtra = Omit<SimulateBody, 'event'>;

/** What is waited for, as the record says it. */
type WaitedFor = Pick<Wait, 'kind' | 'since' | 'from' | 'hungUp'>;

/** A step that was sent. */
export interface SentStep {
  readonly event: SimulateEvent;
  /** The exchange of the call. */
  readonly exchange: string;
  /** The Idempotency-Key of the call. */
  readonly key: string;
  readonly at: number;
  /** What its answer says about it. */
  readonly answer: AnswerClass;
  /** The events of the order that had come before. */
  readonly before: ReadonlySet<string>;
}

/** Ends a journey: the service put off a step, so that it may have taken it. */
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
  /** The last step, if it was waited for, and its webhook came. */
  #heard: SimulateEvent | undefined;
  /** The exchanges of the steps that were not refused, and whose webhook has not come. */
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
   * Simulates a step from the first state that accepts it: a new order, then after each step of the happy path that
   * does not lead to credit. Which states accept a step is not specified.
   */
  async stepFromAnyState(event: SimulateEvent): Promise<void> {
    for (const next of [...HAPPY_PATH.filter(step => !leadsToCredit(step)), undefined]) {
      const { answer } = await this.step(event);
      if (mayAct(answer) || next === undefined) return;
      await this.step(next);
    }
  }

  /** Enters the exclusive section if the webhooks of a step may name no order. To be called before the step is sent. */
  enter(event: string): Promise<void> {
    return this.#tools.enter(event);
  }

  /**
   * Waits for silence before another call, where no journey has shown yet what the step before it causes: what comes
   * late would be taken for what this call causes.
   */
  async settle(): Promise<void> {
    if (this.#heard === undefined || this.#tools.usual.knows(this.#heard)) return;
    this.#heard = undefined;
    await this.silence();
  }

  /** Simulates a step, and waits only for the answer. @throws HiddenStep where the service puts the step off */
  async send(event: SimulateEvent, extra: SimulateExtra = {}): Promise<SentStep> {
    const call = this.#send(event, extra);
    this.#calls.add(call);
    return call.finally(() => this.#calls.delete(call));
  }

  /** Waits for the answers of all calls that are under way. */
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
    // What comes next would show nothing: the service may have taken the step, and may take it later.
    const asked = answer === 'unknown' ? putOff(exchange.response, 0) : undefined;
    if (asked && (asked.ms !== undefined || (await outage.end()))) throw new HiddenStep(event, asked);
    const key = header(exchange.request.headers, 'idempotency-key') ?? '';
    return { event, exchange: exchange.id, key, at: exchange.sentAt, answer, before };
  }

  /**
   * Waits for the event of a step (after `disburse`, for the completion), then briefly for what usually follows it. An
   * event of a type that is known to be another step's does not count.
   *
   * @param taken the events that other steps account for; the one that this step accounts for is added
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
    // A first event that names no order, unlike those before it, may be about none: the step's own is still to come.
    if (!usual.knows(event) && caused(names).size === 0 && this.#named().length > 0)
      await inbox.until(() => caused(names).size > 0 || undefined, A_WHILE * eventTimeout.longest);
    // What usually comes with it is expected no longer once it stays away for far longer than any webhook took so far.
    const timeout = Math.max(target.quietMs, stamp() - at, A_WHILE * eventTimeout.longest);
    const rest = await inbox.until(
      () => caused().size >= usual.count(event) || undefined,
      Math.min(timeout, target.deliveryTimeoutMs),
    );
    const [first = ''] = caused();
    if (rest.outcome === 'missed') usual.lower(event, caused().size);
    taken.add(first);
    return true;
  }

  /** Waits for the events of steps that were sent without waiting, one event for each. */
  async arrivals(sent: readonly SentStep[]): Promise<void> {
    const taken = new Set<string>();
    // An event that came after the last step more likely belongs to it than to an earlier step.
    for (const step of sent.toReversed()) await this.arrival(step, taken);
  }

  /**
   * Waits for an event that a step may cause, though none is due: a few times as long as the slowest webhook took so
   * far, and less once several such waits were in vain. @returns whether one came
   */
  async mayArrive(sent: SentStep): Promise<boolean> {
    const { target, eventTimeout, usual } = this.#tools;
    const times = usual.areOthersSilent ? A_SHORT_WHILE : A_WHILE;
    const ms = Math.min(target.deliveryTimeoutMs, Math.max(LEAST_WHILE_MS, times * eventTimeout.longest));
    await this.quiet(ms, () => this.hasCome(sent));
    if (!this.hasCome(sent)) {
      usual.wasSilent();
      return false;
    }
    // One that comes after the next call would be taken for what that call causes.
    const all = usual.count(sent.event);
    if (all > 1) await this.quiet(ms, () => this.hasCome(sent, all));
    return true;
  }

  /** Whether events of the order have come since a step. @param least how many. Default: 1 */
  hasCome({ before }: SentStep, least = 1): boolean {
    return this.#tools.tracker.eventsOf(this.order).difference(before).size >= least;
  }

  /** Waits a few times as long as the slowest webhook took so far, at most the quiet time. */
  async awhile(): Promise<void> {
    const { target, eventTimeout } = this.#tools;
    await this.quiet(Math.min(target.quietMs, Math.max(LEAST_WHILE_MS, A_WHILE * eventTimeout.longest)));
  }

  /**
   * Simulates a step, answers its delivery and each redelivery this way, and waits for the redelivery after each that
   * was refused. Of the events of `disburse`, the completion is answered so.
   */
  async stepRefused(event: SimulateEvent, replies: readonly Reply[], extra: SimulateExtra = {}): Promise<SentStep> {
    const { deliveries } = this.refuse(replies, leadsToCredit(event) ? COMPLETED : undefined);
    const sent = await this.step(event, extra);
    // The list grows meanwhile: redeliveries are refused as they come.
    for (const answered of deliveries) if (answered.delivery.answer.refused) await this.redelivery(answered);
    return sent;
  }

  /** Answers the order's next new event, or the next of a type, and its redeliveries, this way. */
  refuse(replies: readonly Reply[], type?: string): Pick<Refusal, 'deliveries'> {
    return this.#tools.endpoint.refuseNext(this.order, replies, type);
  }

  /**
   * Simulates a step, and answers its deliveries this way in turn, to observe how often they come. None of them is due:
   * when a service gives up is not specified.
   */
  async stepRefusedAgain(event: SimulateEvent, replies: readonly Reply[], patienceMs: number): Promise<void> {
    const { tracker } = this.#tools;
    this.refuse(replies);
    const wanted = tracker.of(this.order).length + replies.length;
    await this.send(event);
    await this.quiet(patienceMs, () => tracker.of(this.order).length > wanted);
  }

  /**
   * Waits for the redelivery of a refused delivery, unless that proves to be about a foreign order. The time that it
   * may take begins when the refusal has ended: until then the sender may still wait for the answer.
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

  /** Waits `ms` without anything being due, so that what should not come has time to come, or until `isOver`. */
  async quiet(ms: number, isOver: () => boolean = () => false): Promise<void> {
    const { inbox, stamp } = this.#tools;
    const from = stamp();
    const { outcome } = await inbox.until(() => isOver() || undefined, ms);
    this.#recordWait({ kind: 'quiet', since: this.id, from }, ms, outcome);
  }

  /**
   * Waits until nothing about the order has come for the quiet time, and longer where webhooks are slow, so that what
   * comes next is not taken for what came late. The webhooks of one step are about equally late; one that names no
   * order may be of another step, or of none.
   */
  async silence(): Promise<void> {
    const { tracker, target, eventTimeout, stamp } = this.#tools;
    const isShort = this.#pending.size === 0 && this.#named().length === tracker.of(this.order).length;
    const ms = Math.max(target.quietMs, (isShort ? SHARE_OF_DELAY : 1) * eventTimeout.longest);
    const all = () => tracker.of(this.order).length;
    // Where some name the order, those that name none may be about no order, and never end.
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
    // What has come before anybody looked, or in an outage, says nothing about how long it took.
    const isHere = came();
    const wait = (): Promise<Waited<boolean>> => inbox.until(() => came() || (vain() ? false : undefined), allowed);
    let waited = await wait();
    let isReached = true;
    while (waited.outcome === 'missed' && !hasGivenUp && isReached) {
      isReached = await reachability.look(due.from);
      // An outage that nobody had met: what was due is held back, and comes after it.
      if (!(await outage.end())) break;
      waited = await wait();
    }
    const isMissed = waited.outcome === 'missed';
    const hasCome = waited.outcome === 'came' && waited.value;
    if (hasCome && !isHere && inbox.uncounted <= uncounted) timeout.came(stamp() - due.from);
    if (isMissed) timeout.missed(from, stamp() - (inbox.uncounted - uncounted));
    // A wait that was given up is too short to show anything.
    const outcome = isMissed && !hasGivenUp && isReached ? 'missed' : 'abandoned';
    this.#recordWait(due, allowed, hasCome ? 'came' : outcome);
    return hasCome;
  }

  #recordWait(due: WaitedFor, allowed: number, outcome: Wait['outcome']): void {
    const { recorder, stamp } = this.#tools;
    recorder.write({ type: 'wait', journey: this.id, ...due, to: stamp(), allowed, outcome });
  }
}
