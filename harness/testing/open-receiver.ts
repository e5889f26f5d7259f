import type { Arrival } from '../evidence/delivery.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from '../webhooks/receiver.ts';
import { realWorld } from '../world/real-world.ts';
import { waiting } from './waiting.ts';

/** A receiver for tests: keeps what arrives, and lets a test wait for it. */
export interface OpenReceiver extends Receiver {
  readonly arrivals: readonly Arrival[];
  /** Resolves when the arrivals satisfy the condition, which is checked again after each arrival. */
  readonly until: (holds: (arrivals: readonly Arrival[]) => boolean) => Promise<void>;
}

/** Opens a receiver on loopback that answers every delivery with `status()`. */
export async function openReceiver(
  status: () => number,
  options: Partial<ReceiverOptions> = {},
): Promise<OpenReceiver> {
  const arrivals: Arrival[] = [];
  const { changed, until } = waiting();
  const receiver = await startReceiver({
    world: realWorld(),
    host: '127.0.0.1',
    port: 0,
    stamp: () => performance.now(),
    take: arrival => {
      arrivals.push(arrival);
      changed();
      return { kind: 'status', status: status(), refused: status() >= 300 };
    },
    malformed: () => undefined,
    ...options,
  });
  return {
    ...receiver,
    arrivals,
    until: async holds => void (await until(() => holds(arrivals) || undefined)),
  };
}
