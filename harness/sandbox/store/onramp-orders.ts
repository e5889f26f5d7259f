import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A payment account of an onramp order as it is stored; the rest of its fields follow from the dialect. */
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

/** An onramp order as it is stored. Moments are milliseconds since the Unix epoch; amounts are decimal strings. */
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

/** The onramp orders, as documents: they are only ever made and read. */
export class OnrampOrders {
  readonly #insert: StatementSync;
  readonly #find: StatementSync;
  readonly #other: StatementSync;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare('INSERT OR IGNORE INTO onramp_order VALUES (?, ?)');
    this.#find = db.prepare('SELECT record FROM onramp_order WHERE id = ?');
    this.#other = db.prepare('SELECT id FROM onramp_order WHERE id <> ? ORDER BY id LIMIT 1');
  }

  /** Adds an order; one that is there already stays as it is. */
  insert(order: OnrampOrder): void {
    this.#insert.run(order.id, JSON.stringify(order));
  }

  find(id: string): OnrampOrder | undefined {
    const record = this.#find.get(id)?.record;
    return record === undefined ? undefined : (JSON.parse(String(record)) as OnrampOrder);
  }

  /** The id of some order that is not this one. */
  other(id: string): string | undefined {
    return this.#other.get(id)?.id as string | undefined;
  }
}
