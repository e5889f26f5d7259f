import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that it appears whole or not at all: it is written beside its place and moved there.
 * @param content a text, or its parts, where it may be longer than a string can be
 */
export function writeWhole(path: string, content: string | Iterable<string>): void {
  const part = join(dirname(path), `.${basename(path)}.part`);
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
