import { HarnessError } from '../core/errors.ts';
import { killGroup } from '../core/kill-group.ts';
import type { Environment } from '../core/settings.ts';
import type { World } from '../core/world.ts';

/** How long a command of the user's may run, in milliseconds (INTERFACE, Environment). */
const TIME_LIMIT_MS = 60_000;
/** How much of what a command says is quoted, in characters. */
const QUOTED = 600;

/**
 * Runs a shell command of the user's and returns the lines it prints, trimmed, empty ones left out. It inherits the
 * environment, is killed after 60 s (with whatever it started), and its stderr is quoted when it fails.
 * @throws HarnessError `command-failed` (unreachable)
 */
export function runShellCommand(
  world: World,
  name: string,
  command: string,
  variables: Environment,
  signal: AbortSignal,
  hide: (text: string) => string,
): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = world.spawn('/bin/sh', ['-c', command], {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-QUOTED);
    });
    let stopped: string | undefined;
    const stop = (why: string) => {
      stopped = why;
      // The group, so that what the shell started goes with it.
      killGroup(child.pid, 'SIGKILL');
    };
    const timer = world.after(TIME_LIMIT_MS, () =>
      stop(`it ran for more than ${TIME_LIMIT_MS / 1000} s and was killed`),
    );
    const interrupt = () => stop('the run was stopped');
    signal.addEventListener('abort', interrupt);
    const finish = (problem: string | undefined) => {
      timer.cancel();
      signal.removeEventListener('abort', interrupt);
      if (problem === undefined)
        resolve(
          stdout
            .split('\n')
            .map(line => line.trim())
            .filter(line => line !== ''),
        );
      else reject(failed(name, problem, hide(stderr.trim())));
    };
    child.once('error', error => finish(error.message));
    child.once('close', (code, killed) => {
      if (stopped !== undefined) finish(stopped);
      else if (code !== 0) finish(code === null ? `it was ended by ${killed}` : `it ended with exit code ${code}`);
      else finish(undefined);
    });
  });
}

function failed(name: string, problem: string, said: string): HarnessError {
  return new HarnessError('command-failed', 'unreachable', `${name} failed: ${problem}`, {
    received: said === '' ? 'it said nothing on stderr' : said,
    expected: 'exit code 0',
    next: `run the command of ${name} by hand, with the variables that it gets (.env.example)`,
  });
}
