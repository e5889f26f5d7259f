import { once } from '../base/once.ts';
import { ownModule } from '../base/own-files.ts';
import type { Scenario } from '../journeys/scenario.ts';

/**
 * The scenarios of `suites/`, loaded on demand, because the harness does not depend on the suites. They are imported
 * once, because an import takes real time that a simulated run does not wait for.
 */
export const loadScenarios = once(async (): Promise<readonly Scenario[]> => {
  const { SCENARIOS } = (await import(ownModule('suites/index.ts').href)) as {
    SCENARIOS: readonly Scenario[];
  };
  return SCENARIOS;
});
