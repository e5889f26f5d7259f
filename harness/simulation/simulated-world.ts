import { request } from 'node:http';
import { HarnessError } from '../core/errors.ts';
import { realWorld } from '../core/real-world.ts';
import type { World } from '../core/world.ts';
import { memoryDispatcher } from './memory-dispatcher.ts';
import { CALM, type Conditions, type Connected, MemoryNetwork } from './memory-network.ts';
import { MemoryServer } from './memory-server.ts';
import { VirtualTime } from './virtual-time.ts';

/** 2026-01-01T00:00:00Z: when a simulation begins, in milliseconds since the Unix epoch. */
const BEGINNING = Date.UTC(2026, 0, 1);

/** A world whose clock, timers, randomness and network exist in this process only. */
export interface SimulatedWorld extends World {
  /**
   * Runs `work` to its end, as fast as it can be computed.
   * @throws HarnessError `simulation-stuck` (unreachable) if nothing is left that could end it
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** The same world as another machine sees it, whose clock is `aheadMs` ahead. */
  host(aheadMs: () => number): World;
}

/** A new simulated world. Whatever runs in it happens in the same order for the same seed. */
export function simulatedWorld(seed: number | string, conditions: Conditions = CALM): SimulatedWorld {
  const time = new VirtualTime();
  const network = new MemoryNetwork(time, conditions);
  const random = realWorld({ seed });
  const host = (aheadMs: () => number): World => {
    const now = () => Math.floor(BEGINNING + time.elapsed + aheadMs());
    return {
      now,
      monotonic: () => time.elapsed,
      after: (ms, fire) => time.after(ms, fire),
      stayAlive: () => ({ cancel: () => {} }),
      randomBytes: size => random.randomBytes(size),
      uuid: () => random.uuid(),
      dial: (options = {}) => memoryDispatcher(network, time, options),
      request: (url, options) => {
        const createConnection = (_: unknown, done: Connected) => network.connect(Number(new URL(url).port), done);
        return request(url, { ...options, createConnection: createConnection as never });
      },
      createServer: options => new MemoryServer(network, options),
      spawn: command => {
        throw new HarnessError('simulation-limited', 'usage', `a simulated world starts no processes: ${command}`);
      },
    };
  };
  return { ...host(() => 0), host, run: work => time.run(work()) };
}
