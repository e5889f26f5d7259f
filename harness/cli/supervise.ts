import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { EXIT_CODES } from '../base/exit-codes.ts';
import { ownModule } from '../base/own-files.ts';
import { realWorld } from '../world/real-world.ts';
import type { Timer, World } from '../world/world.ts';
import { reasonOf } from './files.ts';

/** What a command knows of its process. */
export interface Surroundings {
  readonly columns: number | undefined;
  readonly isTerminal: { readonly out: boolean; readonly err: boolean };
}

/** What the thread of a command says: what to print, how long its end may take after an interrupt, its exit code. */
export type FromCommand =
  | { readonly out: string }
  | { readonly err: string }
  | { readonly flush: true }
  | { readonly endsWithinMs: number | undefined; readonly note?: string | undefined }
  | { readonly code: number };

/** What the process tells the thread of a command. */
export type ToCommand =
  | { readonly interrupted: true }
  | { readonly columns: number | undefined }
  | { readonly crash: unknown }
  | { readonly written: string | undefined };

/** How long a command may take to end after an interrupt, in milliseconds. */
export const TO_END_MS = 1_000;

/** Interrupts within this time count as one: `npm` forwards the signal that the terminal has sent to all already. */
const SAME_INTERRUPT_MS = 300;

/**
 * How long the thread of a command may take to stop, in milliseconds: only a call into native code takes long. Together
 * with {@link TO_END_MS} it is below the 2 s in which every command ends. What has not stopped by then is killed, and
 * has no exit code.
 */
const TO_STOP_MS = 850;

/** These times pass in turns of so many milliseconds. */
const TURN_MS = 20;

/** A thread that is active for more than this share of a turn, in a process that uses so much of it, is computing. */
const ACTIVE = 0.5;
const COMPUTING = 0.05;

/**
 * Runs a command in a thread of its own, and keeps this one free: a signal is handled at once, whatever the command
 * computes. At the first interrupt the command may end by itself, for a short time; then, and at the second interrupt,
 * the process ends with 130. @returns the exit code
 */
export function supervise(args: readonly string[]): Promise<number> {
  const world = realWorld();
  const { stdout, stderr } = process;
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  const surroundings: Surroundings = {
    columns: stderr.columns,
    isTerminal: { out: stdout.isTTY === true, err: stderr.isTTY === true },
  };
  const worker = new Worker(ownModule('harness/cli/command-thread.ts'), {
    argv: [...args],
    workerData: surroundings,
    // As without a thread of its own: only options of Node limit the memory.
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
  stderr.on('resize', () => tell({ columns: stderr.columns }));
  process.on('uncaughtException', crash => tell({ crash }));

  let interruptedAt: number | undefined;
  let endsWithinMs: number | undefined;
  let note: string | undefined;
  let deadline: Timer | undefined;
  const leave = () => {
    // The thread is stopped in whatever it does, but a call into native code may keep it.
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
    if (endsWithinMs === undefined) {
      leave();
      return;
    }
    if (note !== undefined) stderr.write(`${note}\n`);
    tell({ interrupted: true });
    leaveWithin(endsWithinMs);
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
      ({ endsWithinMs, note } = message);
      // What was to be done in any case is done: the rest has its own short time.
      if (interruptedAt !== undefined) leaveWithin(endsWithinMs ?? TO_END_MS);
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
 * Fires after so many milliseconds. While the thread computes, only the processor time that the process gets counts. On
 * a busy machine that may be a tenth of the time.
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
