import type { SandboxDialect } from '../../dialect/resolve-dialect.ts';
import { EXTRA_FIELDS, writeTimestamp } from '../../formats/bodies.ts';
import { convert } from '../../formats/decimal.ts';
import type { JsonObject } from '../../json.ts';
import { FIXTURES } from '../../sandbox-options.ts';
import type { Service } from '../../service.ts';
import type { OnrampOrder } from '../../store/store.ts';
import { ApiError } from '../api-error.ts';
import { type Call, type Reply, reply } from '../call.ts';
import type { Route } from '../route.ts';

/** Reading an onramp order (4.2). */
export const onramp: Route = {
  name: 'onramp',
  method: 'GET',
  path: '/v1/onramp/orders/:id',
  needsKey: true,
  handle: read,
};

function read({ store, dialect }: Service, { params: { id = '' } }: Call): Reply {
  if (!/^[\w-]{1,64}$/.test(id)) throw new ApiError('invalid_request', 'The order id is malformed.');
  if (id === FIXTURES.onrampFailingId) throw new ApiError('internal_error', 'The order could not be read.');
  const order = store.onrampOrders.get(id);
  if (order === undefined) throw new ApiError('not_found', 'No onramp order has this id.');
  return reply(200, viewOnrampOrder(order, dialect));
}

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
