import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Resolves once a file in a folder that exists has more than so many lines. */
export async function untilLines(folder: string, name: string, count: number): Promise<void> {
  const file = join(folder, name);
  const watcher = watch(folder);
  while (!existsSync(file) || readFileSync(file, 'utf8').split('\n').length <= count) await once(watcher, 'change');
  watcher.close();
}
