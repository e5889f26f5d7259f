import { once, oncePerKey, oncePerObject } from '../base/once.ts';
import { type AnswerClass, classify } from './answered.ts';
import { attribute } from './attribution.ts';
import type { ObservedSignature } from './delivery.ts';
import type { Delivery, Evidence, Exchange, Journey, Step, Trouble } from './evidence.ts';
import { eventIdOf, eventTypeOf, type Interpretation } from './interpretation.ts';
import { mentions } from './mentions.ts';
import { shardOfId } from './run-info.ts';

/** An event as received: its deliveries in order, which share its id. */
export interface ReceivedEvent {
  /** The event id. If none can be read, it is absent, and the digest of the body identifies the event. */
  readonly id?: string;
  readonly type?: string;
  readonly journey: Journey;
  readonly deliveries: readonly [Delivery, ...Delivery[]];
}

/** The time at which an event first arrived. */
export function arrivalOf({ deliveries: [{ at }] }: ReceivedEvent): number {
  return at;
}

const viewsOf = oncePerObject((evidence: Evidence) =>
  oncePerKey((interpretation: Interpretation) => new View(evidence, interpretation)),
);

/** Evidence under one interpretation, which the checks read. Every value is computed once, on first use. */
export class View {
  readonly evidence: Evidence;
  readonly interpretation: Interpretation;
  /** The event type of a delivery; `undefined` if none can be read. */
  readonly typeOf = oncePerObject((delivery: Delivery) => eventTypeOf(delivery, this.interpretation));
  /** The event id of a delivery; `undefined` if none can be read. */
  readonly idOf = oncePerObject((delivery: Delivery) => eventIdOf(delivery, this.interpretation));
  readonly #owners = once(() => attribute(this.evidence, this.interpretation));
  readonly #deliveries = once(() => this.evidence.deliveries.filter(({ id }) => this.#owners().has(id)));
  readonly #untaken = once(() => {
    const { journeys, orders, deliveries } = this.evidence;
    const taken = new Set(journeys.map(({ order }) => order));
    const spare = new Set(orders?.filter(order => !taken.has(order)));
    return deliveries.filter(
      delivery => delivery.ours && !this.#owners().has(delivery.id) && mentions(delivery, spare).length > 0,
    );
  });
  /** The complete deliveries of each journey, by arrival. */
  readonly #byJourney = once(() => {
    const whole = this.deliveries.filter(({ complete }) => complete);
    return Map.groupBy(whole, ({ id }) => this.#owners().get(id)?.id);
  });
  readonly #events = oncePerKey((journey: Journey) => this.#group(journey));
  readonly #endOf = oncePerKey((shard: string) =>
    this.evidence.waits.reduce((end, wait) => (shardOfId(wait.since) === shard ? Math.max(end, wait.to) : end), 0),
  );
  readonly #exchanges = once(() => new Map(this.evidence.exchanges.map(exchange => [exchange.id, exchange])));
  readonly #journeys = once(() => new Map(this.evidence.journeys.map(journey => [journey.id, journey])));

  constructor(evidence: Evidence, interpretation: Interpretation) {
    this.evidence = evidence;
    this.interpretation = interpretation;
  }

  /** The cached view of evidence under an interpretation. The evidence must be complete: later changes are not seen. */
  static of(evidence: Evidence, interpretation: Interpretation): View {
    return viewsOf(evidence)(interpretation);
  }

  /** Attributed deliveries by arrival. Only these are judged. */
  get deliveries(): readonly Delivery[] {
    return this.#deliveries();
  }

  /** Deliveries about orders of this run that no journey took. */
  get untaken(): readonly Delivery[] {
    return this.#untaken();
  }

  /** The journey that a delivery belongs to; `undefined` if it is unattributed. */
  journeyOf(delivery: Delivery): Journey | undefined {
    return this.#owners().get(delivery.id);
  }

  /** The journey of an exchange or delivery by its id, or the journey with this id; `undefined` if there is none. */
  journeyBy(id: string): Journey | undefined {
    return this.#owners().get(id) ?? this.#journeys().get(this.exchange(id)?.journey ?? id);
  }

  /** The complete deliveries of a journey, by arrival. */
  deliveriesOf(journey: Journey): readonly Delivery[] {
    return this.#byJourney().get(journey.id) ?? [];
  }

  /** The events of a journey, by first arrival. */
  eventsOf(journey: Journey): readonly ReceivedEvent[] {
    return this.#events(journey);
  }

  /** The signature headers of a delivery under this interpretation. */
  signaturesOf(delivery: Delivery): readonly ObservedSignature[] {
    return delivery.signatures.filter(({ header }) =>
      this.interpretation.signatureHeaders.includes(header.toLowerCase()),
    );
  }

  /** Whether any secret verifies the delivery. */
  verifies(delivery: Delivery): boolean {
    return this.signaturesOf(delivery).some(({ slots }) => slots.length > 0);
  }

  /** The exchange with an id. */
  exchange(id: string): Exchange | undefined {
    return this.#exchanges().get(id);
  }

  /** The status of the answer to a step; `undefined` if no answer arrived. */
  statusOf({ exchange }: Step): number | undefined {
    return this.exchange(exchange)?.response?.status;
  }

  /** What the answer to a step says about it. */
  answerTo(step: Step): AnswerClass {
    return classify(this.statusOf(step));
  }

  /** Whether another step of the journey ran at the same time, so that either may have come first. */
  isContested({ steps }: Journey, step: Step): boolean {
    const end = ({ at, exchange }: Step) => this.#exchanges().get(exchange)?.endedAt ?? at;
    return steps.some(other => other !== step && other.at < end(step) && step.at < end(other));
  }

  /**
   * Whether recorded trouble overlaps a period. What is missing in it is not a breach.
   *
   * @param id the id of something in this period, because trouble in one shard excuses nothing in another
   */
  troubled(from: number, to: number, id: string): boolean {
    return this.#troublesIn(from, to, id).length > 0;
  }

  /**
   * The time until which a run must listen before recorded trouble in a period no longer explains a missing webhook: 0
   * without trouble, `Infinity` if it always explains one. While only this process stands still, webhooks wait in its
   * socket, or time out and come again.
   */
  hiddenUntil(from: number, to: number, id: string): number {
    const { redeliveryTimeoutMs } = this.evidence.run.settings;
    const ends = this.#troublesIn(from, to, id).map(({ kind, to: end }) =>
      kind === 'stall' ? end + redeliveryTimeoutMs : Number.POSITIVE_INFINITY,
    );
    return Math.max(0, ...ends);
  }

  /** Whether recorded trouble in a period may explain a missing webhook. */
  mayHaveLost(from: number, to: number, id: string): boolean {
    return this.hiddenUntil(from, to, id) > this.heardUntil(id);
  }

  #troublesIn(from: number, to: number, id: string): readonly Trouble[] {
    const own = shardOfId(id);
    return this.evidence.troubles.filter(
      trouble => (trouble.shard ?? '') === own && trouble.from <= to && trouble.to >= from,
    );
  }

  /**
   * Whether the clock of this machine was set before a time. Findings that depend on the time of day (the age of a
   * signature, the expiry of an order) are then left out. @param id the id of something at that time
   */
  clockWasSet(before: number, id: string): boolean {
    const own = shardOfId(id);
    return this.evidence.troubles.some(
      ({ kind, shard, from }) => kind === 'clock' && (shard ?? '') === own && from <= before,
    );
  }

  /**
   * Whether silence says something about the service. If a remote target never reached the receiver, the network path
   * may be missing.
   */
  get listening(): boolean {
    return this.evidence.run.target.kind === 'embedded' || this.evidence.deliveries.some(({ ours }) => ours);
  }

  /** The time until which webhooks were awaited, in the shard of an id: the end of the shard's last wait. */
  heardUntil(id: string): number {
    const shard = shardOfId(id);
    return shard === '' ? this.until : this.#endOf(shard);
  }

  /** The time after which nothing was observed. */
  get until(): number {
    const { end, deliveries, exchanges } = this.evidence;
    return end?.at ?? Math.max(0, deliveries.at(-1)?.at ?? 0, exchanges.at(-1)?.endedAt ?? 0);
  }

  #group(journey: Journey): readonly ReceivedEvent[] {
    const groups = Map.groupBy(
      this.deliveriesOf(journey),
      delivery => this.idOf(delivery) ?? `sha256:${delivery.body.sha256}`,
    );
    return [...groups.values()].map(same => {
      const deliveries = same as [Delivery, ...Delivery[]];
      const [id, type] = [this.idOf(deliveries[0]), this.typeOf(deliveries[0])];
      return { ...(id !== undefined && { id }), ...(type !== undefined && { type }), deliveries, journey };
    });
  }
}
