import { EVENT_FIELDS, LIFECYCLE, type SimulateEvent } from '../../../contract/lifecycle.ts';
import type { OperationId } from '../../../contract/operations.ts';
import type { Method } from '../protocol.ts';
import { ACCEPTED, ACCOUNT, BARE_ORDER, ENQUIRY, json, ORDER } from './answers.ts';
import { type Expect, success, valueWith } from './expect.ts';
import type { WireAnswer } from './wire.ts';

/** The API key for SDKs. It opens nothing. Its length and mixed case reveal any alteration. */
export const API_KEY = 'sk_test_gate_4F1c8A52d07bQm9ZxLkPw0Rt6YvN3uHe';
/** A second API key. It shows whether each call sends the key that it was given. */
export const OTHER_API_KEY = 'sk_test_gate_another_3b1e';

/** Optional fields of simulate by their names on the wire (4.3). */
type Details = { readonly [wire: string]: string };

/** One call of an SDK, and the request that it has to send. */
export interface SdkCall {
  readonly operation: OperationId;
  readonly http: 'GET' | 'POST';
  /** The requirement that states the route. */
  readonly route: string;
  /** Whether the specification requires the API key. */
  readonly keyed: boolean;
  readonly method: Method;
  /** The adapter's parameters for a service at `url`. */
  params(url: string): object;
  /** The decoded segments of the path. */
  readonly path: readonly string[];
  /** The members of the body; absent if the call has none. */
  readonly body?: Details;
  /** The optional fields that the caller gave, whether or not they belong to the event. */
  readonly details?: Details;
  readonly apiKey: string;
}

/** A name enquiry (4.1). */
export function resolve(accountNumber = '0123456789', bankCode = '044'): SdkCall {
  return {
    ...{ operation: 'resolveBankAccount', http: 'POST', route: 'enquiry.route', keyed: true },
    method: 'resolveBankAccount',
    params: baseUrl => ({ baseUrl, apiKey: API_KEY, accountNumber, bankCode }),
    path: ['v1', 'banks', 'resolve'],
    body: { account_number: accountNumber, bank_code: bankCode },
    apiKey: API_KEY,
  };
}

/** Reads an onramp order (4.2). */
export function order(id = 'onr_7Qm2'): SdkCall {
  const params = (baseUrl: string) => ({ baseUrl, apiKey: API_KEY, id });
  const route = { operation: 'getOnrampOrder', http: 'GET', route: 'onramp.route', keyed: true } as const;
  return { ...route, method: 'getOnrampOrder', params, path: ['v1', 'onramp', 'orders', id], apiKey: API_KEY };
}

/** The call with another API key. */
export function withKey(apiKey: string, call: SdkCall): SdkCall {
  return { ...call, params: url => ({ ...call.params(url), apiKey }), apiKey };
}

/** The call of a service whose base URL has a path. Routes are appended to it. */
export function under(path: string, call: SdkCall): SdkCall {
  return { ...call, params: url => call.params(`${url}/${path}`), path: [path, ...call.path] };
}

/** A simulate call (4.3). A field that belongs to another event need not be sent. */
export function simulate(
  event: SimulateEvent,
  given: { readonly [name in 'receivedAmount' | 'receivedNetwork']?: string } = {},
  orderId = 'co_5Xk9',
): SdkCall {
  const details = Object.fromEntries(
    EVENT_FIELDS.flatMap(({ wire, step }) => (step in given ? [[wire, given[step] ?? '']] : [])),
  );
  const own = LIFECYCLE[event].field?.wire ?? '';
  return {
    ...{ operation: 'simulateCollectionOrder', http: 'POST', route: 'simulate.route', keyed: false },
    method: 'simulate',
    params: sandboxUrl => ({ sandboxUrl, apiKey: API_KEY, orderId, event, ...given }),
    path: ['sandbox', 'collection-orders', orderId, 'simulate'],
    body: { event, ...(own in details && { [own]: details[own] ?? '' }) },
    details,
    apiKey: API_KEY,
  };
}

/** One call of an SDK: the question, the service's answer and the expected result. */
export interface ClientRow {
  readonly name: string;
  /** What happens, as a noun phrase. */
  readonly title: string;
  readonly call: SdkCall;
  readonly answer: WireAnswer;
  readonly expect: Expect;
  /** Requirements that a right result shows. Default: none. */
  readonly shows?: readonly string[];
  /** Whether the SDK may refuse to send anything. Default false. */
  readonly mayRefuse?: boolean;
  /** Whether the specification leaves the result open. Default false. */
  readonly open?: boolean;
}

/** Expects the account of a name enquiry. */
export const account: Expect = valueWith('enquiry.data', ACCOUNT);

const { id, reference, customer_id, destination_address, source_currency } = BARE_ORDER;
const { source_amount, destination_amount, quoted_rate } = BARE_ORDER;

/** Text members of an order that must come back unchanged. */
export const NAMES = { id, reference, customer_id, destination_address, source_currency };

/** Expects the members of an order. @param likely why they may be missing */
export const wholeOrder = (likely?: string) =>
  valueWith('onramp.ok-body', { ...NAMES, source_amount, destination_amount, quoted_rate }, likely);

/** Makes rows of one operation. @param usual its usual call, with the specified answer */
const rowsOf =
  (usual: Omit<ClientRow, 'name' | 'title'>) =>
  (name: string, title: string, unusual: Partial<typeof usual> = {}): ClientRow => ({
    ...{ name, title },
    ...usual,
    ...unusual,
  });

/** A row with a name enquiry (4.1), by what is unusual about it. */
export const enquiryRow = rowsOf({ call: resolve(), answer: ENQUIRY, expect: account });

/** A row that reads an onramp order (4.2), by what is unusual about it. */
export const orderRow = rowsOf({ call: order(), answer: json(200, ORDER), expect: wholeOrder() });

/** A row with a simulate call (4.3), by what is unusual about it. */
export const simulateRow = rowsOf({
  call: simulate('disburse'),
  answer: ACCEPTED,
  expect: success('simulate.route'),
});
