import { HarnessError } from '../../base/errors.ts';
import type { Bench } from './bench.ts';

/** How long a restarted backend may take to listen, acknowledge webhooks and print credits, in ms of our time. */
export const RECOVERY_MS = 10_000;
/** The wait between two attempts to connect, in milliseconds. */
const LOOK_AGAIN_MS = 100;

/** The integrator's backend, apart from its endpoint. */
export interface Backend {
  /** Reads the credits: an order id for each. Without it only answers are judged. */
  readonly credits?: () => Promise<readonly string[]>;
  /** Kills the backend and starts it again on the same storage. Without it no crash is tried. */
  readonly restart?: () => Promise<void>;
  /** Makes orders that the backend knows. Default: generated ids. */
  readonly orders?: (count: number) => Promise<readonly string[]>;
}

/** Restarts a backend, to which nobody sends meanwhile. @throws HarnessError `restart-failed` (unreachable) */
export async function restartBackend({ restart }: Backend, bench: Bench): Promise<void> {
  const { time, url, world, transcript } = bench;
  const began = world.now();
  try {
    await restart?.();
  } finally {
    transcript.kills.push({ from: began, to: world.now() });
  }
  const from = time.elapsed;
  while ((await bench.lost()) !== undefined) {
    if (time.elapsed - from > RECOVERY_MS)
      throw new HarnessError('restart-failed', 'unreachable', '--restart ended, but the backend does not answer', {
        received: `no answer from ${url} for ${RECOVERY_MS / 1000} s`,
        expected: 'a backend that listens again when the command exits with 0',
        next: 'run the command of --restart by hand, twice, while the backend runs',
      });
    await bench.pause(LOOK_AGAIN_MS);
  }
}
