import { EVENT_FIELDS, LIFECYCLE, type SimulateEvent } from '../../../contract/lifecycle.ts';
import type { OperationId } from '../../../contract/operations.ts';
import type { Method } from '../protocol.ts';
import { ACCEPTED, ENQUIRY, json, ORDER } from './answers.ts';
import type { Judge } from './problem.ts';
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
  /** The requirements that a right request shows, besides those of every request. */
  readonly shows: readonly string[];
  /**
   * The requirements that a right result shows: the value that a success gives, and the error for a status. The first
   * is that of the whole body, the second that of its members, the third that it is the body that was asked for.
   */
  readonly requirements: {
    readonly value: readonly [string, ...(readonly string[])];
    error(status: number): readonly [string, ...(readonly string[])];
  };
  /** The member of an error that says what is wrong; absent if no body of the call is specified. */
  readonly says?: 'error' | 'message';
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
    shows: ['enquiry.string-inputs'],
    requirements: {
      value: ['enquiry.ok-body', 'enquiry.data'],
      error: status => ['enquiry.error-body', `enquiry.${status}-body`, 'response.request-id'],
    },
    says: 'error',
    params: baseUrl => ({ baseUrl, apiKey: API_KEY, accountNumber, bankCode }),
    path: ['v1', 'banks', 'resolve'],
    body: { account_number: accountNumber, bank_code: bankCode },
    apiKey: API_KEY,
  };
}

/** Reads an onramp order (4.2). */
export function order(id = 'onr_7Qm2'): SdkCall {
  return {
    ...{ operation: 'getOnrampOrder', http: 'GET', route: 'onramp.route', keyed: true, shows: [] },
    method: 'getOnrampOrder',
    requirements: {
      value: [
        ...(['onramp.ok-body', 'onramp.fields', 'onramp.readable-by-id'] as const),
        ...['onramp.amounts', 'onramp.metadata', 'wire.decimal-strings'],
      ],
      error: () => ['onramp.error-body', 'onramp.error-responses', 'response.request-id'],
    },
    says: 'message',
    params: baseUrl => ({ baseUrl, apiKey: API_KEY, id }),
    path: ['v1', 'onramp', 'orders', id],
    apiKey: API_KEY,
  };
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
  const { wire: own = '', requirement = '' } = LIFECYCLE[event].field ?? {};
  const ofOwn = own === 'received_amount' ? [requirement, 'wire.decimal-strings'] : [requirement];
  const isEmpty = Object.keys(details).length === 0;
  return {
    ...{ operation: 'simulateCollectionOrder', http: 'POST', route: 'simulate.route', keyed: false },
    method: 'simulate',
    shows: own in details ? ofOwn : [isEmpty ? 'simulate.optional-fields' : 'simulate.only-own-event'],
    requirements: { value: ['simulate.route'], error: () => ['simulate.route', 'response.request-id'] },
    params: sandboxUrl => ({ sandboxUrl, apiKey: API_KEY, orderId, event, ...given }),
    path: ['sandbox', 'collection-orders', orderId, 'simulate'],
    body: { event, ...(own in details && { [own]: details[own] ?? '' }) },
    details,
    apiKey: API_KEY,
  };
}

/** One call of an SDK and the service's answer. The right result follows from them. */
export interface ClientQuestion {
  readonly call: SdkCall;
  readonly answer: WireAnswer;
  /** The likely bug of an SDK that returns no value, or no error, here only. */
  readonly likely?: string;
}

/** A question as a case. */
export interface ClientRow extends ClientQuestion {
  readonly name: string;
  /** What happens, as a noun phrase. */
  readonly title: string;
  /** Judges the result in place of what follows from the answer. */
  readonly judge?: Judge;
  /** Whether the SDK may refuse to send anything. Default false. */
  readonly mayRefuse?: boolean;
  /** Whether the specification leaves the result open. Default false. */
  readonly open?: boolean;
}

/** Makes rows of one operation. @param usual its usual call, with the specified answer */
const rowsOf =
  (usual: Pick<ClientRow, 'call' | 'answer'>) =>
  (name: string, title: string, unusual: Partial<Omit<ClientRow, 'name' | 'title'>> = {}): ClientRow => ({
    ...{ name, title },
    ...usual,
    ...unusual,
  });

/** A row with a name enquiry (4.1), by what is unusual about it. */
export const enquiryRow = rowsOf({ call: resolve(), answer: ENQUIRY });

/** A row that reads an onramp order (4.2), by what is unusual about it. */
export const orderRow = rowsOf({ call: order(), answer: json(200, ORDER) });

/** A row with a simulate call (4.3), by what is unusual about it. */
export const simulateRow = rowsOf({ call: simulate('disburse'), answer: ACCEPTED });
