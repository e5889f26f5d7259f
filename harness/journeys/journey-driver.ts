import type { SimulateBody } from '../client/service-client.ts';
import { isOk } from '../core/answered.ts';
import type { Delivery, Wait } from '../core/evidence.ts';
import { HAPPY_PATH, leadsToCredit, type SimulateEvent } from '../core/lifecycle.ts';
import type { Waited } from '../webhooks/inbox.ts';
import type { Reply } from '../webhooks/receiver.ts';
import type { AdaptiveTimeout } from './adaptive-timeout.ts';
import type { RunContext } from './run-context.ts';

/** What a journey works with. */
export interface JourneyTools
  extends Pick<RunContext, 'inbox' | 'tracker' | 'stamp' | 'eventTimeout' | 'redeliveryTimeout'> {
  readonly client: Pick<RunContext['client'], 'simulate'>;
  readonly recorder: Pick<RunContext['recorder'], 'write'>;
  readonly endpoint: Pick<RunContext['endpoint'], 'refuseNext'>;
  readonly target: Pick<RunContext['target'], 'quietMs'>;
  /** Asked when something due did not come: whether the target can be reached at all. */
  readonly reachability: Pick<RunContext['reachability'], 'look'>;
  /** How many events a step usually causes, as far as is known. */
  readonly usual: Map<SimulateEvent, number>;
  /** Called before a step: waits for the journey's turn, where the step's webhooks may name no order. */
  readonly enter: (event: string) => Promise<void>;
}

/** A step that was sent. */
export interface SentStep {
  readonly event: SimulateEvent;
  /** The exchange of the call. */
  readonly exchange: string;
  readonly at: number;
  /** Whether the service took it (2xx), refused it, or gave no answer. */
  readonly outcome: 'accepted' | 'refused' | 'unknown';
  readonly status?: number;
  /** The events of the order that had come before. */
  readonly before: ReadonlySet<string>;
}

/** Drives one collection order, and waits for what its steps cause. */
export class JourneyDriver {
  readonly id: string;
  readonly order: string;
  readonly #scenario: string;
  readonly #tools: JourneyTools;

  constructor(id: string, order: string, scenario: string, tools: JourneyTools) {
    this.id = id;
    this.order = order;
    this.#scenario = scenario;
    this.#tools = tools;
  }

  /** Simulates a step and waits for its webhook, where the service took the step. */
  async step(event: SimulateEvent, extra: Omit<SimulateBody, 'event'> = {}): Promise<SentStep> {
    const sent = await this.send(event, extra);
    if (sent.outcome !== 'refused') await this.arrival(sent);
    return sent;
  }

  /**
   * Simulates a step from the first state that takes it: a fresh order, then after each step of the happy path that
   * does not lead to credit. From which states a step can be simulated is not specified.
   */
  async stepFromAnyState(event: SimulateEvent, extra: Omit<SimulateBody, 'event'> = {}): Promise<void> {
    for (const next of [...HAPPY_PATH.filter(step => !leadsToCredit(step)), undefined]) {
      const { outcome } = await this.step(event, extra);
      if (outcome !== 'refused' || next === undefined) return;
      await this.step(next);
    }
  }

  /** Waits for this journey's turn, where the webhooks of a step may name no order: before any call that may cause them. */
  enter(event: string): Promise<void> {
    return this.#tools.enter(event);
  }

