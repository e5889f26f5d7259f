import type { JsonObject } from '../json/json.ts';

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
