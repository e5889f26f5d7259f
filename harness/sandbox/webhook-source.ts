import type { SimulateEvent } from '../contract/lifecycle.ts';
import type { Dialect } from '../evidence/dialect.ts';
import { deliveryHeaders } from './delivery/outbox.ts';
import { sign } from './delivery/sign.ts';
import { newDraft } from './events/add-events.ts';
import { composeEvent } from './events/compose-event.ts';
import { encode } from './formats/content-coding.ts';
import { type JsonObject, type JsonStyle, writeJson } from './json.ts';
import { EVENTS, LIFECYCLE, type ReceivedFields } from './lifecycle/lifecycle.ts';
import { makeOrder } from './lifecycle/make-order.ts';
import { orderFields } from './lifecycle/order-fields.ts';
import { takeStep } from './lifecycle/take-step.ts';
import { newService, type Service, type ServiceOptions } from './service.ts';

/** A webhook of the sandbox before its content codings and signature. */
export interface SoundWebhook {
  readonly eventId: string;
  readonly type: string;
  readonly orderId: string;
  /** The headers with the values that the dialect does not put into the body. */
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
}

interface SigningOptions {
  /** The signing secrets, oldest first. Each yields one `v1`. */
  readonly secrets: readonly string[];
  /** When it is signed, in milliseconds since the Unix epoch. Default: now. */
  readonly at?: number;
}

/** How an event differs from the sandbox's own. */
export interface EventOptions {
  /** Fields beyond those of the dialect. */
  readonly more?: JsonObject;
  /** When it was created, in milliseconds since the Unix epoch. Default: now. */
  readonly madeAt?: number;
}

/** Composes webhooks of the sandbox in its dialect without sending them. */
export class WebhookSource {
  readonly #service: Service;

  /** @throws HarnessError `dialect-invalid` (usage) */
  constructor(options: Pick<ServiceOptions, 'world' | 'dialect'>) {
    this.#service = newService(options, { wake() {}, deliverNow() {} });
  }

  /** The name of the signature header. */
  get signatureHeader(): string {
    return this.#service.dialect.signatureHeader;
  }

  /** The locations of the data that a handler reads in webhooks. */
  get places(): Pick<Dialect, 'signatureHeader' | 'timestampUnit' | 'eventId' | 'eventType' | 'orderId'> {
    return this.#service.dialect;
  }

  /** The id of a new collection order. Default: a random id in the form of the dialect. */
  newOrder(id?: string): string {
    const { store } = this.#service;
    const order = store.transaction(() => makeOrder(this.#service, { id }));
    this.#takeEvents();
    return order.id;
  }

  /** The webhooks of a simulated step, in order. Empty if the order cannot take the step. */
  step(orderId: string, event: SimulateEvent, received: ReceivedFields = {}): readonly SoundWebhook[] {
    const { store } = this.#service;
    const order = store.collectionOrders.get(orderId);
    if (order === undefined || !LIFECYCLE[event].from.includes(order.state)) return [];
    store.transaction(() => takeStep(this.#service, order, { event, received }));
    return this.#takeEvents();
  }

  /** The webhooks of an order on its way to `disbursement.completed`, including that one. */
  happyPath(orderId: string): readonly SoundWebhook[] {
    return EVENTS.filter(event => LIFECYCLE[event].path === 'happy').flatMap(event => this.step(orderId, event));
  }

  /** A new event of any type about an order in its current state. */
  event(orderId: string, type: string, { more, madeAt }: EventOptions = {}): SoundWebhook {
    const { dialect, store } = this.#service;
    const order = store.collectionOrders.get(orderId);
    const fields = order === undefined ? {} : orderFields(order, dialect);
    const draft = newDraft(this.#service, type, orderId, { ...fields, ...more });
    const { headers, body } = composeEvent({ ...draft, createdAt: madeAt ?? draft.createdAt }, dialect);
    return { eventId: draft.id, type, orderId, headers, body: Buffer.from(writeJson(body, dialect.json)) };
  }

  /** The event with its JSON in another style. */
  rewrite(webhook: SoundWebhook, style: Partial<JsonStyle>): SoundWebhook {
    const value = JSON.parse(webhook.body.toString()) as JsonObject;
    return { ...webhook, body: Buffer.from(writeJson(value, { ...this.#service.dialect.json, ...style })) };
  }

  /** The bytes of a body on the wire, after the content codings of the dialect. */
  encode(body: Buffer): Buffer {
    return encode(body, this.#service.dialect.webhook.contentCodings);
  }

  /** The headers of a delivery without its signature. */
  headers({ headers }: SoundWebhook): { readonly [name: string]: string } {
    return deliveryHeaders(this.#service.dialect, headers);
  }

  /** The value of the signature header over a body, before its content codings. */
  sign({ eventId, body }: Pick<SoundWebhook, 'eventId' | 'body'>, { secrets, at }: SigningOptions): string {
    const { world, store } = this.#service;
    store.set({ signingSecrets: secrets });
    const service = at === undefined ? this.#service : { ...this.#service, world: { ...world, now: () => at } };
    return sign(service, body, { eventId, number: 1, signatureHeader: this.signatureHeader });
  }

  /** Closes its store. */
  close(): void {
    this.#service.store.close();
  }

  #takeEvents(): readonly SoundWebhook[] {
    const { outbox } = this.#service.store;
    const events = outbox.due(Number.MAX_SAFE_INTEGER, MOST_EVENTS, false);
    for (const event of events) outbox.end(event, 'delivered');
    // A dialect may send an event twice. Here the caller decides about copies.
    const webhooks = events.flatMap(({ eventId, type, orderId, headers, body }) =>
      orderId === undefined ? [] : [{ eventId, type, orderId, headers, body: Buffer.from(body, 'base64') }],
    );
    return [...new Map(webhooks.map(webhook => [webhook.eventId, webhook])).values()];
  }
}

/** More events than any step causes. */
const MOST_EVENTS = 100;
