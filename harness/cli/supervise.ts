import { setImmediate } from 'node:timers/promises';
import { type MessagePort, Worker } from 'node:worker_threads';
import { EXIT_CODES, HarnessError } from '../base/errors.ts';
import { ownModule } from '../base/own-files.ts';
import { realWorld } from '../world/real-world.ts';
import type { Timer, World } from '../world/world.ts';
import type { HostProcess } from './command.ts';
import { reasonOf } from './files.ts';

/** Whether each stream of the process is a terminal. */
interface Terminals {
  readonly out: boolean;
  readonly err: boolean;
}

/** Messages of a command's thread: output, the time that it needs after an interrupt, and the exit code. */
type FromCommand =
  | { readonly out: string }
  | { readonly err: string }
  | { readonly flush: true }
  | { readonly moreMs: number | undefined; readonly note?: string | undefined }
  | { readonly code: number };

/** Messages to the thread of a command. */
type ToCommand =
  | { readonly interrupted: true }
  | { readonly crash: unknown }
  | { readonly written: string | undefined };

/**
 * How long a command may take to end after an interrupt, in milliseconds: to judge and report a large run takes three
 * seconds of processor time. GitHub ends a step 7.5 s after it interrupted it.
 */
const TO_END_MS = 5_000;

/** Interrupts within this time count as one, because `npm` forwards the signal that the terminal sent to all. */
const SAME_INTERRUPT_MS = 300;

/**
 * How long the thread of a command may take to stop, in milliseconds. Only native code takes long. A thread that still
 * runs then is killed, without an exit code.
 */
const TO_STOP_MS = 850;

/** The length of a turn, in milliseconds. These times are measured in turns. */
const TURN_MS = 20;

/** The shares of a turn for which a computing thread is active, and its process uses the processor. */
const ACTIVE = 0.5;
const COMPUTING = 0.05;

/**
 * Runs a command in a separate thread and keeps this one free, so that signals are handled at once. At the first
 * interrupt the command gets a short time to end. After that, or at the second interrupt, the process exits with 130.
 * @returns the exit code
 */
export function supervise(args: readonly string[]): Promise<number> {
  const world = realWorld();
  const { stdout, stderr } = process;
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  const terminals: Terminals = { out: stdout.isTTY === true, err: stderr.isTTY === true };
  const worker = new Worker(ownModule('harness/cli/command-thread.ts'), {
    argv: [...args],
    workerData: terminals,
    // Only options of Node limit the memory, as without a thread.
    resourceLimits: {},
  });
  const tell = (message: ToCommand) => worker.postMessage(message);
  let unwritten: string | undefined;
  for (const [name, stream] of Object.entries({ stdout, stderr })) {
    stream.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EPIPE' || (cause.code === 'EIO' && stream.isTTY)) return;
      unwritten ??= `${name} cannot be written: ${reasonOf(cause)}`;
    });
  }
  process.on('uncaughtException', crash => tell({ crash }));

  let interruptedAt: number | undefined;
  /** The time beyond {@link TO_END_MS} that the command needs; `undefined` if it ends at once. */
  let moreMs: number | undefined;
  let note: string | undefined;
  let deadline: Timer | undefined;
  const leave = () => {
    // Stopping interrupts anything but native code.
    inTurns(world, worker, TO_STOP_MS, () => process.kill(process.pid, 'SIGKILL'));
    void worker.terminate();
  };
  const leaveWithin = (ms: number) => {
    deadline?.cancel();
    deadline = inTurns(world, worker, ms, leave);
  };
  const interrupt = () => {
    const now = world.monotonic();
    if (interruptedAt !== undefined) {
      if (now - interruptedAt > SAME_INTERRUPT_MS) leave();
      return;
    }
    interruptedAt = now;
    if (moreMs === undefined) {
      leave();
      return;
    }
    if (note !== undefined) stderr.write(`${note}\n`);
    tell({ interrupted: true });
    leaveWithin(TO_END_MS + moreMs);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);

  const flush = async () => {
    for (const stream of [stdout, stderr]) await new Promise<void>(resolve => stream.write('', () => resolve()));
    await setImmediate();
    tell({ written: unwritten });
  };
  worker.on('message', (message: FromCommand) => {
    if ('out' in message) stdout.write(message.out);
    else if ('err' in message) stderr.write(message.err);
    else if ('flush' in message) void flush();
    else if ('code' in message) end(message.code);
    else {
      ({ moreMs, note } = message);
      // The longer time is over. The rest has the usual short time.
      if (interruptedAt !== undefined) leaveWithin(TO_END_MS + (moreMs ?? 0));
    }
  });
  worker.on('error', thrown => {
    stderr.write(`${thrown instanceof Error ? thrown.stack : thrown}\n`);
    end(EXIT_CODES.unreachable);
  });
  worker.on('exit', () => end(interruptedAt === undefined ? EXIT_CODES.unreachable : EXIT_CODES.interrupted));
  return ended;
}

/**
 * Fires after this many milliseconds. While the thread computes, only the processor time of the process counts, which
 * may be a tenth of the time on a busy machine.
 */
function inTurns(world: World, { performance }: Worker, ms: number, fire: () => void): Timer {
  let timer: Timer | undefined;
  const take = (left: number) => {
    const cpu = process.cpuUsage();
    const loop = performance.eventLoopUtilization();
    timer = world.after(TURN_MS, () => {
      const { user, system } = process.cpuUsage(cpu);
      const usedMs = (user + system) / 1_000;
      const isActive = performance.eventLoopUtilization(loop).utilization > ACTIVE;
      const rest = left - (isActive && usedMs > COMPUTING * TURN_MS ? Math.min(TURN_MS, usedMs) : TURN_MS);
      return rest > 0 ? take(rest) : fire();
    });
  };
  take(ms);
  return { cancel: () => timer?.cancel() };
}

/** The process as the thread of its command sees it through a port. */
export function hostProcess(port: MessagePort, isTerminal: Terminals): HostProcess {
  const tell = (message: FromCommand) => port.postMessage(message);
  const crashListeners: ((error: unknown) => void)[] = [];
  const flushes: ((problem: string | undefined) => void)[] = [];
  const crash = (error: unknown) => crashListeners.at(-1)?.(error);
  let stop: (() => void) | undefined;
  process.on('uncaughtException', crash);
  port.on('message', (message: ToCommand) => {
    if ('interrupted' in message) stop?.();
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

/** Whether a stream shows colours: `FORCE_COLOR` decides, else `NO_COLOR`, else whether it is a terminal. */
function showsColours(
  { FORCE_COLOR: force, NO_COLOR: none, TERM: term }: { readonly [name: string]: string | undefined },
  isTerminal: boolean,
): boolean {
  if (force !== undefined) return force !== '0' && force !== 'false';
  return !none && isTerminal && term !== 'dumb';
}
