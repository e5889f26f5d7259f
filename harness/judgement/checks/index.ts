import { authentication } from './authentication.ts';
import type { Check } from './check.ts';
import { enquiryConstancy, onrampConstancy } from './constancy.ts';
import { creditAfterDeposit } from './credit-after-deposit.ts';
import { creditNamesOrder } from './credit-names-order.ts';
import { decimalStrings } from './decimal-strings.ts';
import { enquiry, enquiryStatus } from './enquiry.ts';
import { eventId } from './event-id.ts';
import { idempotency } from './idempotency.ts';
import { jsonBody } from './json-body.ts';
import { onrampDirection, onrampRate } from './onramp-conversion.ts';
import { onrampOrder } from './onramp-order.ts';
import { order } from './order.ts';
import { receivedAmount } from './received-amount.ts';
import { receivedValues } from './received-values.ts';
import { redelivery } from './redelivery.ts';
import { ownRequests } from './request.ts';
import { requestId } from './request-id.ts';
import { schema } from './schema.ts';
import { secrecy, transportSecurity } from './secrecy.ts';
import { gatewayAnswers, serverErrors } from './server-errors.ts';
import { rotation, signature } from './signature.ts';
import { signatureTime } from './signature-time.ts';
import { simulateSteps } from './simulate-steps.ts';
import { snakeCase } from './snake-case.ts';
import { creditConstancy, orderStates } from './webhook-contents.ts';

/** Every check. Reports list findings with equal consequences in this order. */
export const CHECKS: readonly Check[] = [
  order,
  creditAfterDeposit,
  creditNamesOrder,
  creditConstancy,
  orderStates,
  secrecy,
  signature,
  signatureTime,
  rotation,
  redelivery,
  eventId,
  simulateSteps,
  receivedAmount,
  receivedValues,
  authentication,
  enquiry,
  enquiryConstancy,
  enquiryStatus,
  onrampOrder,
  onrampConstancy,
  onrampDirection,
  onrampRate,
  schema,
  decimalStrings,
  snakeCase,
  gatewayAnswers,
  serverErrors,
  jsonBody,
  requestId,
  idempotency,
  transportSecurity,
  ownRequests,
];

/** Ids of the checks that judge a requirement; empty if only people can judge it. @param among default: all checks */
export function checksOf(requirement: string, among: readonly Check[] = CHECKS): readonly string[] {
  return among.filter(({ requirements }) => requirements.includes(requirement)).map(({ id }) => id);
}
