import type { Dialect } from '../../evidence/dialect.ts';
import type { Evidence, RunInfo } from '../../evidence/evidence.ts';
import { perform } from '../../journeys/drive-plan.ts';
import { embeddedTarget } from '../../journeys/embedded-target.ts';
import type { RunRequest } from '../../journeys/run-options.ts';
import type { Target } from '../../journeys/target.ts';
import { simulatedWorld } from '../../world/simulated/simulated-world.ts';

/** The number of journeys driven at once, as in a run without `MAX_IN_FLIGHT`. */
const IN_FLIGHT = 16;

interface SimulatedRequest extends Pick<RunRequest, 'run' | 'seed' | 'scenarios' | 'suites' | 'only' | 'probeLimits'> {
  /** The dialect of the embedded sandbox. */
  readonly dialect: Dialect;
  /** The number of collection orders. Default: as many as the scenarios can use. */
  readonly orders?: number | undefined;
  /** The limits on waits for webhooks. Default: as on the embedded target. */
  readonly settings?: Partial<Pick<RunInfo['settings'], 'deliveryTimeoutMs' | 'redeliveryTimeoutMs'>>;
  /** What the run knows about its target. Default: the embedded sandbox. */
  readonly conditions?: Partial<Target>;
}

/**
 * Drives the embedded sandbox in simulated time, so that waits cost nothing and a request always gives the same
 * evidence.
 */
export async function simulateRun(options: SimulatedRequest): Promise<Evidence> {
  const { dialect, orders, settings = {}, conditions, ...request } = options;
  // Modules are loaded in real time before the simulation starts.
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
