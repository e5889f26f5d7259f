import type { Scenario } from '#harness';
import { amountMismatch, expiry, failure, happyPath, laterFailures, wrongChain } from './collection/endings.ts';
import { invalidCalls } from './collection/invalid-calls.ts';
import { manyAtOnce, quickSteps, refusedDeliveries } from './collection/refusals.ts';
import { stateExploration } from './collection/state-exploration.ts';
import { authentication } from './contract/authentication.ts';
import { enquiryInputs, nameEnquiry, onrampOrders, unknownRoutes } from './contract/calls.ts';
import { idempotencyKeys, limits, oddReads, oddSteps, previewSurface, simulateAnswers } from './gaps/calls.ts';
import { amountOutcomes, redirects, stubbornReceiver } from './gaps/deliveries.ts';

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
