import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/**
 * Puts Python before a version manager's shim, which starts twenty shells whenever a test starts Python. Without a shim
 * or Python it changes nothing. Vitest calls it before the tests.
 */
export default function pastShims(): void {
  const asked = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  const folder = dirname(asked.stdout?.trim() ?? '');
  const folders = (process.env.PATH ?? '').split(delimiter);
  if (folder !== '.' && !folders.includes(folder)) process.env.PATH = [folder, ...folders].join(delimiter);
}
