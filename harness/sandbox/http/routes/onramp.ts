import { FIXTURES } from '../../fixtures.ts';
import { viewOnrampOrder } from '../../onramp/view-onramp-order.ts';
import type { Service } from '../../service.ts';
import type { Call } from '../call.ts';
import { Refusal } from '../refusal.ts';
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

function read({ store, dialect }: Service, { params }: Call): Reply {
  const id = params.id ?? '';
  if (!/^[\w-]{1,64}$/.test(id)) throw new Refusal('invalid_request', 'The order id is malformed.');
  if (id === FIXTURES.onrampFailingId) throw new Refusal('internal_error', 'The order could not be read.');
  const order = store.onrampOrders.find(id);
  if (order === undefined) throw new Refusal('not_found', 'No onramp order has this id.');
  return reply(200, viewOnrampOrder(order, dialect));
}
