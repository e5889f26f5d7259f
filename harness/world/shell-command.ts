import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HarnessError } from '../base/errors.ts';
import { ownPath } from '../base/own-files.ts';
import { RunningTime } from './running-time.ts';
import type { Environment, World } from './world.ts';

const TIME_LIMIT_MS = 60_000;
/** The most that it may print on stdout, in bytes: the ids of some hundred thousand orders. */
const MOST_PRINTED = 16 * 1024 * 1024;
/** The wait between two looks at how much it has printed, in milliseconds. */
const LOOK_AGAIN_MS = 100;
/** How much of its output is quoted, in characters. */
const QUOTED = 600;

/** A shell command of the user. */
interface ShellCommand {
  readonly world: World;
  /** The setting that it comes from. */
  readonly name: string;
  readonly command: string;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** How long it may run, in milliseconds of our time. Default: 60 000 (INTERFACE, Environment). */
  readonly limitMs?: number;
  /** Whether nothing that it prints is a result: a failure then quotes stdout too. Default: no. */
  readonly printsNoResult?: true;
}

/**
 * Runs a shell command of the user and returns the lines that it prints, trimmed, without empty ones. It inherits the
 * environment with `variables` over it. It has ended when its own process has: what it leaves running goes on, and is
 * not waited for. It is killed with what it started after its time, or where it prints without end.
 * @throws HarnessError `command-failed` (unreachable), which quotes its output: it may hold secrets
 */
export async function runShellCommand(
  { world, name, command, signal, limitMs = TIME_LIMIT_MS, printsNoResult }: ShellCommand,
  variables: Environment,
): Promise<readonly string[]> {
  // Files, because what stays behind keeps its output open: a pipe would not end, and closing it would kill the writer.
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
      // The group, so that what the shell started ends too.
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

/** Opens a file that is gone once nobody has it open. */
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

/** What a file holds, from its beginning: the position belongs to who writes. */
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

/** An output, or the whole lines at its beginning and at its end: programs put the reason in either place. */
function quoted(text: string): string {
  if (text.length <= QUOTED) return text;
  const first = text.slice(0, QUOTED / 2).replace(/\n[^\n]*$/, '');
  const last = text.slice(-QUOTED / 2).replace(/^[^\n]*\n/, '');
  return `${first}\n…\n${last}`;
}

/** Sends a signal to a process group that the harness started. Nothing happens where it has ended, or never started. */
export function killGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

/** How a program ended, from its `exit` or its `close`. */
export function howEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return code === null ? `it was ended by ${signal}` : `it ended with exit code ${code}`;
}
