import { MatchersV3 } from '@pact-foundation/pact';
import type { components } from '#harness';
import { ACCOUNT, ORDER, STATES } from '#testing';
import type { HttpCase } from './http-case.ts';

type Schemas = components['schemas'];

const { ClientError, ServerError } = MatchersV3.HTTPResponseStatusClass;

// The metadata belong to the customer, so none of them are read.
const WITHOUT_ACCOUNT = { ...ORDER, metadata: {} };

const REFUSED = { code: 'EXAMPLE_CODE', message: 'why it is not returned' } satisfies Schemas['OnrampError'];

function order(description: string, state: string, status: HttpCase['status'], reads: object = REFUSED): HttpCase {
  return {
    description: `an onramp order ${description}`,
    given: [state],
    method: 'GET',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Pact fills it in from the provider state
    path: ['/v1/onramp/orders/${order_id}', '/v1/onramp/orders/order-1'],
    ...{ status, reads },
    call: client => client.getOnrampOrder('order-1'),
  };
}

/** Reading an onramp order (4.2): the order with and without an account, and four errors. */
export const ONRAMP_ORDER: readonly HttpCase[] = [
  order('with an account', STATES.onrampWithAccount, 200, { ...WITHOUT_ACCOUNT, account: ACCOUNT }),
  order('without an account', STATES.onrampWithoutAccount, 200, WITHOUT_ACCOUNT),
  order('that does not exist', STATES.noOnrampOrder, [404, ClientError]),
  order('with a key that is not accepted', STATES.keyRefused, [401, ClientError]),
  order('whose id is malformed', STATES.onrampMalformed, [400, ClientError]),
  order('on which the service fails', STATES.onrampFailing, [500, ServerError]),
];
