import type { SimulateEvent } from '../../contract/lifecycle.ts';
import type { JsonObject } from '../json.ts';
import type { OrderState } from '../lifecycle/lifecycle.ts';
import { Database, type Entries } from './database.ts';

/** The operator's settings. They survive a restart. */
interface Settings {
  /** The URL that receives webhooks; absent until it is set. */
  readonly webhookUrl?: string;
  /** Signing secrets, oldest first; several during rotation. */
  readonly signingSecrets: readonly string[];
}

/** The reply to a POST that carried an idempotency key. */
interface StoredReply {
  /** Digest of the method, path and body. */
  readonly fingerprint: string;
  /** The reply as JSON. */
  readonly reply: string;
}

/** The state of the service. */
export class Store extends Database {
  readonly collectionOrders: Entries<CollectionOrder> = this.entries('collection_order');
  readonly onrampOrders: Entries<OnrampOrder> = this.entries('onramp_order');
  /** By idempotency key. */
  readonly replies: Entries<StoredReply> = this.entries('reply');
  readonly outbox = new OutboxEvents(this);
  readonly #settings: Entries<Settings> = this.entries('settings');

  get settings(): Settings {
    return this.#settings.get('') ?? { signingSecrets: [] };
  }

  /** Changes some settings. */
  set(changes: Partial<Settings>): void {
    this.#settings.set('', { ...this.settings, ...changes });
  }
}

/** A stored collection order. Times are milliseconds since the Unix epoch. */
export interface CollectionOrder {
  readonly id: string;
  readonly state: OrderState;
  /** The events that it has taken, oldest first, without repetitions. */
  readonly steps: readonly SimulateEvent[];
  /** The deposit that is due, a decimal string in `currency` on `network`. */
  readonly amount: string;
  readonly currency: string;
  readonly network: string;
  /** Units of `payout_currency` per unit of `currency`, a decimal string. */
  readonly rate: string;
  readonly payout_currency: string;
  readonly received_amount?: string;
  readonly received_network?: string;
  readonly quote_expires_at: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A stored onramp order: fields as on the wire, and values that the dialect formats. */
export interface OnrampOrder extends JsonObject {
  readonly id: string;
  /** Decimal strings. */
  readonly source_amount: string;
  readonly quoted_rate: string;
  /** In milliseconds since the Unix epoch. */
  readonly created_at: number;
  readonly account?: JsonObject & { readonly expires_at: number };
}

/** An event as every attempt sends it. */
interface OutgoingEvent {
  readonly eventId: string;
  readonly type: string;
  readonly orderId: string | undefined;
  /** Headers with the values that the dialect does not put into the body. */
  readonly headers: { readonly [name: string]: string };
  /** In base64. */
  readonly body: string;
}

/** An event of the outbox. */
export interface OutboxEvent extends OutgoingEvent {
  /** Its number, from 1. */
  readonly seq: number;
  /** When its next attempt is due, in milliseconds since the Unix epoch. */
  readonly dueAt: number;
  /** The number of attempts, including one in flight. */
  readonly attempts: number;
  /** The header and the time of an earlier signature, if signatures are not renewed. */
  readonly signature?: string;
  readonly signedAt?: number;
  /** Absent until the receiver has acknowledged the event, or it was given up. */
  readonly outcome?: 'delivered' | 'given_up';
}

/** The events to deliver, written in the transaction that causes them. */
class OutboxEvents {
  readonly #pending: Entries<OutboxEvent>;
  readonly #ended: Entries<OutboxEvent>;
  /** The numbers of events in flight. After a restart there are none. */
  readonly #inFlight = new Set<number>();
  #last: number;

  constructor(db: Database) {
    this.#pending = db.entries('pending_event');
    this.#ended = db.entries('ended_event');
    this.#last = this.#all().reduce((last, { seq }) => Math.max(last, seq), 0);
  }

