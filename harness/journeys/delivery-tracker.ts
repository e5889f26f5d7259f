import { jsonOf, walk } from '../base/json.ts';
import { Attributor } from '../evidence/attribution.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Body, Delivery } from '../evidence/evidence.ts';
import { eventIdOf, eventTypeOf, type Interpretation } from '../evidence/interpretation.ts';
import type { Readable } from '../evidence/locator.ts';
import { scalars } from '../evidence/mentions.ts';

/** One delivery, as interpreted so far. */
export interface TrackedDelivery {
  readonly delivery: Delivery;
  /** Identifies the event: its id where that can be located, else the digest of the body. */
  readonly key: string;
  readonly type?: string;
}

/**
 * What is known about deliveries while the run goes on: enough to know what to wait for. It judges nothing; the checks
 * read the whole record afterwards, and may interpret a delivery better than is possible during the run.
 */
export class DeliveryTracker {
  /** How webhooks are interpreted; undefined until the first journey has shown it. */
  #interpretation: Interpretation | undefined;
  readonly #attributor = new Attributor();
  /** By delivery id. */
  readonly #understood = new Map<string, TrackedDelivery>();
  readonly #nameless = new Set<string>();
  /** The order of the journey in the exclusive section, which owns deliveries that name no order. */
  alone: string | undefined;

  /** Interprets webhooks this way from now on, including those that came before. */
  read(interpretation: Interpretation): void {
    this.#interpretation = interpretation;
    this.#understood.clear();
    this.#attributor.read(interpretation);
  }

  /** Makes orders known. */
  follow(orders: readonly string[]): void {
    this.#attributor.know(orders);
  }

  /** The order that a delivery is about; undefined where it is unattributed. */
  orderOf(delivery: Readable): string | undefined {
    return this.#attributor.orderOf(delivery, this.alone);
  }

  /** Whether a delivery is about an order of the run: it names one, or has the id of an event that is about one. */
  knows(delivery: Readable): boolean {
    return this.#attributor.orderOf(delivery) !== undefined;
  }

  /** Whether a delivery shows by itself which order of the run it is about. */
  names(delivery: Readable): boolean {
    return this.#attributor.namesOrder(delivery);
  }

  /** The earlier deliveries about an order that one repeats: those of the same event. */
  repeats(delivery: Readable, order: string): readonly Delivery[] {
    const event = this.#eventId(delivery);
    return this.of(order)
      .filter(({ key, delivery: { body } }) => key === event || isSame(body, delivery.body))
      .map(({ delivery: other }) => other);
  }

  /** Adds a delivery. @returns the order that it is about */
  add(delivery: Delivery): string | undefined {
    const order = this.#attributor.add(delivery, this.alone);
    if (order === undefined && delivery.complete && this.#attributor.isNameless(delivery))
      this.#nameless.add(this.typeOf(delivery) ?? '');
    return order;
  }

  /** Whether a webhook of a type named no order and came while no journey was alone: nobody knows whose it is. */
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

  /** The events of an order that came so far, by their keys. */
  eventsOf(order: string): ReadonlySet<string> {
    return new Set(this.of(order).map(({ key }) => key));
  }

  /** Whether `disbursement.completed` came for an order. Until the place of the type is known, any value counts. */
  completed(order: string): boolean {
    return this.of(order).some(({ type, delivery }) =>
      this.#interpretation?.eventType === undefined ? saysCompleted(delivery) : type === COMPLETED,
    );
  }

  /** A later delivery that repeats a refused one. A copy that was held with it proves no redelivery. */
  redeliveryOf(refused: Delivery, order: string): TrackedDelivery | undefined {
    const own = this.#understand(refused);
    return this.of(order).find(
      ({ delivery, key }) =>
        delivery.at > refused.at &&
        delivery.id !== refused.id &&
        !delivery.answer.joined &&
        (key === own.key ||
          isSame(delivery.body, refused.body) ||
          (this.#eventId(refused) === undefined && resembles(refused, delivery, order))),
    );
  }

  /**
   * The event type of a delivery; undefined if none can be read, or its place is not known yet. Of a layout that was
   * not seen before, the credit signal is recognised at any place.
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

/** Whether two bodies are equal: byte for byte, or after their content codings are undone. */
function isSame(one: Body, other: Body): boolean {
  return one.sha256 === other.sha256 || (one.text !== undefined && one.text === other.text);
}

function saysCompleted(delivery: Readable): boolean {
  const body = jsonOf(delivery.body);
  if (body && [...walk(body.value)].some(({ value }) => value === COMPLETED)) return true;
  return delivery.headers.some(([, value]) => value === COMPLETED);
}

/** Until the place of the event id is known: equal names, and an equal value in a place that is named like an id. */
function resembles(one: Delivery, other: Delivery, order: string): boolean {
  const values = new Map([...scalars(other)].map(({ place, value }) => [place, value]));
  const own = [...scalars(one)];
  const names = own.filter(({ value }) => /^[a-z_]+([.:][a-z_]+)+$/.test(value));
  return (
    names.every(({ place, value }) => values.get(place) === value) &&
    own.some(({ place, value }) => /(id|uuid)$/i.test(place) && value !== order && values.get(place) === value)
  );
}
