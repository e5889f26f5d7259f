import { realWorld } from '../core/real-world.ts';
import type { Terminal } from './command.ts';

/** Interrupts within this time count as one: `npm` forwards the signal that the terminal has sent to all already. */
const SAME_INTERRUPT_MS = 1_000;

/** The terminal of this process. It ignores a reader that has gone (`| head`). */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  const world = realWorld();
  return {
    out: text => void process.stdout.write(text),
    err: text => void process.stderr.write(text),
    interactive: process.stderr.isTTY === true && process.env.TERM !== 'dumb' && !process.env.CI,
    env: process.env,
    cwd: process.cwd(),
    world,
    onInterrupt: (stop, leave) => {
      let first: number | undefined;
      let ignored = false;
      const listener = () => {
        if (ignored) return;
        if (first === undefined) {
          first = world.monotonic();
          stop();
        } else if (world.monotonic() - first > SAME_INTERRUPT_MS) {
          leave?.();
          process.exit(130);
        }
      };
      process.on('SIGINT', listener).on('SIGTERM', listener);
      // The listener stays, or an interrupt would end the process before the reports are written.
      return () => {
        ignored = true;
      };
    },
  };
}
