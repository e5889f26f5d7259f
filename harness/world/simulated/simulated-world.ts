import { request } from 'node:http';
import { HarnessError } from '../../base/errors.ts';
import { seededRandom } from '../seeded-random.ts';
import type { World } from '../world.ts';
import { CALM, type Disturbances } from './disturbances.ts';
import { drawConditions } from './draw-conditions.ts';
import { maintained } from './maintained.ts';
import { memoryDispatcher } from './memory-dispatcher.ts';
import { type Connected, MemoryNetwork, type Side } from './memory-network.ts';
import { MemoryServer } from './memory-server.ts';
import { VirtualTime } from './virtual-time.ts';

/** 2026-01-01T00:00:00Z: when a simulation begins, in milliseconds since the Unix epoch. */
const BEGINNING = Date.UTC(2026, 0, 1);

/** A world whose clock, timers, randomness and network exist in this process only. */
export interface SimulatedWorld extends World {
  /** The same world as the machine of the service sees it, whose clock is another. */
  readonly service: World;
  /**
   * Runs `work` to its end, as fast as it can be computed.
   * @throws HarnessError `simulation-stuck` (unreachable) if nothing is left that could end it, or it goes on for days
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** A new simulated world. Whatever runs in it happens in the same order for the same seed. */
export function simulatedWorld(seed: number | string, disturbances: Disturbances = CALM): SimulatedWorld {
  const time = new VirtualTime();
  const network = new MemoryNetwork(time, drawConditions(disturbances, time, seededRandom(`${seed}:network`)));
  const random = seededRandom(seed);
  let ahead = 0;
  const worldOf = (side: Side, aheadMs: () => number): World => ({
    now: () => Math.floor(BEGINNING + time.elapsed + aheadMs()),
    monotonic: () => time.read(),
    after: (ms, fire) => time.after(ms, fire),
    stayAlive: () => ({ cancel: () => {} }),
    ...random,
    dial: (options = {}) => memoryDispatcher((port, done) => network.connect(side, port, done), time, options),
    request: (url, options) => {
      const createConnection = (_: unknown, done: Connected) => network.connect(side, Number(new URL(url).port), done);
      return request(url, { ...options, createConnection: createConnection as never });
    },
    createServer: options => new MemoryServer(network, options),
    spawn: command => {
      throw new HarnessError('simulation-limited', 'usage', `a simulated world starts no processes: ${command}`);
    },
  });
  for (const { at } of disturbances.outages) time.after(at, () => network.cutAll());
  for (const { at } of disturbances.tunnelOutages) time.after(at, () => network.cutAll('service'));
  for (const { at, ms } of disturbances.stalls) time.after(at, () => time.stall(ms));
  for (const { at, ms } of disturbances.jumps) {
    time.after(at, () => {
      ahead += ms;
    });
  }
  return {
    ...worldOf('harness', () => 0),
    service: maintained(
      worldOf('service', () => disturbances.aheadMs + ahead),
      disturbances.windows,
    ),
    run: work => time.run(work()),
  };
}
