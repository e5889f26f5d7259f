import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HarnessError } from '../base/errors.ts';
import { ownPath } from '../base/own-files.ts';
import { RunningTime } from './running-time.ts';
import type { Environment, World } from './world.ts';

const TIME_LIMIT_MS = 60_000;
/** The most that it may print to stdout, in bytes: the ids of several hundred thousand orders. */
const MOST_PRINTED = 16 * 1024 * 1024;
/** The interval at which its output is measured, in milliseconds. */
const LOOK_AGAIN_MS = 100;
/** How many characters of its output are quoted. */
const QUOTED = 600;

interface ShellCommand {
  readonly world: World;
  /** The setting that it comes from. */
  readonly name: string;
  readonly command: string;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** How long it may run, in milliseconds of running time. Default: 60 000 (INTERFACE, Environment). */
  readonly limitMs?: number;
  /** Whether its output is not a result, so that a failure also quotes stdout. Default: no. */
  readonly printsNoResult?: true;
}

/**
 * Runs a shell command of the user and returns the lines that it prints, trimmed, without empty ones. It inherits the
 * environment, with `variables` added. It ends when its own process ends: background processes go on and are not waited
 * for. After its time limit, or if it prints without end, it is killed with everything that it started.
 *
 * @throws HarnessError `command-failed` (unreachable), which quotes its output and may thus contain secrets
 */
export async function runShellCommand(
  { world, name, command, signal, limitMs = TIME_LIMIT_MS, printsNoResult }: ShellCommand,
  variables: Environment,
): Promise<readonly string[]> {
  // Files, because background processes keep their output open: a pipe would not end, and closing it would kill them.
  const stdout = namelessFile();
  const stderr = namelessFile();
  const time = new RunningTime(world);
  const { promise: ended, resolve: end } = Promise.withResolvers<string | undefined>();
  let kill = () => {};
  const stop = (why: string) => {
    kill();
    end(why);
  };
  const interrupt = () => stop('the run was stopped');
  try {
    if (signal.aborted) interrupt();
    else {
      const child = world.spawn('/bin/sh', ['-c', command], {
        env: { ...process.env, ...variables },
        stdio: ['ignore', printsNoResult ? stderr : stdout, stderr],
        detached: true,
      });
      // The process group, so that everything that the shell started ends, too.
      kill = () => killGroup(child.pid, 'SIGKILL');
      child.once('error', error => end(error.message));
      child.once('exit', (code, killedBy) => end(code === 0 ? undefined : howEnded(code, killedBy)));
      signal.addEventListener('abort', interrupt);
      time.after(limitMs, () => stop(`it ran for more than ${limitMs / 1000} s and was killed`));
      const look = () => time.after(LOOK_AGAIN_MS, () => (sizeOf(stdout) > MOST_PRINTED ? stop(TOO_MUCH) : look()));
      look();
    }
    const problem = (await ended) ?? (sizeOf(stdout) > MOST_PRINTED ? TOO_MUCH : undefined);
    if (problem === undefined) return linesOf(contentOf(stdout));
    const printed = quoted(contentOf(stderr).trim());
    throw new HarnessError('command-failed', 'unreachable', `${name} failed: ${problem}`, {
      received: printed !== '' ? printed : printsNoResult ? 'it printed nothing' : 'nothing on stderr',
      expected: 'exit code 0',
      next: `run the command of ${name} by hand, with the variables that it gets (${ownPath('.env.example')})`,
    });
  } finally {
    time.close();
    signal.removeEventListener('abort', interrupt);
    for (const file of [stdout, stderr]) closeSync(file);
  }
}

const TOO_MUCH = `it printed more than ${MOST_PRINTED / 1024 / 1024} MiB and was killed`;

/** Opens a file that vanishes when nobody has it open. */
function namelessFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'onramp-harness-'));
  try {
    return openSync(join(folder, 'output'), 'ax+', 0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function sizeOf(file: number): number {
  return fstatSync(file).size;
}

/** The content of a file from its beginning, without moving the position, which belongs to the writer. */
function contentOf(file: number): string {
  const bytes = Buffer.alloc(Math.min(sizeOf(file), MOST_PRINTED));
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0)).toString();
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}

/** An output, or the complete lines at its beginning and end, because programs put the reason in either place. */
function quoted(text: string): string {
  if (text.length <= QUOTED) return text;
  const first = text.slice(0, QUOTED / 2).replace(/\n[^\n]*$/, '');
  const last = text.slice(-QUOTED / 2).replace(/^[^\n]*\n/, '');
  return `${first}\n…\n${last}`;
}

/** Sends a signal to a process group that the harness started. Does nothing if it has ended or never started. */
export function killGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

/** How a program ended, from the arguments of `exit` or `close`. */
export function howEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return code === null ? `it was ended by ${signal}` : `it ended with exit code ${code}`;
}
