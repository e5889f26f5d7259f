import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { writeTimestamp } from '../formats/bodies.ts';
import { convert, mismatchOf } from '../formats/decimal.ts';
import type { JsonObject } from '../json.ts';
import type { CollectionOrder } from '../store/store.ts';

/** The fields of a collection order on the wire, without its id. Fields that do not apply are absent. */
export function orderFields(order: CollectionOrder, dialect: SandboxDialect): JsonObject {
  const time = (moment: number) => writeTimestamp(moment, dialect.formats.timestamps);
  return {
    status: dialect.states[order.state],
    amount: order.amount,
    currency: order.currency,
    network: order.network,
    rate: order.rate,
    payout_amount: convert(order.amount, order.rate, 2),
    payout_currency: order.payout_currency,
    ...(order.received_amount !== undefined && {
      received_amount: order.received_amount,
      amount_mismatch: mismatchOf(order.received_amount, order.amount),
    }),
    ...(order.received_network !== undefined && { received_network: order.received_network }),
    quote_expires_at: time(order.quote_expires_at),
    created_at: time(order.created_at),
    updated_at: time(order.updated_at),
  };
}
