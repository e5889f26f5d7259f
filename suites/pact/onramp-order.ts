import { MatchersV3 } from '@pact-foundation/pact';
import type { components } from '#harness';
import { STATES } from '#testing';
import type { HttpCase } from './http-case.ts';

type Schemas = components['schemas'];

const { ClientError, ServerError } = MatchersV3.HTTPResponseStatusClass;

const ORDER = {
  id: 'order-1',
  reference: 'ref-1',
  customer_id: 'customer-1',
  status: 'EXAMPLE_STATUS',
  flow_type: 'EXAMPLE_FLOW',
  execution_mode: 'EXAMPLE_MODE',
  source_currency: 'NGN',
  source_amount: '150000.00',
  destination_currency: 'USDC',
  destination_amount: '100.00',
  destination_address: '0x0000000000000000000000000000000000000001',
  quoted_rate: '1500.00',
  metadata: {},
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
} satisfies Schemas['OnrampOrder'];

const ACCOUNT = {
  id: 'account-1',
  reference: 'ref-2',
  provider: 'EXAMPLE_PROVIDER',
  provider_reference: 'ref-3',
  type: 'EXAMPLE_TYPE',
  status: 'EXAMPLE_STATUS',
  account_name: 'Ada Obi',
  account_number: '0123456789',
  bank_code: '044',
  bank_name: 'Example Bank',
  amount: '150000.00',
  created_at: '2026-11-20T12:00:00Z',
  expires_at: '2026-11-20T12:30:00Z',
  updated_at: '2026-11-20T12:00:00Z',
} satisfies Schemas['AccountRecord'];

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
  order('with an account', STATES.onrampWithAccount, 200, { ...ORDER, account: ACCOUNT }),
  order('without an account', STATES.onrampWithoutAccount, 200, ORDER),
  order('that does not exist', STATES.noOnrampOrder, [404, ClientError]),
  order('with a key that is not accepted', STATES.keyRefused, [401, ClientError]),
  order('whose id is malformed', STATES.onrampMalformed, [400, ClientError]),
  order('on which the service fails', STATES.onrampFailing, [500, ServerError]),
];
