import { header, objectIn } from '../base/json.ts';
import { readCondition } from './condition.ts';
import type { Evidence, Exchange, WireExchange } from './evidence.ts';

/** An exchange with an answer. */
export type Answered = Exchange & { readonly response: NonNullable<Exchange['response']> };

/** Whether an exchange has a complete answer. */
export function isAnswered(exchange: Exchange): exchange is Answered {
  return exchange.response !== undefined && exchange.failure === undefined;
}

/** Complete answers of the service itself. @param operation only of this operation */
export function answersOfService(
  { evidence }: { readonly evidence: Evidence },
  operation?: string,
): readonly Answered[] {
  return evidence.exchanges
    .filter(isAnswered)
    .filter(exchange => isOwnAnswer(exchange) && (operation === undefined || exchange.operation === operation));
}

/** Whether a status says that a request succeeded. */
export function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Errors of an onramp order in the documented shape (4.2), without those of the HTTP layer. */
export function documentedErrors(view: { readonly evidence: Evidence }): readonly Answered[] {
  return answersOfService(view, 'getOnrampOrder').filter(({ response: { status, body } }) => {
    const { code, message } = objectIn(body) ?? {};
    const isInShape = typeof code === 'string' && typeof message === 'string';
    return status >= 400 && !OF_HTTP.has(status) && isInShape;
  });
}

/** Statuses with which a gateway reports that the service did not answer. */
export const NO_ANSWER: ReadonlySet<number> = new Set([502, 503, 504]);

/** The status of a limiter in front of the service: nothing was done. */
export const LIMITED = 429;

/** Error statuses that the service itself, and not a proxy, gives to calls of documented routes. */
export const OWN_ERRORS: ReadonlySet<number> = new Set([400, 401, 404, 409, 410, 422, 500]);

/** Statuses of the HTTP layer rather than of an operation. Their shape is not specified. */
export const OF_HTTP: ReadonlySet<number> = new Set([405, 406, 408, 411, 413, 414, 415, 417, 426, 431]);

/** Statuses with which a firewall refuses a body because of its size. */
const OF_SIZE: ReadonlySet<number> = new Set([403, 413]);

/** Statuses of a redirect that keeps the method and the body. */
const SAME_CALL: ReadonlySet<number> = new Set([307, 308]);

/** The operation whose statuses are not specified, so that it may redirect to the canonical form of its address. */
const MAY_REDIRECT = 'simulateCollectionOrder';

/** Whether an answer with this status comes from the service itself rather than from a limiter or a gateway. */
export function isFromService(status: number): boolean {
  return status !== LIMITED && !NO_ANSWER.has(status);
}

type OfAnswer = 'operation' | 'request' | 'response';

/** Whether a response is the service's own answer to a call: not a gateway's, nor a redirect that is followed. */
export function isOwnAnswer(exchange: Pick<Exchange, OfAnswer>): boolean {
  return exchange.response !== undefined && isFromService(exchange.response.status) && !redirectOf(exchange);
}

/**
 * The address to which a simulate call is redirected. It must have the same origin, so that nobody else receives the
 * key. `undefined` if the response is not such a redirect.
 */
export function redirectOf(call: Pick<Exchange | WireExchange, OfAnswer>): string | undefined {
  const { operation, request, response } = call;
  if (operation !== MAY_REDIRECT || !SAME_CALL.has(response?.status ?? 0)) return undefined;
  const location = header(response?.headers ?? [], 'location');
  const from = URL.parse(request.url);
  const to = location === undefined || from === null ? null : URL.parse(location, from);
  return to !== null && to.href !== from?.href && to.origin === from?.origin ? to.href : undefined;
}

/**
 * Whether an answer may come from a proxy although its status may be the service's own: a firewall refuses a large
 * body, or a gateway answers `OPTIONS` for a page of another origin. Errors in the service's form come from the
 * service.
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

/** Whether a body has the form of an error (Errors): a code and a message. */
export function isErrorBody(body: NonNullable<Exchange['response']>['body']): boolean {
  const error = objectIn(body) ?? {};
  return 'code' in error && ('message' in error || 'error' in error);
}

/**
 * What an answer says about its call: `taken` · `refused` by the service · `limited`: nothing was done · `broken`: the
 * service failed while it processed the call · `unknown`: no answer of the service, so the call may have been taken.
 */
export type AnswerClass = 'taken' | 'refused' | 'limited' | 'broken' | 'unknown';

/** What the status of an answer says about its call. @param status `undefined` if no answer arrived */
export function classify(status: number | undefined): AnswerClass {
  if (status === undefined || NO_ANSWER.has(status)) return 'unknown';
  if (isOk(status)) return 'taken';
  if (status === LIMITED) return 'limited';
  return status >= 500 ? 'broken' : 'refused';
}

/** Statuses that refuse a step because of the state of its order. */
export const OF_THE_STATE: ReadonlySet<number> = new Set([400, 403, 409, 422]);

/** Statuses about the key or the order rather than the step, unless the order accepted another step. */
export const OF_THE_ORDER: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Whether a call may have moved its order. */
export function mayAct(answer: AnswerClass): boolean {
  return answer === 'taken' || answer === 'unknown';
}
