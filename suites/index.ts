import type { Scenario } from '#harness';
import { amountMismatch } from './collection/amount-mismatch.ts';
import { expiry } from './collection/expiry.ts';
import { failure } from './collection/failure.ts';
import { happyPath } from './collection/happy-path.ts';
import { invalidCalls } from './collection/invalid-calls.ts';
import { laterFailures } from './collection/later-failures.ts';
import { manyAtOnce } from './collection/many-at-once.ts';
import { quickSteps } from './collection/quick-steps.ts';
import { refusedDeliveries } from './collection/refused-deliveries.ts';
import { stateExploration } from './collection/state-exploration.ts';
import { wrongChain } from './collection/wrong-chain.ts';
import { authentication } from './contract/authentication.ts';
import { enquiryInputs } from './contract/enquiry-inputs.ts';
import { nameEnquiry } from './contract/name-enquiry.ts';
import { onrampOrders } from './contract/onramp-orders.ts';
import { unknownRoutes } from './contract/unknown-routes.ts';
import { amountOutcomes } from './gaps/amount-outcomes.ts';
import { idempotencyKeys } from './gaps/idempotency-keys.ts';
import { limits } from './gaps/limits.ts';
import { oddReads } from './gaps/odd-reads.ts';
import { oddSteps } from './gaps/odd-steps.ts';
import { previewSurface } from './gaps/preview-surface.ts';
import { redirects } from './gaps/redirects.ts';
import { simulateAnswers } from './gaps/simulate-answers.ts';
import { stubbornReceiver } from './gaps/stubborn-receiver.ts';

/** Every scenario. The first ones use few orders, and long waits come before many journeys. */
export const SCENARIOS: readonly Scenario[] = [
  nameEnquiry,
  enquiryInputs,
  onrampOrders,
  authentication,
  unknownRoutes,
  happyPath,
  expiry,
  failure,
  wrongChain,
  refusedDeliveries,
  stateExploration,
  stubbornReceiver,
  idempotencyKeys,
  amountMismatch,
  laterFailures,
  quickSteps,
  invalidCalls,
  manyAtOnce,
  oddReads,
  previewSurface,
  limits,
  simulateAnswers,
  amountOutcomes,
  oddSteps,
  redirects,
];
