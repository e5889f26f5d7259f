import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import type { Dialect } from '../core/dialect.ts';
import type { Environment } from '../core/settings.ts';
import type { World } from '../core/world.ts';
import type { Summary } from '../report/summary.ts';
import { DEFAULT_API_KEY, startSandbox } from '../sandbox/index.ts';
import { CALM, type Disturbances } from '../simulation/disturbances.ts';
import { simulatedWorld } from '../simulation/simulated-world.ts';
import { callCommand, type EndedCommand } from './call-command.ts';
import { type FaultProxy, type FaultProxyOptions, openFaultProxy } from './fault-proxy.ts';

/** Where the receiver listens: webhooks are pointed to it by hand. */
const RECEIVER_PORT = 8_400;

/** A sandbox in a simulated world, and another client of it. */
export interface SimulatedSandbox {
  readonly world: World;
  /** Makes orders. @returns their ids */
  newOrders(count: number): Promise<readonly string[]>;
  /** Simulates a step of an order. */
  simulate(order: string, event: string): Promise<void>;
}

/** What a simulated run is made of. */
export interface SimulatedRunOptions {
  /** The options of `run`, but for `--out`. */
  readonly args: readonly string[];
  /** A folder for the run alone. */
  readonly folder: string;
  /** Settings besides those that the target needs. */
  readonly env?: Environment;
  readonly dialect?: Dialect;
  /** How many orders the run has. Default: more than it uses. */
  readonly orders?: number;
  /** What happens to each call on the way to the sandbox. Default: nothing. */
  readonly road?: (sandbox: SimulatedSandbox) => FaultProxyOptions | Promise<FaultProxyOptions>;
  readonly disturbances?: Partial<Disturbances>;
}

/** A simulated run that ended. */
export interface SimulatedRun extends EndedCommand {
  /** The run folder. */
  readonly out: string;
  readonly proxy: FaultProxy;
  /** `summary.json`. */
  readonly summary: Summary;
}

/**
 * Runs the command `run` against a remote target, both in a simulated world: as a user would, through a fault proxy,
 * but without waiting.
 */
export async function runSimulated(options: SimulatedRunOptions): Promise<SimulatedRun> {
  // Modules are loaded in real time, before the simulation begins.
  await callCommand(['run', '--help']);
  const world = simulatedWorld('a simulated run', { ...CALM, ...options.disturbances });
  const out = join(options.folder, 'out');
  const { ended, proxy } = await world.run(async () => {
    const webhookUrl = `http://127.0.0.1:${RECEIVER_PORT}/`;
    const { dialect, orders = 200 } = options;
    const sandbox = await startSandbox({ world: world.service, webhookUrl, ...(dialect && { dialect }) });
    const dispatcher = world.dial();
    const served = servedBy(sandbox.url, dispatcher, world);
    const own = await served.newOrders(orders);
    const proxy = await openFaultProxy(sandbox.url, (await options.road?.(served)) ?? {}, world);
    const env = {
      ...{ SANDBOX_URL: proxy.url, API_KEY: DEFAULT_API_KEY, SIGNING_SECRET: sandbox.signingSecrets.join() },
      ...{ ORDER_IDS: own.join(), RECEIVER_PORT: String(RECEIVER_PORT) },
      ...options.env,
    };
    const ended = await callCommand(['run', '--out', out, ...options.args], env, options.folder, world);
    await proxy.close();
    await dispatcher.destroy();
    await sandbox.close();
    return { ended, proxy };
  });
  return { ...ended, out, proxy, summary: JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) };
}

function servedBy(origin: string, dispatcher: Dispatcher, world: World): SimulatedSandbox {
  const post = async (path: string, body: object) => {
    const headers = {
      ...{ 'Content-Type': 'application/json', 'X-API-Key': DEFAULT_API_KEY, 'Idempotency-Key': world.uuid() },
    };
    const { body: answer } = await dispatcher.request({
      ...{ origin, path, method: 'POST', headers, body: JSON.stringify(body) },
    });
    return answer.text();
  };
  return {
    world,
    newOrders: async count => {
      const ids = await post('/_control/collection-orders', { count, format: 'ids' });
      return ids.split('\n').filter(id => id !== '');
    },
    simulate: async (order, event) => void (await post(`/sandbox/collection-orders/${order}/simulate`, { event })),
  };
}
