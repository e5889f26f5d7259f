import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { convert } from '../formats/decimal.ts';
import { EXTRA_FIELDS } from '../formats/extra-fields.ts';
import { writeTimestamp } from '../formats/write-timestamp.ts';
import type { JsonObject } from '../json/json.ts';
import type { OnrampOrder } from '../store/onramp-orders.ts';

/** An onramp order on the wire (Resources): its stored and computed fields, and those that the dialect decides. */
export function viewOnrampOrder(order: OnrampOrder, dialect: SandboxDialect): JsonObject {
  const { account, created_at, ...stored } = order;
  const { values, formats } = dialect;
  const created = writeTimestamp(created_at, formats.timestamps);
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
            expires_at: writeTimestamp(account.expires_at, formats.timestamps),
            updated_at: created,
            ...extra,
          },
    ...extra,
  };
}

const ABSENT = { absent: undefined, null: null };
