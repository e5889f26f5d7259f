import { MatchersV3 } from '@pact-foundation/pact';
import { type CallOutcome, type components, type PreviewRoute, type ServiceClient, SIMULATE_EVENTS } from '#harness';
import { ACCOUNT, ORDER, STATES } from '#testing';

type Schemas = components['schemas'];

/** One HTTP interaction that the consumer expects. */
export interface HttpCase {
  readonly description: string;
  /** The provider state, and its parameters. */
  readonly given: readonly [state: string, params?: { readonly [name: string]: string | number }];
  readonly method: 'GET' | 'POST';
  /** The path; or its template with `${…}` for a value of the state, and an example. */
  readonly path: string | readonly [template: string, example: string];
  /** The body of the request as a Pact matcher. */
  readonly sends?: object;
  /** The status, or a class of statuses if the specification does not name one. */
  readonly status: number | readonly [example: number, class_: MatchersV3.HTTPResponseStatusClass];
  /** An example of the fields that the consumer reads, matched by type. Absent if the body is unspecified. */
  readonly reads?: object;
  /** Whether it may change (Versioning, 4.4). A difference then gives advice. */
  readonly mayChange?: true;
  /** The call, through the typed client. */
  readonly call: (client: ServiceClient) => Promise<CallOutcome<unknown, unknown>>;
}

/** A value that the provider state gives. */
export function fromState(name: string, example: string): MatchersV3.Matcher<string> {
  return MatchersV3.fromProviderState(`\${${name}}`, example) as unknown as MatchersV3.Matcher<string>;
}

const BANK_ACCOUNT = { account_number: '0123456789', bank_code: '044' } satisfies Schemas['ResolveRequest'];

const RESOLVED = {
  status: true,
  data: { ...BANK_ACCOUNT, account_name: 'Ada Obi', bank_name: 'Example Bank' },
} satisfies Schemas['ResolveResult'];

const ENQUIRY_ERROR = {
  code: 'EXAMPLE_CODE',
  error: 'why it is not resolved',
  status: false,
} satisfies Schemas['EnquiryError'];

function enquiry(description: string, given: HttpCase['given'], status: number, reads: object): HttpCase {
  return {
    ...{ description, given, status, reads },
    method: 'POST',
    path: '/v1/banks/resolve',
    sends: {
      account_number: fromState('account_number', BANK_ACCOUNT.account_number),
      bank_code: fromState('bank_code', BANK_ACCOUNT.bank_code),
    },
    call: client => client.resolveBankAccount(BANK_ACCOUNT),
  };
}

/** Name enquiry (4.1): each documented status. */
const ENQUIRY: readonly HttpCase[] = [
  enquiry('an enquiry that resolves', [STATES.resolvable], 200, RESOLVED),
  enquiry('an enquiry that is refused', [STATES.enquiryError, { status: 400 }], 400, ENQUIRY_ERROR),
  enquiry('an enquiry with a key that is not accepted', [STATES.keyRefused], 401, ENQUIRY_ERROR),
  enquiry('an enquiry on which the service fails', [STATES.enquiryError, { status: 500 }], 500, ENQUIRY_ERROR),
];

const { ClientError, ServerError } = MatchersV3.HTTPResponseStatusClass;

// The metadata belong to the customer, so none of them are read.
const WITHOUT_ACCOUNT = { ...ORDER, metadata: {} };

const ONRAMP_ERROR = { code: 'EXAMPLE_CODE', message: 'why it is not returned' } satisfies Schemas['OnrampError'];

function order(description: string, state: string, status: HttpCase['status'], reads: object = ONRAMP_ERROR): HttpCase {
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
const ONRAMP_ORDER: readonly HttpCase[] = [
  order('with an account', STATES.onrampWithAccount, 200, { ...WITHOUT_ACCOUNT, account: ACCOUNT }),
  order('without an account', STATES.onrampWithoutAccount, 200, WITHOUT_ACCOUNT),
  order('that does not exist', STATES.noOnrampOrder, [404, ClientError]),
  order('with a key that is not accepted', STATES.keyRefused, [401, ClientError]),
  order('whose id is malformed', STATES.onrampMalformed, [400, ClientError]),
  order('on which the service fails', STATES.onrampFailing, [500, ServerError]),
];

/** Simulating a step (4.3): each event, and each optional field. The status and body of the answer are unspecified. */
const SIMULATE: readonly HttpCase[] = [
  ...SIMULATE_EVENTS.map(event => step(`a simulated ${event}`, { event })),
  step('a simulated deposit of another amount', { event: 'deposit_detected', received_amount: '99.50' }),
  // The list of networks is unspecified, so a service may refuse this one.
  {
    ...step('a simulated deposit on a named network', { event: 'wrong_chain', received_network: 'EXAMPLE_NETWORK' }),
    mayChange: true,
  },
];

function step(description: string, body: Schemas['SimulateRequest']): HttpCase {
  return {
    description,
    given: [STATES.collectionOrder, { step: body.event }],
    method: 'POST',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Pact fills it in from the provider state
    path: ['/sandbox/collection-orders/${order_id}/simulate', '/sandbox/collection-orders/co-1/simulate'],
    sends: body,
    status: [202, MatchersV3.HTTPResponseStatusClass.Success],
    call: client => client.simulate('co-1', body),
  };
}

/** The preview surface (4.4). Only its routes are specified, and they may change, so a difference is advice. */
const PREVIEW: readonly HttpCase[] = [
  route('getClientSession', 'GET', '/v1/client/session'),
  route('refreshClientSessionQuote', 'POST', '/v1/client/session/refresh_quote'),
  route('selectClientSession', 'POST', '/v1/client/session/select'),
  route('recordClientTelemetry', 'POST', '/v1/client/telemetry'),
];

function route(operation: PreviewRoute, method: 'GET' | 'POST', path: string): HttpCase {
  return {
    description: `the preview route ${method} ${path}`,
    given: [STATES.any],
    method,
    path,
    ...(method === 'POST' && { sends: {} }),
    status: [200, MatchersV3.HTTPResponseStatusClass.Success],
    mayChange: true,
    call: client => client.preview(operation),
  };
}

/** Every HTTP interaction, by endpoint. */
export const HTTP_CASES: readonly HttpCase[] = [...ENQUIRY, ...ONRAMP_ORDER, ...SIMULATE, ...PREVIEW];
