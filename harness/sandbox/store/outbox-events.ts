import { Table } from './database.ts';

/** An event as every attempt sends it. */
export interface OutgoingEvent {
  readonly eventId: string;
  readonly type: string;
  readonly orderId: string | undefined;
  /** Headers with the values that the dialect does not put in the body. */
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
}

/** An event that the receiver has not acknowledged yet. */
export interface PendingEvent extends OutgoingEvent {
  readonly seq: number;
  /** Attempts made before this one. */
  readonly attempts: number;
  /** The signature header of an earlier attempt and when it was made, where signatures are not renewed. */
  readonly signature: string | null;
  readonly signedAt: number | null;
}

/** How many events there are by the state of their delivery. */
export interface OutboxCounts {
  readonly pending: number;
  readonly delivered: number;
  readonly given_up: number;
}

/** A row of the table `outbox`, with its columns renamed. */
type Row = Omit<PendingEvent, 'orderId' | 'headers'> & { readonly orderId: string | null; readonly headers: string };

const SELECT = `SELECT seq, event_id AS eventId, type, order_id AS orderId, headers, body, attempts, signature,
  signed_at AS signedAt FROM outbox`;
const WAITING = 'outcome IS NULL AND claimed = 0';
const FIRST_OF_ITS_ORDER = `${WAITING} AND NOT EXISTS (SELECT 1 FROM outbox AS earlier
  WHERE earlier.order_id = outbox.order_id AND earlier.seq < outbox.seq AND earlier.outcome IS NULL)`;
const waiting = (inOrder: boolean) => (inOrder ? FIRST_OF_ITS_ORDER : WAITING);

/** The events to deliver, written in the transaction that causes them. */
export class OutboxEvents extends Table {
  /** Adds an event that is due at `dueAt`, milliseconds since the Unix epoch. @returns its number */
  add({ eventId, type, orderId, headers, body }: OutgoingEvent, dueAt: number): number {
    return this.db.run(
      `INSERT INTO outbox (event_id, type, order_id, headers, body, due_at)
       VALUES (:eventId, :type, :orderId, :headers, :body, :dueAt)`,
      { eventId, type, orderId: orderId ?? null, headers: JSON.stringify(headers), body, dueAt },
    );
  }

  /** Up to `limit` events that are due at `now` and not in flight. */
  due(now: number, limit: number, inOrder: boolean): PendingEvent[] {
    const sql = `${SELECT} WHERE ${waiting(inOrder)} AND due_at <= :now ORDER BY due_at, seq LIMIT :limit`;
    return this.db.all<Row>(sql, { now, limit }).map(read);
  }

  /** When the next event that is not in flight is due. */
  nextDue(inOrder: boolean): number | undefined {
    const sql = `SELECT min(due_at) AS moment FROM outbox WHERE ${waiting(inOrder)}`;
    return this.db.get<{ moment: number | null }>(sql)?.moment ?? undefined;
  }

  /** Marks an event as in flight, and counts the attempt. */
  claim(seq: number): void {
    this.db.run('UPDATE outbox SET claimed = 1, attempts = attempts + 1 WHERE seq = :seq', { seq });
  }

  /** Keeps the signature of an attempt for the next one. */
  keepSignature(seq: number, signature: string, signedAt: number): void {
    const sql = 'UPDATE outbox SET signature = :signature, signed_at = :signedAt WHERE seq = :seq';
    this.db.run(sql, { seq, signature, signedAt });
  }

  retryAt(seq: number, dueAt: number): void {
    this.db.run('UPDATE outbox SET claimed = 0, due_at = :dueAt WHERE seq = :seq', { seq, dueAt });
  }

  /** Marks an event as delivered. A duplicate of it is delivered by itself. */
  deliver(seq: number): void {
    this.db.run("UPDATE outbox SET claimed = 0, outcome = 'delivered' WHERE seq = :seq", { seq });
  }

  /** Gives an event up, and its duplicates as far as they are not in flight: they would deliver it. */
  giveUp(seq: number): void {
    const sql = `UPDATE outbox SET claimed = 0, outcome = 'given-up' WHERE seq = :seq
      OR (${WAITING} AND event_id = (SELECT event_id FROM outbox WHERE seq = :seq))`;
    this.db.run(sql, { seq });
  }

  /** Gives up the events of the same order that were added before one, once they were attempted. */
  giveUpBefore(seq: number): void {
    const sql = `UPDATE outbox SET outcome = 'given-up' WHERE outcome IS NULL AND seq < :seq
      AND event_id IN (SELECT event_id FROM outbox WHERE attempts > 0)
      AND order_id = (SELECT order_id FROM outbox WHERE seq = :seq)`;
    this.db.run(sql, { seq });
  }

  /** Makes every pending event due at `now` at the latest. */
  makeDue(now: number): void {
    this.db.run('UPDATE outbox SET due_at = min(due_at, :now) WHERE outcome IS NULL', { now });
  }

  /** Marks every event as not in flight. Called at startup, when nothing can be. */
  releaseAll(): void {
    this.db.run('UPDATE outbox SET claimed = 0 WHERE claimed = 1');
  }

  /** The newest event of a type about an order, delivered or not. */
  last(orderId: string, type: string): OutgoingEvent | undefined {
    const sql = `${SELECT} WHERE order_id = :orderId AND type = :type ORDER BY seq DESC LIMIT 1`;
    return this.db.all<Row>(sql, { orderId, type }).map(read)[0];
  }

  /** Whether any event, or any about one order, is neither delivered nor given up. */
  hasPending(orderId?: string): boolean {
    const sql = 'SELECT 1 FROM outbox WHERE outcome IS NULL AND (:orderId IS NULL OR order_id = :orderId) LIMIT 1';
    return this.db.get(sql, { orderId: orderId ?? null }) !== undefined;
  }

  counts(): OutboxCounts {
    const sql = `SELECT count(*) FILTER (WHERE outcome IS NULL) AS pending,
      count(*) FILTER (WHERE outcome = 'delivered') AS delivered,
      count(*) FILTER (WHERE outcome = 'given-up') AS given_up FROM outbox`;
    return this.db.get<OutboxCounts>(sql) ?? { pending: 0, delivered: 0, given_up: 0 };
  }
}

function read({ orderId, headers, ...row }: Row): PendingEvent {
  return { ...row, orderId: orderId ?? undefined, headers: JSON.parse(headers) as OutgoingEvent['headers'] };
}
