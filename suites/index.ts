import type { Scenario } from '#harness';
import { amountMismatch } from './collection/amount-mismatch.ts';
import { expiry } from './collection/expiry.ts';
import { failure } from './collection/failure.ts';
import { happyPath } from './collection/happy-path.ts';
import { invalidCalls } from './collection/invalid-calls.ts';
import { laterFailures } from './collection/later-failures.ts';
import { manyAtOnce } from './collection/many-at-once.ts';
import { refusedDeliveries } from './collection/refused-deliveries.ts';
import { wrongChain } from './collection/wrong-chain.ts';
import { authentication } from './contract/authentication.ts';
import { enquiryInputs } from './contract/enquiry-inputs.ts';
import { nameEnquiry } from './contract/name-enquiry.ts';
import { onrampOrders } from './contract/onramp-orders.ts';
import { simulateAnswers } from './gaps/simulate-answers.ts';

/**
 * Every scenario. Where orders are few, those that stand first are driven first; what waits long stands before what is
 * only many.
 */
export const SCENARIOS: readonly Scenario[] = [
  nameEnquiry,
  enquiryInputs,
  onrampOrders,
  authentication,
  happyPath,
  expiry,
  failure,
  wrongChain,
  refusedDeliveries,
  amountMismatch,
  laterFailures,
  invalidCalls,
  manyAtOnce,
  simulateAnswers,
];
