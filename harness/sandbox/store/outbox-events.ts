import type { Database, Entries } from './database.ts';

/** An event as every attempt sends it. */
interface OutgoingEvent {
  readonly eventId: string;
  readonly type: string;
  readonly orderId: string | undefined;
  /** Headers with the values that the dialect does not put in the body. */
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
  /** Attempts made, with the one in flight. */
  readonly attempts: number;
  /** The signature header of an earlier attempt and when it was made, where signatures are not renewed. */
  readonly signature?: string;
  readonly signedAt?: number;
  /** Absent until the receiver has acknowledged it, or it is given up. */
  readonly outcome?: 'delivered' | 'given_up';
}

/** The events to deliver, written in the transaction that causes them. */
export class OutboxEvents {
  readonly #pending: Entries<OutboxEvent>;
  readonly #ended: Entries<OutboxEvent>;
  /** The numbers of events whose attempt is under way. After a restart none is. */
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

  /** Sets when the next attempt of an event in flight is due. */
  retryAt(event: OutboxEvent, dueAt: number): void {
    this.#inFlight.delete(event.seq);
    this.change(event, { dueAt });
  }

  /** Ends an event. A duplicate of one that is given up, and not in flight, is given up too: it would deliver it. */
  end({ seq, eventId }: OutboxEvent, outcome: 'delivered' | 'given_up'): void {
    const event = this.#pending.get(String(seq)) ?? this.#ended.get(String(seq));
    this.#inFlight.delete(seq);
    this.#pending.delete(String(seq));
    if (event) this.#ended.set(String(seq), { ...event, outcome });
    if (outcome === 'delivered') return;
    for (const other of this.#waiting(false)) if (other.eventId === eventId) this.end(other, outcome);
  }

  /** Gives up the pending events of the same order that were added before one, once they were attempted. */
  giveUpBefore({ seq, orderId }: OutboxEvent): void {
    const attempted = new Set(this.#all().flatMap(({ eventId, attempts }) => (attempts > 0 ? [eventId] : [])));
    for (const event of [...this.#pending.values()])
      if (event.seq < seq && event.orderId === orderId && attempted.has(event.eventId)) this.end(event, 'given_up');
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

  /** Whether any event, or any about one order, is neither delivered nor given up. */
  hasPending(orderId?: string): boolean {
    for (const event of this.#pending.values()) if (orderId === undefined || event.orderId === orderId) return true;
    return false;
  }

  /** How many events there are by the state of their delivery. */
  counts() {
    const count = (outcome?: string) => this.#all().filter(event => event.outcome === outcome).length;
    return { pending: count(), delivered: count('delivered'), given_up: count('given_up') };
  }

  #all(): readonly OutboxEvent[] {
    return [...this.#ended.values(), ...this.#pending.values()];
  }

  /** Pending events that are not in flight; in order, of each order only the first. */
  #waiting(inOrder: boolean): OutboxEvent[] {
    const met = new Set<string>();
    return [...this.#pending.values()].filter(({ seq, orderId }) => {
      const isBehind = inOrder && orderId !== undefined && met.has(orderId);
      if (orderId !== undefined) met.add(orderId);
      return !isBehind && !this.#inFlight.has(seq);
    });
  }
}
