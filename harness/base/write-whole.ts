import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Most names that are tried for the part: further processes that write the same file at once, or left one behind. */
const MOST_PARTS = 100;

/**
 * Writes a file so that it appears whole or not at all: it is written beside its place and moved there. Several
 * processes may write the same file at once; the last one to finish wins.
 * @param content a text, or its parts, where it may be longer than a string can be
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

/** Makes a file beside another, under a name that no process uses. */
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
