/** All that suites may import. */

export type { JourneyDriver } from './journeys/journey-driver.ts';
export type { Scenario, ScenarioContext } from './journeys/scenario.ts';
