import { LIFECYCLE, type SimulateEvent } from '../../core/lifecycle.ts';
import type { Method } from '../protocol.ts';

/** The key that SDKs are given. It opens nothing. Long, and in both cases: a key is taken as it stands. */
export const API_KEY = 'sk_test_gate_4F1c8A52d07bQm9ZxLkPw0Rt6YvN3uHe';
/** Another, to see that the key of each call is the one that was given for it. */
export const OTHER_API_KEY = 'sk_test_gate_another_3b1e';

/** A call of an SDK, and what it has to send. */
export interface Call {
  readonly method: Method;
  /** What the adapter gets, for a service at `url`. */
  params(url: string): object;
  readonly http: 'GET' | 'POST';
  /** The path as its decoded segments. */
  readonly path: readonly string[];
  /** The members of the body, each a string; absent for a call without one. */
  readonly body?: { readonly [name: string]: string };
  /** What the caller gave that goes with one step alone, as the wire calls it. */
  readonly details?: { readonly [name in 'received_amount' | 'received_network']: string | undefined };
  readonly apiKey: string;
  /** Whether the specification says that the key is needed. */
  readonly keyed: boolean;
  /** The requirement that says where the call goes. */
  readonly route: string;
}

/** A name enquiry (4.1). */
export function resolve(accountNumber = '0123456789', bankCode = '044', apiKey = API_KEY): Call {
  return {
    method: 'resolveBankAccount',
    params: baseUrl => ({ baseUrl, apiKey, accountNumber, bankCode }),
    http: 'POST',
    path: ['v1', 'banks', 'resolve'],
    body: { account_number: accountNumber, bank_code: bankCode },
    apiKey,
    keyed: true,
    route: 'enquiry.route',
  };
}

/** Reading an onramp order (4.2). */
export function order(id = 'onr_7Qm2', apiKey = API_KEY): Call {
  return {
    method: 'getOnrampOrder',
    params: baseUrl => ({ baseUrl, apiKey, id }),
    http: 'GET',
    path: ['v1', 'onramp', 'orders', id],
    apiKey,
    keyed: true,
    route: 'onramp.route',
  };
}

/** A call of a service whose address has a path: routes are appended to it. */
export function under(path: string, call: Call): Call {
  return { ...call, params: url => call.params(`${url}/${path}`), path: [path, ...call.path] };
}

/** What goes with a step. */
interface StepDetails {
  readonly receivedAmount?: string;
  readonly receivedNetwork?: string;
}

/** A simulated step (4.3). A detail that belongs to another event may not be sent. */
export function simulate(event: SimulateEvent, details: StepDetails = {}, orderId = 'co_5Xk9'): Call {
  const { field } = LIFECYCLE[event];
  return {
    method: 'simulate',
    params: sandboxUrl => ({ sandboxUrl, apiKey: API_KEY, orderId, event, ...details }),
    http: 'POST',
    details: { received_amount: details.receivedAmount, received_network: details.receivedNetwork },
    path: ['sandbox', 'collection-orders', orderId, 'simulate'],
    body: { event, ...(field && details[field.step] !== undefined && { [field.wire]: details[field.step] }) },
    apiKey: API_KEY,
    keyed: false,
    route: 'simulate.route',
  };
}
