import { COMPLETED } from '../core/dialect.ts';
import type { Body, Delivery } from '../core/evidence.ts';
import { namesForeignOrder } from '../core/foreign-order.ts';
import type { Interpretation } from '../core/interpretation.ts';
import { jsonOf, walk } from '../core/json.ts';
import { locate, type Readable, typeOf } from '../core/locator.ts';
import { type Mention, mentions, scalars } from '../core/mentions.ts';

/** One delivery as it was understood on arrival. */
export interface TrackedDelivery {
  readonly delivery: Delivery;
  /** Tells events apart: the event id where it can be read, else the digest of the body. */
  readonly key: string;
  readonly type?: string;
}

/**
 * What is known of deliveries while the run goes on: enough to know what to wait for. It judges nothing; the checks
 * read the whole record afterwards, and may understand a delivery better than was possible here.
 */
export class DeliveryTracker {
  /** How webhooks are read; absent until the target has been met. */
  #interpretation: Interpretation | undefined;
  readonly #orders = new Map<string, TrackedDelivery[]>();
  /** By event id: the order that the event is about. */
  readonly #owners = new Map<string, string>();
  /** Where deliveries have named our orders. */
  readonly #places = new Set<string>();
  /** The order of the journey that is under way alone, which owns what names no order. */
  alone: string | undefined;

  /** From now on webhooks are read so, those that came before as well. */
  read(interpretation: Interpretation): void {
    this.#interpretation = interpretation;
    this.#owners.clear();
    for (const [order, list] of this.#orders) {
      this.#orders.set(
        order,
        list.map(({ delivery }) => this.#understand(delivery)),
      );
      for (const { delivery } of list) {
        const event = this.#eventId(delivery);
        if (event !== undefined) this.#owners.set(event, order);
      }
    }
  }

  /** Makes an order known. */
  follow(order: string): void {
    if (!this.#orders.has(order)) this.#orders.set(order, []);
  }

  /** The order that a delivery is about; undefined for a stray. */
  orderOf(delivery: Readable): string | undefined {
    const known = new Set(this.#orders.keys());
    const located = this.#interpretation && locate(delivery, this.#interpretation.orderId);
    if (located !== undefined && known.has(located)) return located;
    const named = new Set(mentions(delivery, known).map(({ order }) => order));
    const [order] = named;
    if (named.size === 1) return order;
    const event = this.#eventId(delivery);
    const seen = event === undefined ? undefined : this.#owners.get(event);
    if (seen !== undefined) return seen;
    const { alone } = this;
    if (alone === undefined) return undefined;
    const own = named.size === 0 ? !namesForeignOrder(delivery, this.#places, known) : named.has(alone);
    return own ? alone : undefined;
  }

  /** The earlier deliveries about an order that one repeats: those of the same event. */
  repeats(delivery: Readable, order: string): readonly Delivery[] {
    const event = this.#eventId(delivery);
    return this.of(order)
      .filter(({ key, delivery: { body } }) => key === event || isSame(body, delivery.body))
      .map(({ delivery: other }) => other);
  }

  /** Takes a delivery in. @returns the order that it is about */
  add(delivery: Delivery): string | undefined {
    const order = this.orderOf(delivery);
    if (order === undefined) return undefined;
    this.#name(mentions(delivery, new Set([order])));
    this.#orders.get(order)?.push(this.#understand(delivery));
    const event = this.#eventId(delivery);
    if (event !== undefined && !this.#owners.has(event)) this.#owners.set(event, order);
    return order;
  }

  /** Deliveries about an order, whole ones, by arrival. */
  of(order: string): readonly TrackedDelivery[] {
    return (this.#orders.get(order) ?? []).filter(({ delivery }) => delivery.complete);
  }

  /** The events of an order that came so far, by their keys. */
  eventsOf(order: string): ReadonlySet<string> {
    return new Set(this.of(order).map(({ key }) => key));
  }

  /** Whether `disbursement.completed` came for an order. Before the type's place is known, anywhere in the body will do. */
  completed(order: string): boolean {
    return this.of(order).some(({ type, delivery }) =>
      this.#interpretation?.eventType === undefined ? saysCompleted(delivery) : type === COMPLETED,
    );
  }

  /** A later delivery that repeats a refused one. */
  redeliveryOf(refused: Delivery, order: string): TrackedDelivery | undefined {
    const own = this.#understand(refused);
    return this.of(order).find(
      ({ delivery, key }) =>
        delivery.at > refused.at &&
        delivery.id !== refused.id &&
        (key === own.key ||
          isSame(delivery.body, refused.body) ||
          (this.#interpretation === undefined && resembles(refused, delivery, order))),
    );
  }

  /** Takes down where orders are named, and lets go of what proves to be about somebody else's. */
  #name(mentioned: readonly Mention[]): void {
    const fresh = mentioned.map(({ place }) => place).filter(place => !this.#places.has(place));
    for (const place of fresh) this.#places.add(place);
    if (fresh.length === 0) return;
    const known = new Set(this.#orders.keys());
    for (const [order, list] of this.#orders) {
      const strange = list.filter(
        ({ delivery }) =>
          namesForeignOrder(delivery, fresh, known) && mentions(delivery, new Set([order])).length === 0,
      );
      if (strange.length === 0) continue;
      for (const { delivery } of strange) this.#owners.delete(this.#eventId(delivery) ?? '');
      this.#orders.set(
        order,
        list.filter(seen => !strange.includes(seen)),
      );
    }
  }

  #eventId(delivery: Readable): string | undefined {
    return locate(delivery, this.#interpretation?.eventId, typeOf(delivery, this.#interpretation?.eventType));
  }

  #understand(delivery: Delivery): TrackedDelivery {
    const type = typeOf(delivery, this.#interpretation?.eventType);
    return { delivery, key: this.#eventId(delivery) ?? delivery.body.sha256, ...(type !== undefined && { type }) };
  }
}

/** Whether two bodies hold the same: byte for byte, or once their content codings are undone. */
function isSame(one: Body, other: Body): boolean {
  return one.sha256 === other.sha256 || (one.text !== undefined && one.text === other.text);
}

function saysCompleted(delivery: Delivery): boolean {
  const body = jsonOf(delivery.body);
  if (body && [...walk(body.value)].some(({ value }) => value === COMPLETED)) return true;
  return delivery.headers.some(([, value]) => value === COMPLETED);
}

/** Before the event id's place is known: the same names of things, and a value in common that is named like an id. */
function resembles(one: Delivery, other: Delivery, order: string): boolean {
  const values = new Map([...scalars(other)].map(({ place, value }) => [place, value]));
  const own = [...scalars(one)];
  const names = own.filter(({ value }) => /^[a-z_]+([.:][a-z_]+)+$/.test(value));
  return (
    names.every(({ place, value }) => values.get(place) === value) &&
    own.some(({ place, value }) => /(id|uuid)$/i.test(place) && value !== order && values.get(place) === value)
  );
}
