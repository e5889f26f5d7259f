import { oncePerObject } from '../base/once.ts';
import { madeUpOrder } from './asked-event.ts';
import type { Delivery, Evidence, Journey } from './evidence.ts';
import { eventIdOf, type LaidOut, orderIdOf, type Readable } from './interpretation.ts';
import { mentions, namesForeignOrder } from './mentions.ts';
import { shardOfId } from './run-info.ts';

interface AddedDelivery {
  readonly delivery: Delivery;
  readonly alone: string | undefined;
}

/**
 * Determines the order of each delivery. The rules, in order: the order id at its place; the only known order that the
 * delivery mentions; the order of an earlier delivery of the same event; the journey that was alone at the time, unless
 * the delivery has another order's id in a place where others name a known one. All other deliveries are unattributed.
 * A place or order that is learned later also counts for earlier deliveries.
 */
export class Attributor {
  #read: LaidOut;
  readonly #orders: Set<string>;
  /** The known orders that a delivery mentions, with their places. Cached. */
  #mentions = this.#lookOnce();
  /** The order that a delivery itself shows. Cached, because every wait asks again when a delivery arrives. */
  #shown = this.#showOnce();
  /** Places where deliveries mention known orders. */
  readonly #mentionedAt = new Set<string>();
  readonly #taken: AddedDelivery[] = [];
  readonly #orderOf = new Map<string, string>();
  readonly #byOrder = new Map<string, Delivery[]>();
  readonly #byEvent = new Map<string, string>();

  /** @param orders known from the start, including those that no journey takes */
  constructor(read: LaidOut = {}, orders: Iterable<string> = []) {
    this.#read = read;
    this.#orders = new Set(orders);
  }

  /** Reads all deliveries, including earlier ones, at other places. */
  read(places: LaidOut): void {
    this.#read = places;
    this.#attributeAll();
  }

  /** Adds known orders. */
  know(orders: readonly string[]): void {
    if (orders.every(order => this.#orders.has(order))) return;
    for (const order of orders) this.#orders.add(order);
    this.#mentions = this.#lookOnce();
    this.#forget();
    for (const { delivery, alone } of this.#taken.splice(0)) this.add(delivery, alone);
  }

  /** The order of a delivery. @param alone the order of the journey that is alone now */
  orderOf(delivery: Readable, alone?: string): string | undefined {
    const { order, event = '' } = this.#shown(delivery);
    if (order !== undefined) return order;
    const seen = this.#byEvent.get(event);
    if (seen !== undefined || alone === undefined) return seen;
    const isNamed = this.#mentions(delivery).some(own => own.order === alone);
    return isNamed || this.isNameless(delivery) ? alone : undefined;
  }

  /** Whether a delivery itself shows its order. */
  namesOrder(delivery: Readable): boolean {
    return this.#shown(delivery).order !== undefined;
  }

  /** Adds a delivery. @param alone the order of the journey that was alone at the time @returns the delivery's order */
  add(delivery: Delivery, alone?: string): string | undefined {
    const known = this.#mentionedAt.size;
    for (const { place } of this.#mentions(delivery)) this.#mentionedAt.add(place);
    const taken = { delivery, alone };
    this.#taken.push(taken);
    if (this.#mentionedAt.size > known) this.#attributeAll();
    else this.#attribute(taken);
    return this.#orderOf.get(delivery.id);
  }

  /** Whether a delivery names no order: neither one of the run nor another one in a place of order ids. */
  isNameless(delivery: Readable): boolean {
    const namesOne = this.#mentions(delivery).length > 0;
    return !namesOne && !namesForeignOrder(delivery, this.#mentionedAt, this.#orders);
  }

  /** The deliveries about an order, by arrival. */
  of(order: string): readonly Delivery[] {
    return this.#byOrder.get(order) ?? [];
  }

  /** The order of each delivery, by delivery id. */
  get orders(): ReadonlyMap<string, string> {
    return this.#orderOf;
  }

  #lookOnce() {
    return oncePerObject((delivery: Readable) => mentions(delivery, this.#orders));
  }

  #showOnce() {
    return oncePerObject((delivery: Readable) => ({
      order: this.#orderIn(delivery),
      event: eventIdOf(delivery, this.#read),
    }));
  }

  #attributeAll(): void {
    this.#forget();
    for (const taken of this.#taken) this.#attribute(taken);
  }

  #forget(): void {
    this.#orderOf.clear();
    this.#byOrder.clear();
    this.#byEvent.clear();
    this.#shown = this.#showOnce();
  }

  #attribute({ delivery, alone }: AddedDelivery): void {
    const order = this.orderOf(delivery, alone);
    if (order === undefined) return;
    this.#orderOf.set(delivery.id, order);
    const own = this.#byOrder.get(order);
    if (own) own.push(delivery);
    else this.#byOrder.set(order, [delivery]);
    const { event } = this.#shown(delivery);
    if (event !== undefined && !this.#byEvent.has(event)) this.#byEvent.set(event, order);
  }

  #orderIn(delivery: Readable): string | undefined {
    const located = orderIdOf(delivery, this.#read);
    if (located !== undefined && this.#orders.has(located)) return located;
    const [order, ...others] = new Set(this.#mentions(delivery).map(each => each.order));
    return others.length === 0 ? order : undefined;
  }
}

/** Attributes the deliveries of a whole run. @returns the journey of each delivery, by delivery id */
export function attribute(evidence: Evidence, read: LaidOut): ReadonlyMap<string, Journey> {
  const journeys = new Map(evidence.journeys.map(journey => [journey.order, journey]));
  const madeUp = evidence.exchanges.flatMap(exchange => madeUpOrder(exchange) ?? []);
  const attributor = new Attributor(read, [...journeys.keys(), ...(evidence.orders ?? []), ...madeUp]);
  const alone = Map.groupBy(
    evidence.journeys.filter(journey => journey.alone !== undefined),
    ({ id }) => shardOfId(id),
  );
  for (const delivery of evidence.deliveries) {
    if (!delivery.ours) continue;
    const own = alone.get(shardOfId(delivery.id))?.find(journey => wasAlone(journey, delivery.at));
    attributor.add(delivery, own?.order);
  }
  return new Map(
    [...attributor.orders].flatMap(([delivery, order]) => {
      const journey = journeys.get(order);
      return journey ? [[delivery, journey]] : [];
    }),
  );
}

function wasAlone({ alone = Number.POSITIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Journey, at: number): boolean {
  return at >= alone && at <= to;
}
