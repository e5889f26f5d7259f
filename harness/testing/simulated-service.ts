import { loadScenarios } from '../cli/load-scenarios.ts';
import { DEFAULT_API_KEY, type SandboxOptions, startSandbox } from '../sandbox/index.ts';
import { realWorld } from '../world/real-world.ts';
import { CALM, type Disturbances } from '../world/simulated/disturbances.ts';
import { type SimulatedWorld, simulatedWorld } from '../world/simulated/simulated-world.ts';
import type { Environment } from '../world/world.ts';
import { callCommand, type EndedCommand } from './call-command.ts';

/** Where the receiver listens: webhooks are pointed to it by hand. */
const RECEIVER_PORT = 8_400;

/** Simulations so far: each has a seed of its own, so that no two runs of a test are one. */
let simulations = 0;

/** The sandbox of a simulation, and what a test does there. */
export interface SimulatedServiceOptions extends Pick<SandboxOptions, 'dialect' | 'faults' | 'apiKey'> {
  readonly disturbances?: Partial<Disturbances>;
}

/** A sandbox in a simulated world, which plays the remote service. */
export interface SimulatedService {
  readonly world: SimulatedWorld;
  readonly url: string;
  /** The settings with which a run needs no command: address, key, secret, and where webhooks are pointed to. */
  readonly env: { readonly [name: string]: string };
  /** Makes orders. @returns their ids */
  newOrders(count: number): Promise<readonly string[]>;
  /** Simulates a step of an order. */
  simulate(order: string, event: string): Promise<void>;
}

/** Calls a command in a simulated world, where waits take no time: a run on the embedded target, say. */
export async function callSimulated(
  args: readonly string[],
  env: Environment = {},
  cwd?: string,
): Promise<EndedCommand> {
  // Loads the command in real time: a simulation waits for no file.
  await callCommand([args[0] ?? '', '--help']);
  return simulated(world => callCommand(args, env, cwd, world));
}

/** Does `work` beside a sandbox, both in a simulated world, where waits take no time. The sandbox closes then. */
export function besideSandbox<T>(
  { disturbances = {}, ...options }: SimulatedServiceOptions,
  work: (service: SimulatedService) => Promise<T>,
): Promise<T> {
  return simulated(async world => {
    const webhookUrl = `http://127.0.0.1:${RECEIVER_PORT}/`;
    const sandbox = await startSandbox({ world: world.service, webhookUrl, ...options });
    const dispatcher = world.dial();
    const post = async (path: string, body: object) => {
      const headers = {
        ...{ 'Content-Type': 'application/json', 'X-API-Key': DEFAULT_API_KEY, 'Idempotency-Key': world.uuid() },
      };
      const { body: answer } = await dispatcher.request({
        ...{ origin: sandbox.url, path, method: 'POST', headers, body: JSON.stringify(body) },
      });
      return answer.text();
    };
    const service = {
      world,
      url: sandbox.url,
      env: {
        ...{ SANDBOX_URL: sandbox.url, API_KEY: DEFAULT_API_KEY, SIGNING_SECRET: sandbox.signingSecrets.join() },
        RECEIVER_PORT: String(RECEIVER_PORT),
      },
      newOrders: async (count: number) => {
        const ids = await post('/_control/collection-orders', { count, format: 'ids' });
        return ids.split('\n').filter(id => id !== '');
      },
      simulate: async (order: string, event: string) =>
        void (await post(`/sandbox/collection-orders/${order}/simulate`, { event })),
    };
    try {
      return await work(service);
    } finally {
      await dispatcher.destroy();
      await sandbox.close();
    }
  }, disturbances);
}

/** Does `work` in a simulated world, where waits take no time. */
export async function simulated<T>(
  work: (world: SimulatedWorld) => Promise<T>,
  disturbances: Partial<Disturbances> = {},
): Promise<T> {
  loaded ??= load();
  await loaded;
  const world = simulatedWorld(`simulation ${simulations++}`, { ...CALM, ...disturbances });
  return world.run(() => work(world));
}

let loaded: Promise<unknown> | undefined;

/** Loads modules in real time: a simulation waits for no file. */
async function load(): Promise<void> {
  await Promise.all([loadScenarios(), callCommand(['run', '--help']), callCommand(['doctor', '--help'])]);
  await (await startSandbox({ world: realWorld() })).close();
}
