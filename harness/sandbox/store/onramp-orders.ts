import { Table } from './database.ts';

/** A payment account of an onramp order as stored; the dialect determines its other fields. */
export interface OnrampAccount {
  readonly id: string;
  readonly reference: string;
  readonly provider_reference: string;
  readonly account_name: string;
  readonly account_number: string;
  readonly bank_code: string;
  readonly bank_name: string;
  readonly expires_at: number;
}

/** An onramp order as stored. Moments are milliseconds since the Unix epoch; amounts are decimal strings. */
export interface OnrampOrder {
  readonly id: string;
  readonly reference: string;
  readonly customer_id: string;
  readonly source_currency: string;
  readonly source_amount: string;
  readonly destination_currency: string;
  readonly destination_address: string;
  readonly quoted_rate: string;
  readonly created_at: number;
  readonly account?: OnrampAccount;
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
