import { realWorld } from '../core/real-world.ts';
import type { Terminal } from './command.ts';

/** The terminal of this process. A reader that goes away (`| head`) is no error. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  return {
    out: text => void process.stdout.write(text),
    err: text => void process.stderr.write(text),
    interactive: process.stderr.isTTY === true && process.env.TERM !== 'dumb' && !process.env.CI,
    env: process.env,
    cwd: process.cwd(),
    world: realWorld(),
    onInterrupt: stop => {
      let asked = false;
      const listener = () => {
        // Asked twice, it goes at once: the record is on disk as far as it goes.
        if (asked) process.exit(130);
        asked = true;
        stop();
      };
      process.on('SIGINT', listener).on('SIGTERM', listener);
      return () => void process.off('SIGINT', listener).off('SIGTERM', listener);
    },
  };
}
