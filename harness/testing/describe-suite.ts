import { beforeAll, describe, expect, test } from 'vitest';
import { embeddedTarget } from '../journeys/embedded-target.ts';
import { remoteTarget } from '../journeys/remote-target.ts';
import type { Scenario } from '../journeys/scenario.ts';
import { conclude } from '../report/conclude.ts';
import type { Summary } from '../report/summary.ts';
import { readSettings } from '../settings/settings.ts';
import { realWorld } from '../world/real-world.ts';
import { performRun } from './perform-run.ts';

/**
 * Defines a vitest suite of scenarios. It drives them once, together, against the target in the environment (embedded
 * if `SANDBOX_URL` is not set). Each scenario is a test that asserts that its evidence shows no breach, with the checks
 * that judge a run.
 */
export function describeSuite(name: string, scenarios: readonly Scenario[]): void {
  describe(name, () => {
    let summary: Summary;
    beforeAll(async () => {
      const settings = readSettings(process.env);
      const world = realWorld();
      const evidence = await performRun({
        ...{ world, run: name, seed: 0, scenarios },
        target: async signal =>
          settings.sandboxUrl === undefined
            ? embeddedTarget({ world, settings })
            : remoteTarget(world, settings, signal),
        receiverHost: settings.receiverHost,
        receiverPort: settings.receiverPort,
        maxInFlight: settings.maxInFlight,
      });
      ({ summary } = conclude(evidence));
    });

    test.each(scenarios.map(({ id, title }) => [title, id]))('%s', (_title, id) => {
      const scenario = summary.scenarios.find(candidate => candidate.id === id);
      const breaches = (scenario?.findings ?? []).map(index => {
        const { requirement, message, expected, received } = summary.findings[index] ?? {};
        return { requirement, message, expected, received };
      });
      const { status, reason } = scenario ?? {};
      expect({ id, status, reason, breaches }).toEqual({ id, status: 'passed', breaches: [] });
    });
  });
}
