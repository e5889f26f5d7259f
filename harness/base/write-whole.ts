import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';

/**
 * Writes a file atomically: it is written beside its place, under a name that no other thread uses, and then moved
 * there. If several processes write the same file at once, the last one to finish wins.
 * @param content a text, or its parts if it may be longer than a string can be
 */
export function writeWhole(path: string, content: string | Iterable<string>): void {
  const part = join(dirname(path), `.${basename(path)}.${process.pid}-${threadId}.part`);
  try {
    const file = openSync(part, 'w');
    try {
      for (const piece of typeof content === 'string' ? [content] : content) writeFileSync(file, piece);
    } finally {
      closeSync(file);
    }
    renameSync(part, path);
  } catch (cause) {
    rmSync(part, { force: true });
    throw cause;
  }
}
