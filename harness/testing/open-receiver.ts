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

/** Longer than any sender waits for an answer. */
const HOLD_MS = 600_000;

/** Opens a receiver on loopback. @param statusOf the status of the answer by its index; `undefined` for no answer */
export async function openReceiver(
  statusOf: (index: number) => number | undefined = () => 200,
  options: Partial<ReceiverOptions> = {},
): Promise<OpenReceiver> {
  const { world = realWorld() } = options;
  const arrivals: Arrival[] = [];
  const { changed, until } = waiting();
  const receiver = await startReceiver({
    world,
    host: '127.0.0.1',
    port: 0,
    stamp: () => world.monotonic(),
    take: arrival => {
      arrivals.push(arrival);
      changed();
      const status = statusOf(arrivals.length - 1);
      return status === undefined
        ? { kind: 'slow', holdMs: HOLD_MS }
        : { kind: 'status', status, refused: status >= 300 };
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
