import type { Evidence } from '../evidence/evidence.ts';
import { perform } from '../journeys/drive-plan.ts';
import { embeddedTarget } from '../journeys/embedded-target.ts';
import type { RunOptions } from '../journeys/run-options.ts';
import { loadScenarios } from '../journeys/scenario.ts';
import { realWorld } from '../world/real-world.ts';

/** Drives a run in this process, by default every scenario against the embedded sandbox. @returns what it observed */
export async function performRun(options: Partial<RunOptions> = {}): Promise<Evidence> {
  const { world = realWorld({ seed: 1 }) } = options;
  return perform({
    world,
    target: () => embeddedTarget({ world, settings: {} }),
    run: 'test',
    seed: 1,
    scenarios: options.scenarios ?? (await loadScenarios()),
    suites: [],
    receiverHost: '127.0.0.1',
    receiverPort: 0,
    maxInFlight: 16,
    secrets: [],
    sink: () => undefined,
    pseudonymKey: world.randomBytes(32),
    ...options,
  });
}
