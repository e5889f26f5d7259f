import type { Dialect } from '../../evidence/dialect.ts';
import type { Evidence, RunInfo } from '../../evidence/evidence.ts';
import { perform } from '../../journeys/drive-plan.ts';
import { embeddedTarget } from '../../journeys/embedded-target.ts';
import type { RunRequest } from '../../journeys/run-options.ts';
import type { Target } from '../../journeys/target.ts';
import { simulatedWorld } from '../../world/simulated/simulated-world.ts';

/** Journeys driven at once, as in a run without `MAX_IN_FLIGHT`. */
const IN_FLIGHT = 16;

/** What a simulated run is asked for. */
interface SimulatedRequest extends Pick<RunRequest, 'run' | 'seed' | 'scenarios' | 'suites' | 'only' | 'probeLimits'> {
  /** What the embedded sandbox does where the specification is silent. */
  readonly dialect: Dialect;
  /** How many collection orders there are. Default: as many as the scenarios can use. */
  readonly orders?: number | undefined;
  /** How long webhooks are waited for. Default: as on the embedded target. */
  readonly settings?: Partial<Pick<RunInfo['settings'], 'deliveryTimeoutMs' | 'redeliveryTimeoutMs'>>;
  /** What the run knows of its target. Default: that it is the embedded sandbox. */
  readonly conditions?: Partial<Target>;
}

/**
 * Drives the embedded sandbox in simulated time, so that waiting costs nothing and the same request gives the same
 * evidence.
 */
export async function simulateRun(options: SimulatedRequest): Promise<Evidence> {
  const { dialect, orders, settings = {}, conditions, ...request } = options;
  // Modules are loaded in real time, before the simulation begins.
  await import('../../sandbox/start-sandbox.ts');
  const world = simulatedWorld(request.seed);
  return world.run(() =>
    perform({
      world,
      target: async () => {
        const target = await embeddedTarget({ world, service: world.service, settings, dialect });
        return { ...target, ...conditions, ...(orders !== undefined && { mostOrders: orders }) };
      },
      ...request,
      receiverHost: '127.0.0.1',
      receiverPort: 0,
      maxInFlight: IN_FLIGHT,
      secrets: [],
      sink: () => undefined,
      pseudonymKey: world.randomBytes(32),
    }),
  );
}
