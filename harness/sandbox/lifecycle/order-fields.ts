import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { EXTRA_FIELDS, TIMESTAMP_FORMS } from '../formats/bodies.ts';
import { convert, mismatchOf } from '../formats/decimal.ts';
import type { JsonObject } from '../json.ts';
import type { CollectionOrder, OnrampOrder } from '../store/store.ts';

/** The fields of a collection order on the wire, without its id. Fields that do not apply are absent. */
export function orderFields(order: CollectionOrder, dialect: SandboxDialect): JsonObject {
  const time = TIMESTAMP_FORMS[dialect.formats.timestamps];
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

/** An onramp order on the wire (Resources): stored, computed and dialect-dependent fields. */
export function viewOnrampOrder(order: OnrampOrder, dialect: SandboxDialect): JsonObject {
  const { account, created_at, ...stored } = order;
  const { values, formats } = dialect;
  const time = TIMESTAMP_FORMS[formats.timestamps];
  const created = time(created_at);
  const extra = dialect.extraFields ? EXTRA_FIELDS : {};
  return {
    ...stored,
    status: values.onrampStatus,
    flow_type: values.flowType,
    execution_mode: values.executionMode,
    destination_amount: convert(order.source_amount, order.quoted_rate, 6),
    metadata: { channel: 'sandbox', attempt: { number: 1 }, labels: ['fixture', null] },
    created_at: created,
    updated_at: created,
    account:
      account === undefined
        ? ABSENT[dialect.absentAccount]
        : {
            ...account,
            provider: values.accountProvider,
            type: values.accountType,
            status: values.accountStatus,
            amount: order.source_amount,
            created_at: created,
            expires_at: time(account.expires_at),
            updated_at: created,
            ...extra,
          },
    ...extra,
  };
}

const ABSENT = { absent: undefined, null: null };
