import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes a file so that it appears whole or not at all: it is written beside its place and moved there. */
export function writeWhole(path: string, content: string): void {
  const part = join(dirname(path), `.${basename(path)}.part`);
  try {
    writeFileSync(part, content);
    renameSync(part, path);
  } catch (cause) {
    rmSync(part, { force: true });
    throw cause;
  }
}
