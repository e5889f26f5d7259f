/** All that suites may import. */

export { CHECKS } from './checks/index.ts';
export { COMPLETED, type Dialect, SIMULATE_EVENTS, TIMESTAMP_UNITS } from './core/dialect.ts';
export { keyVariants } from './core/key-variants.ts';
export { realWorld } from './core/real-world.ts';
export type { JourneyDriver } from './journeys/journey-driver.ts';
export type { Scenario, ScenarioContext } from './journeys/scenario.ts';
export { isProved, type ProofCase, type ProofRow, proofCases } from './proof/case.ts';
export { driveCase } from './proof/drive-case.ts';
export { prove } from './proof/prove.ts';
export { amounts } from './testing/arbitraries/amounts.ts';
export { dialects } from './testing/arbitraries/dialects.ts';
export { identifiers } from './testing/arbitraries/identifiers.ts';
export { type Consumer, creditingConsumer, type Ledger, type Webhook } from './testing/crediting-consumer.ts';
export { describeSuite } from './testing/describe-suite.ts';
export { headerLines } from './testing/header-lines.ts';
export { holds } from './testing/holds.ts';
export { journeyProperty } from './testing/journey-property.ts';
export { type OpenClient, openClient } from './testing/open-client.ts';
export { type OpenFront, openFront, type Passing } from './testing/open-front.ts';
export { type OpenReceiver, openReceiver } from './testing/open-receiver.ts';
export { type OpenSandbox, openSandbox } from './testing/open-sandbox.ts';
export { type Answering, type Asked, type OpenService, openService } from './testing/open-service.ts';
export { type Called, callHarness } from './testing/run-cli.ts';
export { type ServedSandbox, serveSandbox } from './testing/served-sandbox.ts';
export type { Arrival } from './webhooks/receiver.ts';
export { signatureHeader, verifySignature } from './webhooks/signature.ts';
