import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The most names that are tried for the temporary file: other processes may write the same file, or have left one. */
const MOST_PARTS = 100;

/**
 * Writes a file atomically: it is written beside its place and then moved there. If several processes write the same
 * file at once, the last one to finish wins.
 * @param content a text, or its parts if it may be longer than a string can be
 */
export function writeWhole(path: string, content: string | Iterable<string>): void {
  const { file, part } = openPart(path);
  try {
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

/** Creates a file beside another, under a name that no process uses. */
function openPart(path: string): { readonly file: number; readonly part: string } {
  for (let number = 1; ; number++) {
    const part = join(dirname(path), `.${basename(path)}.${number}.part`);
    try {
      return { file: openSync(part, 'wx'), part };
    } catch (cause) {
      const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
      if (!isTaken || number === MOST_PARTS) throw cause;
    }
  }
}
