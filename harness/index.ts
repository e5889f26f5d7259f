/** All that suites may import, besides the helpers of tests. */

export { CHECKS } from './checks/index.ts';
export type { CallOutcome, PreviewRoute, ServiceClient } from './client/service-client.ts';
export { otherwiseNamed } from './core/asked-event.ts';
export type { Condition } from './core/condition.ts';
export type { Arrival } from './core/delivery.ts';
export { COMPLETED, type Dialect } from './core/dialect.ts';
export { keyVariants } from './core/key-variants.ts';
export {
  FAILURES,
  HAPPY_PATH,
  isSimulateEvent,
  leadsToCredit,
  SIMULATE_EVENTS,
  type SimulateEvent,
} from './core/lifecycle.ts';
export { realWorld } from './core/real-world.ts';
export { seededRandom } from './core/seeded-random.ts';
export { readSettings } from './core/settings.ts';
export { TIMESTAMP_UNITS } from './core/timestamp.ts';
export { driftBetween } from './facts/drift.ts';
export type { FactsFile } from './facts/fact.ts';
export { compareLifecycles } from './facts/lifecycle/compare-lifecycles.ts';
export type { Lifecycle } from './facts/lifecycle/lifecycle.ts';
export { planWalks, planWords, randomWalk, type Walk } from './facts/lifecycle/plan-walks.ts';
export { parseLifecycle } from './facts/lifecycle/read-lifecycle.ts';
export { parseFacts } from './facts/read-facts.ts';
export { LANGUAGE_NAMES, templateOf } from './gate/adapters/languages.ts';
export { AREAS as SDK_AREAS, type VerifyParams } from './gate/protocol.ts';
export type { components, paths, webhooks } from './generated/service.d.ts';
export { embeddedTarget } from './journeys/embedded-target.ts';
export type { JourneyDriver, SentStep } from './journeys/journey-driver.ts';
export { Exploration, type Move, type MoveOutcome } from './journeys/plan/exploration.ts';
export { remoteTarget } from './journeys/remote-target.ts';
export type { Scenario, ScenarioContext } from './journeys/scenario.ts';
export { takeWalk } from './journeys/take-walk.ts';
export type { Target } from './journeys/target.ts';
export { comparePact } from './pact/compare-pact.ts';
export { readPact } from './pact/read-pact.ts';
export { inOwnSuites, inSimulatedTime, isProved, type ProofCase, type ProofRow, proofCases } from './proof/case.ts';
export { driveCase } from './proof/drive-case.ts';
export { prove } from './proof/prove.ts';
export { TableOrders } from './proof/table-orders.ts';
export { readRecord } from './record/read-record.ts';
export { observedAsMarkdown } from './report/observed-markdown.ts';
export { measureParity } from './twin/measure-parity.ts';
export { Observed } from './twin/observed.ts';
export { simulateRun } from './twin/simulate-run.ts';
export { twinDialect } from './twin/twin-dialect.ts';
export { refusal } from './webhooks/receiver.ts';
export { signatureHeader, verifySignature } from './webhooks/signature.ts';
