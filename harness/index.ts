/** All that suites may import, besides the helpers of tests. */

export { TIMESTAMP_UNITS } from './base/timestamp.ts';
export type { components, paths, webhooks } from './contract/generated/service.d.ts';
export {
  FAILURES,
  HAPPY_PATH,
  isSimulateEvent,
  leadsToCredit,
  SIMULATE_EVENTS,
  type SimulateEvent,
} from './contract/lifecycle.ts';
export { mayAct } from './evidence/answered.ts';
export { otherwiseNamed } from './evidence/asked-event.ts';
export type { Condition } from './evidence/condition.ts';
export type { Arrival } from './evidence/delivery.ts';
export { COMPLETED, type Dialect } from './evidence/dialect.ts';
export { readRecord } from './evidence/record/read-record.ts';
export { driftBetween } from './facts/drift.ts';
export { type FactsFile, parseFacts } from './facts/fact.ts';
export { type Lifecycle, parseLifecycle } from './facts/lifecycle/lifecycle.ts';
export { compareLifecycles, planWalks, randomWalk, type Walk } from './facts/lifecycle/machines.ts';
export { comparePact } from './gates/pact/compare-pact.ts';
export { AREAS as SDK_AREAS, type VerifyParams } from './gates/sdk/protocol.ts';
export { LANGUAGE_NAMES, templateOf } from './gates/templates.ts';
export type { CallOutcome, PreviewRoute, ServiceClient } from './journeys/client/service-client.ts';
export { embeddedTarget } from './journeys/embedded-target.ts';
export type { JourneyDriver, SentStep } from './journeys/journey-driver.ts';
export { remoteTarget } from './journeys/remote-target.ts';
export type { Scenario, ScenarioContext } from './journeys/scenario.ts';
export type { Target } from './journeys/target.ts';
export { CHECKS } from './judgement/checks/index.ts';
export { inOwnSuites, inSimulatedTime, isProved, type ProofCase, type ProofRow, proofCases } from './proof/case.ts';
export { driveCase } from './proof/drive-case.ts';
export { prove } from './proof/prove.ts';
export { measureParity, simulateRun } from './proof/twin/measure-parity.ts';
export { observe } from './proof/twin/observed.ts';
export { twinDialect } from './proof/twin/twin-keys.ts';
export { observedAsMarkdown } from './report/observed-gaps.ts';
export { readSettings } from './settings/settings.ts';
export { type Reply, refusal } from './webhooks/receiver.ts';
export { signatureHeader, verifySignature } from './webhooks/signature.ts';
export { realWorld, seededRandom } from './world/real-world.ts';
