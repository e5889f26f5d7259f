import type { Evidence, Exchange } from './evidence.ts';
import { isOwnAnswer } from './from-service.ts';

/** An exchange with an answer. */
export type Answered = Exchange & { readonly response: NonNullable<Exchange['response']> };

/** Whether an exchange has a whole answer. */
export function isAnswered(exchange: Exchange): exchange is Answered {
  return exchange.response !== undefined && exchange.failure === undefined;
}

/** Whole answers of the service itself, to one operation or to any. */
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
