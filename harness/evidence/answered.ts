import { objectIn } from '../base/json.ts';
import type { Evidence, Exchange } from './evidence.ts';
import { isOwnAnswer, OF_HTTP } from './from-service.ts';

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