  /** Simulates a step without waiting for anything but the answer. */
  async send(event: SimulateEvent, extra: Omit<SimulateBody, 'event'> = {}): Promise<SentStep> {
    const { client, tracker, recorder } = this.#tools;
    await this.enter(event);
    const before = tracker.eventsOf(this.order);
    const { exchange } = await client.simulate(
      this.order,
      { event, ...extra },
      { scenario: this.#scenario, journey: this.id },
    );
    recorder.write({
      type: 'step',
      journey: this.id,
      event,
      exchange: exchange.id,
      at: exchange.sentAt,
      ...(extra.received_amount !== undefined && { receivedAmount: extra.received_amount }),
      ...(extra.received_network !== undefined && { receivedNetwork: extra.received_network }),
    });
    const status = exchange.response?.status;
    if (status === undefined || exchange.failure !== undefined) {
      await this.#tools.reachability.look(exchange.sentAt);
      return { event, exchange: exchange.id, at: exchange.sentAt, outcome: 'unknown', before };
    }
    const outcome = isOk(status) ? 'accepted' : 'refused';
    return { event, exchange: exchange.id, at: exchange.sentAt, outcome, status, before };
  }

  /** Waits for the event of a step, after `disburse` for `disbursement.completed`; then, briefly, for what usually follows it. */
  async arrival({ event, exchange, at, before }: SentStep): Promise<boolean> {
    const { tracker, inbox, usual, eventTimeout, target, stamp } = this.#tools;
    const caused = () => tracker.eventsOf(this.order).difference(before).size;
    const due = () => caused() > 0 && (!leadsToCredit(event) || tracker.completed(this.order));
    const came = await this.#await({ kind: 'event', since: exchange, from: at }, eventTimeout, due);
    if (!came) return false;
    const wanted = usual.get(event) ?? 1;
    const timeout = Math.max(target.quietMs, stamp() - at);
    const rest = await inbox.until(() => caused() >= wanted || undefined, timeout);
    // What was usual once may have been chance (an event of no step that came at that moment): nobody waits for it again.
    if (rest.outcome === 'missed') usual.set(event, Math.max(1, caused()));
    return true;
  }

  /** Simulates a step whose next delivery, and each that repeats it, is answered so, and waits for it to come after each. */
  async stepRefused(
    event: SimulateEvent,
    replies: readonly Reply[],
    extra: Omit<SimulateBody, 'event'> = {},
  ): Promise<SentStep> {
    const { deliveries } = this.#tools.endpoint.refuseNext(this.order, replies);
    const sent = await this.step(event, extra);
    // What repeats the first is refused as it comes, so that the list grows meanwhile.
    for (const refused of deliveries) await this.redelivery(refused);
    return sent;
  }

  /** Simulates a step whose next delivery is answered so, whatever that means to the service. */
  async stepAnswered(event: SimulateEvent, reply: Reply): Promise<void> {
    this.#tools.endpoint.refuseNext(this.order, [reply]);
    await this.step(event);
  }

  /**
   * Simulates a step whose deliveries are answered so in turn, to see how often they come. That no further one came
   * within `patienceMs` is written down as quiet and not as something due: when a service gives up is its own.
   */
  async stepRefusedAgain(event: SimulateEvent, replies: readonly Reply[], patienceMs: number): Promise<void> {
    const { endpoint, tracker, inbox, stamp } = this.#tools;
    endpoint.refuseNext(this.order, replies);
    const wanted = tracker.of(this.order).length + replies.length;
    await this.send(event);
    const from = stamp();
    const { outcome } = await inbox.until(() => tracker.of(this.order).length > wanted || undefined, patienceMs);
    this.#wrote({ kind: 'quiet', since: this.id, from }, patienceMs, outcome);
  }

  /** Waits for a refused delivery to come again, until it proves to be about somebody else's order. */
  async redelivery(refused: Delivery): Promise<boolean> {
    const { tracker, redeliveryTimeout, stamp } = this.#tools;
    const since = { kind: 'redelivery', since: refused.id, from: stamp() } as const;
    return this.#await(
      since,
      redeliveryTimeout,
      () => tracker.redeliveryOf(refused, this.order) !== undefined,
      () => tracker.orderOf(refused) !== this.order,
    );
  }

  /** Waits `ms` without anything being due, so that what should not come has had its time. */
  async quiet(ms: number): Promise<void> {
    const { inbox, stamp } = this.#tools;
    const from = stamp();
    const { outcome } = await inbox.until(() => undefined, ms);
    this.#wrote({ kind: 'quiet', since: this.id, from }, ms, outcome);
  }

  async #await(
    due: Pick<Wait, 'kind' | 'since' | 'from'>,
    timeout: AdaptiveTimeout,
    came: () => boolean,
    vain: () => boolean = () => false,
  ): Promise<boolean> {
    const { inbox, stamp, reachability } = this.#tools;
    const allowed = timeout.milliseconds;
    const waited: Waited<boolean> = await inbox.until(() => came() || (vain() ? false : undefined), allowed);
    if (waited.outcome === 'came' && !waited.value) {
      this.#wrote(due, allowed, 'abandoned');
      return false;
    }
    if (waited.outcome === 'came') timeout.came(stamp() - due.from);
    if (waited.outcome === 'missed') timeout.missed();
    const away = waited.outcome === 'missed' && !(await reachability.look(due.from));
    this.#wrote(due, allowed, away ? 'abandoned' : waited.outcome);
    return waited.outcome === 'came';
  }

  #wrote(due: Pick<Wait, 'kind' | 'since' | 'from'>, allowed: number, outcome: Wait['outcome']): void {
    const { recorder, stamp } = this.#tools;
    recorder.write({ type: 'wait', journey: this.id, ...due, to: stamp(), allowed, outcome });
  }
}
