import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/**
 * Gives a test run a temporary folder of its own, also to the processes that it starts, and fails the run where a test
 * leaves something in it. Vitest calls it once for each project; they share the folder of the first.
 */
export default function noLeftovers(): (() => void) | undefined {
  if (process.env.TESTS_TMPDIR !== undefined) return undefined;
  // The compile cache is kept from run to run.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  process.env.PATH = withoutShim(process.env.PATH ?? '', 'python3', ['-c', 'import sys; print(sys.executable)']);
  const root = mkdtempSync(join(tmpdir(), 'onramp-tests-'));
  process.env.TMPDIR = process.env.TESTS_TMPDIR = root;
  return () => {
    const left = readdirSync(root);
    rmSync(root, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`the tests left ${left.length} temporary files behind: ${left.join(', ')}`);
  };
}

/** Puts a program before the shim of a version manager, which starts twenty shells a call. @param ask its own path */
function withoutShim(path: string, program: string, ask: readonly string[]): string {
  const folder = dirname(spawnSync(program, ask, { encoding: 'utf8' }).stdout?.trim() ?? '');
  const folders = path.split(delimiter);
  return folder === '.' || folders.includes(folder) ? path : [folder, ...folders].join(delimiter);
}
