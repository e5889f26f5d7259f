import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownModule } from '../base/own-files.ts';

const MAIN = fileURLToPath(ownModule('harness/cli/main.ts'));

/** A running command, and its output so far. */
export type Called = ReturnType<typeof callProgram>;

/** The environment variables of the tests that a command needs. */
function inherited(): { readonly [name: string]: string } {
  const { PATH = '', TMPDIR = '', NODE_COMPILE_CACHE = '' } = process.env;
  return Object.fromEntries(Object.entries({ PATH, TMPDIR, NODE_COMPILE_CACHE }).filter(([, value]) => value !== ''));
}

/**
 * Runs the command line in a separate process, with only the given environment variables.
 *
 * @param shell a shell command that calls it, such as `exec "$@" >/dev/full`; default: no shell
 */
export function callHarness(
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
  cwd?: string,
  shell?: string,
): Called {
  const words = [process.execPath, MAIN, ...args];
  return callProgram(shell === undefined ? words : ['/bin/sh', '-c', shell, 'sh', ...words], env, cwd);
}

/** Runs any program like {@link callHarness}. @param words the program and its arguments */
export function callProgram(
  [program = '', ...args]: readonly string[],
  env: { readonly [name: string]: string } = {},
  cwd?: string,
) {
  const child = spawn(program, args, {
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text;
  });
  /** Resolves when the output of a stream matches a pattern. */
  const said = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(stdout) ?? pattern.exec(stderr);
        if (found) resolve(found[0]);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.once('close', () =>
        reject(new Error(`the command ended without output that matches ${pattern}:\n${stdout}\n${stderr}`)),
      );
      look();
    });
  /** Resolves when the process has ended. */
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return { child, stdout: () => stdout, stderr: () => stderr, said, ended };
}

/** Resolves once a file in an existing folder has more than this many lines. */
export async function untilLines(folder: string, name: string, count: number): Promise<void> {
  const file = join(folder, name);
  const watcher = watch(folder);
  while (!existsSync(file) || readFileSync(file, 'utf8').split('\n').length <= count) await once(watcher, 'change');
  watcher.close();
}
