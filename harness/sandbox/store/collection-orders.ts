import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SimulateEvent } from '../../core/lifecycle.ts';
import { INITIAL_STATE, type OrderState } from '../lifecycle/lifecycle.ts';

/** A collection order as it is stored. Moments are milliseconds since the Unix epoch, on the service's clock. */
export interface CollectionOrder {
  readonly id: string;
  readonly state: OrderState;
  /** What the customer is to deposit, a decimal string in `currency` on `network`. */
  readonly amount: string;
  readonly currency: string;
  readonly network: string;
  /** Units of `payout_currency` for one of `currency`, a decimal string. */
  readonly rate: string;
  readonly payout_currency: string;
  readonly received_amount: string | null;
  readonly received_network: string | null;
  readonly quote_expires_at: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The collection orders and the steps that each has taken. */
export class CollectionOrders {
  readonly #insert: StatementSync;
  readonly #find: StatementSync;
  readonly #update: StatementSync;
  readonly #takeStep: StatementSync;
  readonly #steps: StatementSync;
  readonly #other: StatementSync;
  readonly #overdue: StatementSync;
  readonly #nextExpiry: StatementSync;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare(
      `INSERT INTO collection_order VALUES (:id, :state, :amount, :currency, :network, :rate, :payout_currency,
       :received_amount, :received_network, :quote_expires_at, :created_at, :updated_at)`,
    );
    this.#find = db.prepare('SELECT * FROM collection_order WHERE id = ?');
    this.#update = db.prepare(
      `UPDATE collection_order SET state = :state, received_amount = :received_amount,
       received_network = :received_network, updated_at = :updated_at WHERE id = :id`,
    );
    this.#takeStep = db.prepare('INSERT OR IGNORE INTO collection_step VALUES (?, ?, ?)');
    this.#steps = db.prepare('SELECT event FROM collection_step WHERE order_id = ? ORDER BY taken_at');
    this.#other = db.prepare('SELECT id FROM collection_order WHERE id <> ? ORDER BY created_at DESC LIMIT 1');
    this.#overdue = db.prepare(
      `SELECT * FROM collection_order WHERE state = '${INITIAL_STATE}' AND quote_expires_at <= ?`,
    );
    this.#nextExpiry = db.prepare(
      `SELECT min(quote_expires_at) AS moment FROM collection_order WHERE state = '${INITIAL_STATE}'`,
    );
  }

  insert(order: CollectionOrder): void {
    this.#insert.run({ ...order });
  }

  find(id: string): CollectionOrder | undefined {
    return this.#find.get(id) as CollectionOrder | undefined;
  }

  /** Records that an order has taken a step and what became of it. */
  takeStep(order: CollectionOrder, event: SimulateEvent): void {
    const { id, state, received_amount, received_network, updated_at } = order;
    this.#update.run({ id, state, received_amount, received_network, updated_at });
    this.#takeStep.run(id, event, updated_at);
  }

  /** The steps that an order has taken, oldest first. */
  steps(id: string): SimulateEvent[] {
    return this.#steps.all(id).map(row => String(row.event) as SimulateEvent);
  }

  /** The id of some order that is not this one. */
  other(id: string): string | undefined {
    return this.#other.get(id)?.id as string | undefined;
  }

  /** The orders still unpaid whose quote has expired by `moment`. */
  overdue(moment: number): CollectionOrder[] {
    return this.#overdue.all(moment) as unknown as CollectionOrder[];
  }

  /** When the next quote of an unpaid order expires. */
  nextExpiry(): number | undefined {
    return (this.#nextExpiry.get()?.moment as number | null) ?? undefined;
  }
}
