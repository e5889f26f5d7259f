import { header, objectIn } from '../base/json.ts';
import { readCondition } from './condition.ts';
import type { Exchange } from './evidence.ts';

/** Statuses by which a gateway says that the service did not answer. */
export const NO_ANSWER: ReadonlySet<number> = new Set([502, 503, 504]);

/** The status of a limiter in front of the service: nothing was done. */
export const LIMITED = 429;

/** Error statuses by which a service itself speaks of a call to a documented route, and nothing in front of it. */
export const OWN_ERRORS: ReadonlySet<number> = new Set([400, 401, 404, 409, 410, 422, 500]);

/** Statuses of the HTTP layer, not of an operation: no shape is specified for them. */
export const OF_HTTP: ReadonlySet<number> = new Set([405, 406, 408, 411, 413, 414, 415, 417, 426, 431]);

/** Statuses by which a firewall refuses a body for its size. */
const OF_SIZE: ReadonlySet<number> = new Set([403, 413]);

/** Statuses of a redirect after which the same call is made at another address, with its method and its body. */
const SAME_CALL: ReadonlySet<number> = new Set([307, 308]);

/** The operation whose statuses are not specified: it may redirect to the canonical form of its address. */
const MAY_REDIRECT = 'simulateCollectionOrder';

/** Whether an answer with this status comes from the service itself: a limiter's or a gateway's says nothing of it. */
export function isFromService(status: number): boolean {
  return status !== LIMITED && !NO_ANSWER.has(status);
}

/** Whether a response is the service's own answer to a call: not one of a gateway, nor a redirect that is followed. */
export function isOwnAnswer(exchange: Pick<Exchange, 'operation' | 'request' | 'response'>): boolean {
  return exchange.response !== undefined && isFromService(exchange.response.status) && !redirectOf(exchange);
}

/**
 * Where a simulate call is to be made instead: at another address of the same origin, so that the key goes to nobody
 * else. Undefined where a response is no such redirect.
 */
export function redirectOf({
  operation,
  request,
  response,
}: {
  readonly operation?: string | undefined;
  readonly request: { readonly url: string };
  readonly response?: Pick<NonNullable<Exchange['response']>, 'status' | 'headers'> | undefined;
}): string | undefined {
  if (operation !== MAY_REDIRECT || !SAME_CALL.has(response?.status ?? 0)) return undefined;
  const location = header(response?.headers ?? [], 'location');
  const from = URL.parse(request.url);
  const to = location === undefined || from === null ? null : URL.parse(location, from);
  return to !== null && to.href !== from?.href && to.origin === from?.origin ? to.href : undefined;
}

/**
 * Whether something in front of the service may have given an answer that, by its status, may be the service's own: a
 * firewall refuses a large body, and a gateway answers `OPTIONS` for a page of another origin. What has the service's
 * own form of an error is from the service.
 */
export function mayBeFromGateway({
  condition,
  request,
  response,
}: Pick<Exchange, 'condition' | 'request' | 'response'>) {
  if (response === undefined) return false;
  if (readCondition(condition)?.name === 'large-body' && OF_SIZE.has(response.status)) return true;
  return request.method === 'OPTIONS' && !isErrorBody(response.body);
}

/** Whether a body has the form of an error (Errors): a code, and words. */
export function isErrorBody(body: NonNullable<Exchange['response']>['body']): boolean {
  const error = objectIn(body) ?? {};
  return 'code' in error && ('message' in error || 'error' in error);
}
