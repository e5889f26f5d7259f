import type { SimulateEvent } from '../../contract/lifecycle.ts';
import type { OrderState } from '../lifecycle/lifecycle.ts';

/** A collection order as stored. Moments are milliseconds since the Unix epoch, on the service's clock. */
export interface CollectionOrder {
  readonly id: string;
  readonly state: OrderState;
  /** The events that it has taken, oldest first, each once. */
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
