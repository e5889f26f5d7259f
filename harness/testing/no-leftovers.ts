import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives a test run and its processes a temporary folder, and fails the run if a test leaves something in it. Vitest
 * calls it once per project. All projects share the first folder.
 */
export default function noLeftovers(): (() => void) | undefined {
  if (process.env.TESTS_TMPDIR !== undefined) return undefined;
  // The compile cache persists between runs.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  const root = mkdtempSync(join(tmpdir(), 'onramp-tests-'));
  process.env.TMPDIR = process.env.TESTS_TMPDIR = root;
  return () => {
    const left = readdirSync(root);
    rmSync(root, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`the tests left ${left.length} temporary files behind: ${left.join(', ')}`);
  };
}
