import { HarnessError } from './errors.ts';
import { howEnded, killGroup } from './kill-group.ts';
import { ownPath } from './own-files.ts';
import type { Environment } from './settings.ts';
import type { World } from './world.ts';

const TIME_LIMIT_MS = 60_000;
/** The most that it may print on stdout, in characters: the ids of some hundred thousand orders. */
const MOST_PRINTED = 16 * 1024 * 1024;
/** How much of the error output is quoted, in characters. */
const QUOTED = 600;

/**
 * Runs `$1` with a pipe as its stdout, and ends as it ends. Node makes a socket of what it calls a pipe, and a program
 * in JavaScript that prints to a socket and calls `process.exit()` loses what the socket has not taken yet.
 */
const PIPED = `exec 4>&1
status=$({ { /bin/sh -c "$1" 3>&- 4>&-; echo $? >&3; } | cat >&4 3>&-; } 3>&1)
[ "$status" -le 128 ] || kill -$((status - 128)) $$ 2>/dev/null
exit "$status"`;

/** A shell command of the user. */
export interface ShellCommand {
  readonly world: World;
  /** The setting that it comes from. */
  readonly name: string;
  readonly command: string;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Removes secrets from its error output. */
  readonly hide: (text: string) => string;
  /** How long it may run, in milliseconds. Default: 60 000 (INTERFACE, Environment). */
  readonly limitMs?: number;
  /**
   * Whether it may leave a program running, whose output is nobody's business: it ends with its own exit, and what it
   * prints on stdout is not read. Default: no.
   */
  readonly leaves?: true;
}

/**
 * Runs a shell command of the user and returns the lines that it prints, trimmed, without empty ones. It inherits the
 * environment with `variables` over it, and is killed with what it started after its time, or where it prints without
 * end.
 * @throws HarnessError `command-failed` (unreachable), which quotes its stderr
 */
export async function runShellCommand(
  { world, name, command, signal, hide, limitMs = TIME_LIMIT_MS, leaves }: ShellCommand,
  variables: Environment,
): Promise<readonly string[]> {
  const child = world.spawn('/bin/sh', leaves ? ['-c', command] : ['-c', PIPED, 'sh', command], {
    env: { ...process.env, ...variables },
    // What it leaves running must not die of a pipe that nobody reads.
    stdio: ['ignore', leaves ? 'ignore' : 'pipe', leaves ? 'ignore' : 'pipe'],
    detached: true,
  });
  let stopped: string | undefined;
  const stop = (why: string) => {
    stopped ??= why;
    // The group, so that what the shell started ends too.
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
  };
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (stdout.length > MOST_PRINTED) return;
    stdout += text;
    if (stdout.length > MOST_PRINTED) stop(`it printed more than ${MOST_PRINTED / 1024 / 1024} MiB and was killed`);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-QUOTED);
  });
  const timer = world.after(limitMs, () => stop(`it ran for more than ${limitMs / 1000} s and was killed`));
  const interrupt = () => stop('the run was stopped');
  signal.addEventListener('abort', interrupt);
  const problem = await new Promise<string | undefined>(resolve => {
    child.once('error', error => resolve(error.message));
    child.once(leaves ? 'exit' : 'close', (code, killed) => {
      if (stopped !== undefined || code === 0) resolve(stopped);
      else resolve(howEnded(code, killed));
    });
  });
  timer.cancel();
  signal.removeEventListener('abort', interrupt);
  if (problem !== undefined)
    throw new HarnessError('command-failed', 'unreachable', `${name} failed: ${problem}`, {
      received: leaves ? 'its output is not read' : stderr.trim() === '' ? 'nothing on stderr' : hide(stderr.trim()),
      expected: 'exit code 0',
      next: `run the command of ${name} by hand, with the variables that it gets (${ownPath('.env.example')})`,
    });
  return stdout
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}
