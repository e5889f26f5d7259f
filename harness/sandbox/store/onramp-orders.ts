import type { JsonObject } from '../json/json.ts';
import { Table } from './database.ts';

/** An onramp order as stored: fields as on the wire, and what the dialect writes in its own form. */
export interface OnrampOrder extends JsonObject {
  readonly id: string;
  /** Decimal strings. */
  readonly source_amount: string;
  readonly quoted_rate: string;
  /** Moments are milliseconds since the Unix epoch. */
  readonly created_at: number;
  readonly account?: JsonObject & { readonly expires_at: number };
}

/** The onramp orders, stored as JSON: they never change. */
export class OnrampOrders extends Table {
  /** Adds an order. An order with the same id stays as it is. */
  insert(order: OnrampOrder): void {
    const values = { id: order.id, record: JSON.stringify(order) };
    this.db.run('INSERT OR IGNORE INTO onramp_order VALUES (:id, :record)', values);
  }

  find(id: string): OnrampOrder | undefined {
    const row = this.db.get<{ record: string }>('SELECT record FROM onramp_order WHERE id = :id', { id });
    return row && (JSON.parse(row.record) as OnrampOrder);
  }
}
