/** All that suites may import. */

export type { JourneyDriver } from './journeys/journey-driver.ts';
export type { Scenario, ScenarioContext } from './journeys/scenario.ts';
export { describeSuite } from './testing/describe-suite.ts';
export { type OpenReceiver, openReceiver } from './testing/open-receiver.ts';
export { type Called, callHarness } from './testing/run-cli.ts';
export { type ServedSandbox, serveSandbox } from './testing/served-sandbox.ts';
