import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { convert } from '../formats/decimal.ts';
import { EXTRA_FIELDS } from '../formats/extra-fields.ts';
import { writeTimestamp } from '../formats/write-timestamp.ts';
import type { JsonObject } from '../json/json.ts';
import type { OnrampAccount, OnrampOrder } from '../store/onramp-orders.ts';

/** An onramp order on the wire (Resources): what is stored, what follows from it, and what the dialect decides. */
export function viewOnrampOrder(order: OnrampOrder, dialect: SandboxDialect): JsonObject {
  const { account, created_at, ...stored } = order;
  const created = writeTimestamp(created_at, dialect.formats.timestamps);
  const { values } = dialect;
  return {
    ...stored,
    status: values.onrampStatus,
    flow_type: values.flowType,
    execution_mode: values.executionMode,
    destination_amount: convert(order.source_amount, order.quoted_rate, 6),
    metadata: { channel: 'sandbox', attempt: { number: 1 }, labels: ['fixture', null] },
    created_at: created,
    updated_at: created,
    account: account === undefined ? absent(dialect) : viewAccount(account, order, dialect),
    ...(dialect.extraFields && EXTRA_FIELDS),
  };
}

function absent(dialect: SandboxDialect): null | undefined {
  return dialect.absentAccount === 'null' ? null : undefined;
}

function viewAccount(account: OnrampAccount, order: OnrampOrder, dialect: SandboxDialect): JsonObject {
  const { expires_at, ...stored } = account;
  const { values, formats } = dialect;
  const created = writeTimestamp(order.created_at, formats.timestamps);
  return {
    ...stored,
    provider: values.accountProvider,
    type: values.accountType,
    status: values.accountStatus,
    amount: order.source_amount,
    created_at: created,
    expires_at: writeTimestamp(expires_at, formats.timestamps),
    updated_at: created,
    ...(dialect.extraFields && EXTRA_FIELDS),
  };
}
