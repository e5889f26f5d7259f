import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** An event as it will go over the wire on every attempt. */
export interface OutgoingEvent {
  readonly eventId: string;
  readonly type: string;
  readonly orderId: string | undefined;
  /** Headers that hold what the dialect does not put in the body. */
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
}

/** An event that the receiver has yet to acknowledge. */
export interface PendingEvent extends OutgoingEvent {
  readonly seq: number;
  /** Attempts made before this one. */
  readonly attempts: number;
  /** The signature header of an earlier attempt and when it was made, where signatures are not renewed. */
  readonly signature: string | undefined;
  readonly signedAt: number | undefined;
}

/** How an event's delivery ended. */
export type FinalOutcome = 'delivered' | 'given-up';

const IN_ORDER = `AND NOT EXISTS (SELECT 1 FROM outbox AS earlier
  WHERE earlier.order_id = outbox.order_id AND earlier.seq < outbox.seq AND earlier.outcome IS NULL)`;

/** The outbox: events to be delivered, written in the transaction that caused them. */
export class OutboxRows {
  readonly #add: StatementSync;
  readonly #due: { readonly [inOrder in 'true' | 'false']: StatementSync };
  readonly #nextDue: { readonly [inOrder in 'true' | 'false']: StatementSync };
  readonly #claim: StatementSync;
  readonly #sign: StatementSync;
  readonly #retry: StatementSync;
  readonly #finish: StatementSync;
  readonly #hasten: StatementSync;
  readonly #release: StatementSync;
  readonly #last: StatementSync;
  readonly #anyPending: StatementSync;
  readonly #counts: StatementSync;

  constructor(db: DatabaseSync) {
    this.#add = db.prepare(
      'INSERT INTO outbox (event_id, type, order_id, headers, body, due_at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    const due = (more: string) =>
      db.prepare(
        `SELECT * FROM outbox WHERE outcome IS NULL AND claimed = 0 AND due_at <= ? ${more} ORDER BY due_at, seq LIMIT ?`,
      );
    const nextDue = (more: string) =>
      db.prepare(`SELECT min(due_at) AS moment FROM outbox WHERE outcome IS NULL AND claimed = 0 ${more}`);
    this.#due = { true: due(IN_ORDER), false: due('') };
    this.#nextDue = { true: nextDue(IN_ORDER), false: nextDue('') };
    this.#claim = db.prepare('UPDATE outbox SET claimed = 1, attempts = attempts + 1 WHERE seq = ?');
    this.#sign = db.prepare('UPDATE outbox SET signature = ?, signed_at = ? WHERE seq = ?');
    this.#retry = db.prepare('UPDATE outbox SET claimed = 0, due_at = ? WHERE seq = ?');
    this.#finish = db.prepare('UPDATE outbox SET claimed = 0, outcome = ? WHERE seq = ?');
    this.#hasten = db.prepare('UPDATE outbox SET due_at = min(due_at, ?) WHERE outcome IS NULL');
    this.#release = db.prepare('UPDATE outbox SET claimed = 0 WHERE claimed = 1');
    this.#last = db.prepare('SELECT * FROM outbox WHERE order_id = ? AND type = ? ORDER BY seq DESC LIMIT 1');
    this.#anyPending = db.prepare('SELECT EXISTS (SELECT 1 FROM outbox WHERE outcome IS NULL) AS any');
    this.#counts = db.prepare(
      `SELECT count(*) FILTER (WHERE outcome IS NULL) AS pending,
       count(*) FILTER (WHERE outcome = 'delivered') AS delivered,
       count(*) FILTER (WHERE outcome = 'given-up') AS given_up FROM outbox`,
    );
  }

  /** Adds an event that is due at `dueAt`, milliseconds since the Unix epoch; returns its number. */
  add(event: OutgoingEvent, dueAt: number): number {
    const { eventId, type, orderId, headers, body } = event;
    const added = this.#add.run(eventId, type, orderId ?? null, JSON.stringify(headers), body, dueAt);
    return Number(added.lastInsertRowid);
  }

  /** Up to `limit` events that are due at `now` and not under way. */
  due(now: number, limit: number, inOrder: boolean): PendingEvent[] {
    return this.#due[`${inOrder}`].all(now, limit).map(read);
  }

  /** When the next event that is not under way is due. */
  nextDue(inOrder: boolean): number | undefined {
    return (this.#nextDue[`${inOrder}`].get()?.moment as number | null) ?? undefined;
  }

  /** Marks an event as under way, and counts the attempt. */
  claim(seq: number): void {
    this.#claim.run(seq);
  }

  /** Keeps the signature of an attempt for the next. */
  keepSignature(seq: number, signature: string, signedAt: number): void {
    this.#sign.run(signature, signedAt, seq);
  }

  retryAt(seq: number, dueAt: number): void {
    this.#retry.run(dueAt, seq);
  }

  finish(seq: number, outcome: FinalOutcome): void {
    this.#finish.run(outcome, seq);
  }

  /** Makes every outstanding event due at `now` at the latest. */
  hasten(now: number): void {
    this.#hasten.run(now);
  }

  /** To be called after a start: nothing is under way then, whatever the rows say. */
  releaseAll(): void {
    this.#release.run();
  }

  /** The newest event of a type about an order, delivered or not. */
  last(orderId: string, type: string): OutgoingEvent | undefined {
    const row = this.#last.get(orderId, type);
    return row === undefined ? undefined : read(row);
  }

  /** Whether any event is neither delivered nor given up. */
  anyPending(): boolean {
    return this.#anyPending.get()?.any === 1;
  }

  /** How many events are in which state. */
  counts(): { pending: number; delivered: number; given_up: number } {
    const { pending, delivered, given_up } = this.#counts.get() ?? {};
    return { pending: Number(pending), delivered: Number(delivered), given_up: Number(given_up) };
  }
}

function read(row: ReturnType<StatementSync['all']>[number]): PendingEvent {
  return {
    seq: Number(row.seq),
    eventId: String(row.event_id),
    type: String(row.type),
    orderId: row.order_id === null ? undefined : String(row.order_id),
    headers: JSON.parse(String(row.headers)) as { readonly [name: string]: string },
    body: row.body as Uint8Array,
    attempts: Number(row.attempts),
    signature: row.signature === null ? undefined : String(row.signature),
    signedAt: row.signed_at === null ? undefined : Number(row.signed_at),
  };
}
