import { realWorld } from '../core/real-world.ts';
import type { Terminal } from './command.ts';

/** Interrupts within so many milliseconds are one: `npm` passes on what the terminal has already sent to all. */
const ONE_INTERRUPT_MS = 1_000;

/** The terminal of this process. A reader that goes away (`| head`) is no error. */
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
      let asked: number | undefined;
      let over = false;
      const listener = () => {
        if (over) return;
        if (asked === undefined) {
          asked = world.monotonic();
          stop();
        } else if (world.monotonic() - asked > ONE_INTERRUPT_MS) {
          leave?.();
          process.exit(130);
        }
      };
      process.on('SIGINT', listener).on('SIGTERM', listener);
      // The listener stays: what is left to do, the reports say, is done in one go, and an interrupt must not cut it off.
      return () => {
        over = true;
      };
    },
  };
}
