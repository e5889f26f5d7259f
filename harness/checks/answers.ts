import type { Exchange } from '../core/evidence.ts';
import { isFromService } from '../core/from-service.ts';
import type { View } from '../core/view.ts';

/** An exchange with a whole answer. */
export type Answered = Exchange & { readonly response: NonNullable<Exchange['response']> };

/** Preview operations are observed and never judged (4.4). */
const PREVIEW = new Set([
  'getClientSession',
  'refreshClientSessionQuote',
  'selectClientSession',
  'recordClientTelemetry',
]);

/** Statuses of the HTTP layer, not of an operation: no shape is specified for them. */
export const OF_HTTP: ReadonlySet<number> = new Set([405, 406, 408, 411, 413, 414, 415, 417, 426, 431]);

/** Exchanges that the service itself answered, whole, on routes that may be judged. */
export function answered(view: View, operation?: string): readonly Answered[] {
  return view.evidence.exchanges.filter(
    (exchange): exchange is Answered =>
      exchange.response !== undefined &&
      exchange.failure === undefined &&
      isJudged(exchange) &&
      (operation === undefined || exchange.operation === operation),
  );
}

/** Whether an exchange, as far as it was answered, says something about what is specified. */
export function isJudged({ operation = '', response }: Exchange): boolean {
  return !PREVIEW.has(operation) && (response === undefined || isFromService(response.status));
}

/** Whether a status says yes. */
export function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Conditions under which a call carries what is nearly the key. */
export const NEAR_KEY: ReadonlySet<string | undefined> = new Set([
  'empty-key',
  'recased-key',
  'truncated-key',
  'lengthened-key',
]);

/** Conditions under which a call carries no accepted key. */
export const KEYLESS: ReadonlySet<string | undefined> = new Set(['wrong-key', 'without-key']).union(NEAR_KEY);
