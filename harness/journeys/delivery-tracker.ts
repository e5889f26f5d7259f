import { jsonOf, walkInside } from '../base/json.ts';
import { Attributor } from '../evidence/attribution.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Body, Delivery } from '../evidence/evidence.ts';
import { eventIdOf, eventTypeOf, type Interpretation, type Readable } from '../evidence/interpretation.ts';

/** One delivery, as interpreted so far. */
interface TrackedDelivery {
  readonly delivery: Delivery;
  /** Identifies the event: its id if that can be located, otherwise the digest of the body. */
  readonly key: string;
  readonly type?: string;
}

/**
 * What is known about deliveries during the run, to decide what to wait for. It judges nothing: the checks read the
 * whole record afterwards, and may interpret a delivery better than is possible during the run.
 */
export class DeliveryTracker {
  /** How to interpret webhooks; `undefined` until the first journey has shown it. */
  #interpretation: Interpretation | undefined;
  readonly #attributor = new Attributor();
  /** By delivery id. */
  readonly #understood = new Map<string, TrackedDelivery>();
  readonly #nameless = new Set<string>();
  /** The order of the journey in the exclusive section, which owns deliveries that name no order. */
  alone: string | undefined;

  /** Interprets webhooks this way from now on, including earlier ones. */
  read(interpretation: Interpretation): void {
    this.#interpretation = interpretation;
    this.#understood.clear();
    this.#attributor.read(interpretation);
  }

  /** Adds known orders. */
  follow(orders: readonly string[]): void {
    this.#attributor.know(orders);
  }

  /** The order of a delivery; `undefined` if it is unattributed. */
  orderOf(delivery: Readable): string | undefined {
    return this.#attributor.orderOf(delivery, this.alone);
  }

  /** Whether a delivery belongs to an order of the run: by its order id, or by the id of an event of an order. */
  knows(delivery: Readable): boolean {
    return this.#attributor.orderOf(delivery) !== undefined;
  }

  /** Whether a delivery itself shows its order of the run. */
  names(delivery: Readable): boolean {
    return this.#attributor.namesOrder(delivery);
  }

  /** The deliveries of the same event about an order so far. */
  repeats(delivery: Readable, order: string): readonly Delivery[] {
    const event = this.#eventId(delivery);
    return this.of(order)
      .filter(({ key, delivery: { body } }) => key === event || isSame(body, delivery.body))
      .map(({ delivery: other }) => other);
  }

  /** Adds a delivery. @returns its order */
  add(delivery: Delivery): string | undefined {
    const order = this.#attributor.add(delivery, this.alone);
    if (order === undefined && delivery.complete && this.#attributor.isNameless(delivery))
      this.#nameless.add(this.typeOf(delivery) ?? '');
    return order;
  }

  /** Whether a webhook of a type named no order while no journey was alone, so that it belongs to no journey. */
  wasNameless(type: string): boolean {
    return this.#nameless.has(type);
  }

  /** Complete deliveries about an order, by arrival. */
  of(order: string): readonly TrackedDelivery[] {
    return this.#attributor
      .of(order)
      .filter(({ complete }) => complete)
      .map(delivery => this.#understand(delivery));
  }

  /** The keys of the events of an order so far. */
  eventsOf(order: string): ReadonlySet<string> {
    return new Set(this.of(order).map(({ key }) => key));
  }

  /** Whether `disbursement.completed` came for an order. Until the place of the type is known, any place counts. */
  completed(order: string): boolean {
    return this.of(order).some(({ type, delivery }) =>
      this.#interpretation?.eventType === undefined ? saysCompleted(delivery) : type === COMPLETED,
    );
  }

  /** A later delivery that repeats a refused one. A copy that was held with it is not a redelivery. */
  redeliveryOf(refused: Delivery, order: string): Delivery | undefined {
    return this.repeats(refused, order).find(({ at, answer }) => at > refused.at && !answer.joined);
  }

  /**
   * The event type of a delivery; `undefined` if it cannot be read, or its place is not known yet. In an unknown
   * layout, the credit signal is recognized in any place.
   */
  typeOf(delivery: Readable): string | undefined {
    if (this.#interpretation === undefined) return undefined;
    return eventTypeOf(delivery, this.#interpretation) ?? (saysCompleted(delivery) ? COMPLETED : undefined);
  }

  #eventId(delivery: Readable): string | undefined {
    return this.#interpretation && eventIdOf(delivery, this.#interpretation);
  }

  #understand(delivery: Delivery): TrackedDelivery {
    let tracked = this.#understood.get(delivery.id);
    if (tracked === undefined) {
      const type = this.typeOf(delivery);
      tracked = { delivery, key: this.#eventId(delivery) ?? delivery.body.sha256, ...(type !== undefined && { type }) };
      this.#understood.set(delivery.id, tracked);
    }
    return tracked;
  }
}

/** Whether two bodies are equal, either byte for byte or after decoding. */
function isSame(one: Body, other: Body): boolean {
  return one.sha256 === other.sha256 || (one.text !== undefined && one.text === other.text);
}

function saysCompleted(delivery: Readable): boolean {
  const body = jsonOf(delivery.body);
  if (body && [...walkInside(body.value)].some(({ value }) => value === COMPLETED)) return true;
  return delivery.headers.some(([, value]) => value === COMPLETED);
}
