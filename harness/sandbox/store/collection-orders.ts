import type { SimulateEvent } from '../../core/lifecycle.ts';
import { INITIAL_STATE, type OrderState } from '../lifecycle/lifecycle.ts';
import { Table } from './database.ts';

/** A collection order as stored. Moments are milliseconds since the Unix epoch, on the service's clock. */
export interface CollectionOrder {
  readonly id: string;
  readonly state: OrderState;
  /** The deposit that is due, a decimal string in `currency` on `network`. */
  readonly amount: string;
  readonly currency: string;
  readonly network: string;
  /** Units of `payout_currency` per unit of `currency`, a decimal string. */
  readonly rate: string;
  readonly payout_currency: string;
  readonly received_amount: string | null;
  readonly received_network: string | null;
  readonly quote_expires_at: number;
  readonly created_at: number;
  readonly updated_at: number;
}

// As in the index of the schema.
const UNPAID = `state = '${INITIAL_STATE}'`;

/** The collection orders and the events that each has taken. */
export class CollectionOrders extends Table {
  insert(order: CollectionOrder): void {
    this.db.run(
      `INSERT INTO collection_order VALUES (:id, :state, :amount, :currency, :network, :rate, :payout_currency,
       :received_amount, :received_network, :quote_expires_at, :created_at, :updated_at)`,
      { ...order },
    );
  }

  find(id: string): CollectionOrder | undefined {
    return this.db.get('SELECT * FROM collection_order WHERE id = :id', { id });
  }

  /** Records that an order has taken an event, and what it changed. */
  takeStep({ id, state, received_amount, received_network, updated_at }: CollectionOrder, event: SimulateEvent): void {
    this.db.run(
      `UPDATE collection_order SET state = :state, received_amount = :received_amount,
       received_network = :received_network, updated_at = :updated_at WHERE id = :id`,
      { id, state, received_amount, received_network, updated_at },
    );
    const taken = { id, event, updated_at };
    this.db.run('INSERT OR IGNORE INTO collection_step VALUES (:id, :event, :updated_at)', taken);
  }

  /** The events that an order has taken, oldest first. */
  steps(id: string): SimulateEvent[] {
    const sql = 'SELECT event FROM collection_step WHERE order_id = :id ORDER BY taken_at';
    return this.db.all<{ event: SimulateEvent }>(sql, { id }).map(({ event }) => event);
  }

  /** The id of the newest other order. */
  other(id: string): string | undefined {
    const sql = 'SELECT id FROM collection_order WHERE id <> :id ORDER BY created_at DESC LIMIT 1';
    return this.db.get<CollectionOrder>(sql, { id })?.id;
  }

  /** The unpaid orders whose quote has expired at `moment`. */
  overdue(moment: number): CollectionOrder[] {
    return this.db.all(`SELECT * FROM collection_order WHERE ${UNPAID} AND quote_expires_at <= :moment`, { moment });
  }

  /** When the next quote of an unpaid order expires. */
  nextExpiry(): number | undefined {
    const sql = `SELECT min(quote_expires_at) AS moment FROM collection_order WHERE ${UNPAID}`;
    return this.db.get<{ moment: number | null }>(sql)?.moment ?? undefined;
  }
}
