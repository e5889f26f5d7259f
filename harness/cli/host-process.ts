import type { MessagePort } from 'node:worker_threads';
import { HarnessError } from '../base/errors.ts';
import { realWorld } from '../world/real-world.ts';
import type { HostProcess } from './command.ts';
import type { FromCommand, Surroundings, ToCommand } from './supervise.ts';

/** The process as the thread of its command sees it through a port. */
export function hostProcess(port: MessagePort, { columns: width, isTerminal }: Surroundings): HostProcess {
  const tell = (message: FromCommand) => port.postMessage(message);
  const crashListeners: ((error: unknown) => void)[] = [];
  const flushes: ((problem: string | undefined) => void)[] = [];
  const crash = (error: unknown) => crashListeners.at(-1)?.(error);
  let columns = width;
  let stop: (() => void) | undefined;
  process.on('uncaughtException', crash);
  port.on('message', (message: ToCommand) => {
    if ('interrupted' in message) stop?.();
    else if ('columns' in message) columns = message.columns;
    else if ('crash' in message) crash(message.crash);
    else flushes.shift()?.(message.written);
  });
  // The command's own work keeps the process alive; the port does not.
  port.unref();
  return {
    out: text => tell({ out: text }),
    err: text => tell({ err: text }),
    async written() {
      port.ref();
      const problem = await new Promise<string | undefined>(resolve => {
        flushes.push(resolve);
        tell({ flush: true });
      });
      port.unref();
      const next = 'free space on its device, or redirect it';
      return problem === undefined
        ? undefined
        : new HarnessError('output-unwritable', 'unreachable', problem, { next });
    },
    interactive: isTerminal.err && process.env.TERM !== 'dumb' && !process.env.CI,
    columns: () => columns,
    colours: { out: showsColours(process.env, isTerminal.out), err: showsColours(process.env, isTerminal.err) },
    env: process.env,
    cwd: process.cwd(),
    world: realWorld(),
    onInterrupt: (take, more) => {
      stop = take;
      port.ref();
      tell({ moreMs: more?.ms ?? 0, note: more?.note });
      return () => {
        stop = undefined;
        port.unref();
        tell({ moreMs: undefined });
      };
    },
    onCrash: take => {
      crashListeners.push(take);
      return () => void crashListeners.splice(crashListeners.indexOf(take), 1);
    },
  };
}

/**
 * Whether a stream shows colours: `FORCE_COLOR` decides, otherwise not if `NO_COLOR` is set, otherwise on a terminal.
 *
 * @param isTerminal whether the stream is a terminal
 */
function showsColours(
  { FORCE_COLOR: force, NO_COLOR: none, TERM: term }: { readonly [name: string]: string | undefined },
  isTerminal: boolean,
): boolean {
  if (force !== undefined) return force !== '0' && force !== 'false';
  return !none && isTerminal && term !== 'dumb';
}
