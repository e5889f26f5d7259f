import { FIXTURES } from '../../fixtures.ts';
import { viewOnrampOrder } from '../../onramp/view-onramp-order.ts';
import type { Service } from '../../service.ts';
import { ApiError } from '../api-error.ts';
import type { Call } from '../call.ts';
import { type Reply, reply } from '../reply.ts';
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
