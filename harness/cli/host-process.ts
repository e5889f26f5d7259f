import { setImmediate } from 'node:timers/promises';
import { HarnessError } from '../core/errors.ts';
import { EXIT_CODES } from '../core/exit-codes.ts';
import { realWorld } from '../core/real-world.ts';
import type { HostProcess } from './command.ts';
import { reasonOf } from './files.ts';
import { showsColours } from './styled-text.ts';

/** Interrupts within this time count as one: `npm` forwards the signal that the terminal has sent to all already. */
const SAME_INTERRUPT_MS = 300;

/** This process. The reader of its output may stop reading (`| head`), and its terminal may be closed. */
export function hostProcess(): HostProcess {
  const world = realWorld();
  let failure: HarnessError | undefined;
  for (const [name, stream] of Object.entries({ stdout: process.stdout, stderr: process.stderr })) {
    stream.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EPIPE' || (cause.code === 'EIO' && stream.isTTY)) return;
      const message = `${name} cannot be written: ${reasonOf(cause)}`;
      const next = 'free space on its device, or redirect it';
      failure ??= new HarnessError('output-unwritable', 'unreachable', message, { next, cause });
    });
  }
  const listeners: ((error: unknown) => void)[] = [];
  process.on('uncaughtException', error => listeners.at(-1)?.(error));
  return {
    out: text => void process.stdout.write(text),
    err: text => void process.stderr.write(text),
    async written() {
      for (const stream of [process.stdout, process.stderr])
        await new Promise<void>(resolve => stream.write('', () => resolve()));
      await setImmediate();
      return failure;
    },
    interactive: process.stderr.isTTY === true && process.env.TERM !== 'dumb' && !process.env.CI,
    columns: () => process.stderr.columns,
    colours: {
      out: showsColours(process.env, process.stdout.isTTY === true),
      err: showsColours(process.env, process.stderr.isTTY === true),
    },
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
          try {
            leave?.();
          } finally {
            process.exit(EXIT_CODES.interrupted);
          }
        }
      };
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, listener);
      // The listener stays, or an interrupt would end the process before the reports are written.
      return () => {
        ignored = true;
      };
    },
    onCrash: take => {
      listeners.push(take);
      return () => void listeners.splice(listeners.indexOf(take), 1);
    },
  };
}
