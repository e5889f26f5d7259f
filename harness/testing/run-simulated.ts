import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialect } from '../evidence/dialect.ts';
import type { Summary } from '../report/summary.ts';
import type { Disturbances } from '../world/simulated/disturbances.ts';
import type { Environment } from '../world/world.ts';
import { callCommand } from './call-command.ts';
import { type FaultProxyOptions, openFaultProxy } from './fault-proxy.ts';
import { besideSandbox, type SimulatedService } from './simulated-service.ts';

/** What a simulated run is made of. */
export interface SimulatedRunOptions {
  /** The options of `run`, but for `--out`. */
  readonly args: readonly string[];
  /** A folder for the run alone. */
  readonly folder: string;
  /** Settings besides those that the target needs. */
  readonly env?: Environment;
  readonly dialect?: Dialect;
  /** How many orders the run has. Default: enough for every scenario, and a third of the time that all would take. */
  readonly orders?: number;
  /** What happens to each call on the way to the sandbox. Default: nothing. */
  readonly road?: (sandbox: SimulatedService) => FaultProxyOptions | Promise<FaultProxyOptions>;
  readonly disturbances?: Partial<Disturbances>;
}

/**
 * Runs the command `run` against a remote target, both in a simulated world: as a user would, through a fault proxy,
 * but without waiting.
 *
 * @returns how it ended, with its run folder, the proxy, and `summary.json`
 */
export async function runSimulated(options: SimulatedRunOptions) {
  const { dialect = {}, disturbances = {}, orders = 40 } = options;
  const out = join(options.folder, 'out');
  const { ended, proxy } = await besideSandbox({ dialect, disturbances }, async service => {
    const own = await service.newOrders(orders);
    const proxy = await openFaultProxy(service.url, (await options.road?.(service)) ?? {}, service.world);
    const env = { ...service.env, SANDBOX_URL: proxy.url, ORDER_IDS: own.join(), ...options.env };
    const ended = await callCommand(['run', '--out', out, ...options.args], env, options.folder, service.world);
    await proxy.close();
    return { ended, proxy };
  });
  return { ...ended, out, proxy, summary: JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as Summary };
}