  /** Adds an event that is due at `dueAt`. @returns its number */
  add({ eventId, type, orderId, headers, body }: OutgoingEvent, dueAt: number): number {
    const seq = ++this.#last;
    this.#pending.set(String(seq), { eventId, type, orderId, headers, body, seq, dueAt, attempts: 0 });
    return seq;
  }

  /** Up to `limit` events that are due at `now` and not in flight, those that have waited longest first. */
  due(now: number, limit: number, inOrder: boolean): readonly OutboxEvent[] {
    const due = this.#waiting(inOrder).filter(({ dueAt }) => dueAt <= now);
    return due.sort((a, b) => a.dueAt - b.dueAt || a.seq - b.seq).slice(0, limit);
  }

  /** When the next event that is not in flight is due. */
  nextDue(inOrder: boolean): number | undefined {
    const moment = this.#waiting(inOrder).reduce(
      (least, { dueAt }) => Math.min(least, dueAt),
      Number.POSITIVE_INFINITY,
    );
    return Number.isFinite(moment) ? moment : undefined;
  }

  /** Marks an event as in flight, and counts the attempt. */
  claim(event: OutboxEvent): void {
    this.#inFlight.add(event.seq);
    this.change(event, { attempts: event.attempts + 1 });
  }

  /** Changes an event that is pending. */
  change({ seq }: OutboxEvent, changes: Partial<OutboxEvent>): void {
    const event = this.#pending.get(String(seq));
    if (event) this.#pending.set(String(seq), { ...event, ...changes });
  }

  /** Schedules the next attempt of an event in flight. */
  retryAt(event: OutboxEvent, dueAt: number): void {
    this.#inFlight.delete(event.seq);
    this.change(event, { dueAt });
  }

  /** Ends an event. If it was given up, its waiting duplicates are given up, too: they would deliver it. */
  end({ seq, eventId }: OutboxEvent, outcome: 'delivered' | 'given_up'): void {
    const event = this.#pending.get(String(seq)) ?? this.#ended.get(String(seq));
    this.#inFlight.delete(seq);
    this.#pending.delete(String(seq));
    if (event) this.#ended.set(String(seq), { ...event, outcome });
    if (outcome === 'delivered') return;
    for (const other of this.#waiting(false)) if (other.eventId === eventId) this.end(other, outcome);
  }

  /** Gives up the earlier pending events of the same order that were attempted. */
  giveUpBefore({ seq, orderId }: OutboxEvent): void {
    for (const event of [...this.#pending.values()])
      if (event.seq < seq && event.orderId === orderId && event.attempts > 0) this.end(event, 'given_up');
  }

  /** Makes every pending event due at `now` at the latest. */
  makeDue(now: number): void {
    for (const event of [...this.#pending.values()]) if (event.dueAt > now) this.change(event, { dueAt: now });
  }

  /** The newest event of a type about an order, delivered or not. */
  last(orderId: string, type: string): OutgoingEvent | undefined {
    const own = this.#all().filter(event => event.orderId === orderId && event.type === type);
    return own.sort((a, b) => b.seq - a.seq)[0];
  }

  /** Whether any event of an order is neither delivered nor given up. */
  hasPending(orderId: string): boolean {
    return this.#pending.values().some(event => event.orderId === orderId);
  }

  /** The number of events by the state of their delivery. */
  counts() {
    const count = (outcome?: string) => this.#all().filter(event => event.outcome === outcome).length;
    return { pending: count(), delivered: count('delivered'), given_up: count('given_up') };
  }

  #all(): readonly OutboxEvent[] {
    return [...this.#ended.values(), ...this.#pending.values()];
  }

  /** Pending events that are not in flight; if in order, only the first of each order. */
  #waiting(inOrder: boolean): OutboxEvent[] {
    const met = new Set<string>();
    return [...this.#pending.values()].filter(({ seq, orderId }) => {
      const isBehind = inOrder && orderId !== undefined && met.has(orderId);
      if (orderId !== undefined) met.add(orderId);
      return !isBehind && !this.#inFlight.has(seq);
    });
  }
}
