import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { attempted, codeOf, type ErrorKind, HarnessError, messageOf } from '../base/errors.ts';
import { writeWhole } from '../base/write-whole.ts';

/** Errors of the machine that another path would not avoid. The command line is not at fault. */
const OF_THE_MACHINE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** Why the operating system refused something, in words. */
export function reasonOf(cause: unknown): string {
  // The system's words for this are about the call that Node made.
  if (codeOf(cause) === 'EISDIR') return 'it is a directory';
  const { errno } = cause as NodeJS.ErrnoException;
  return errno === undefined ? messageOf(cause) : getSystemErrorMessage(errno);
}

/** Stands for standard input in place of a file. */
const STDIN = '-';

/** Reads a file from the command line; `-` is stdin. @throws HarnessError `file-unreadable` (usage) */
export function readFile(cwd: string, path: string): Buffer {
  const from = path === STDIN ? 0 : resolve(cwd, path);
  return attempt('file-unreadable', 'usage', `${path} cannot be read`, () => readFileSync(from));
}

/** Writes a file from the command line. @throws HarnessError `out-unwritable` (usage) */
export function writeFile(cwd: string, path: string, content: string): void {
  const file = resolve(cwd, path);
  writing(path, () => {
    if (!existsSync(file)) writeWhole(file, content);
    // A device or a pipe cannot be replaced, and a link must remain a link.
    else if (statSync(file).isFile()) writeWhole(realpathSync(file), content);
    else writeFileSync(file, content);
  });
}

/** Makes a folder from the command line, if needed. @throws HarnessError `out-unwritable` (usage) */
export function makeFolder(cwd: string, path: string): void {
  writing(path, () => makeFolders(resolve(cwd, path)));
}

/** Makes a folder and its parents. A recursive `mkdirSync` never returns below /proc. */
function makeFolders(path: string): void {
  if (isFolder('/', path)) return;
  if (!existsSync(dirname(path))) makeFolders(dirname(path));
  mkdirSync(path);
}

/**
 * Writes to a path from the command line.
 * @throws HarnessError `out-unwritable` (by default usage; unreachable if the disk is full)
 */
export function writing<T>(path: string, write: () => T, kind: ErrorKind = 'usage'): T {
  return attempt('out-unwritable', kind, `${path} cannot be written`, write);
}

/** Whether a path is an accessible folder. */
export function isFolder(cwd: string, path: string): boolean {
  return attempted(() => statSync(resolve(cwd, path)).isDirectory()) ?? false;
}

/** Acts on files. @throws HarnessError if the operating system refuses it */
function attempt<T>(code: string, kind: ErrorKind, problem: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    // Other errors are bugs, or explain themselves.
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    const errno = codeOf(cause) ?? '';
    const machine = OF_THE_MACHINE.has(errno);
    const next = machine
      ? 'free disk space, or use another path'
      : code === 'file-unreadable'
        ? 'name a file that exists'
        : 'use another path';
    throw new HarnessError(code, machine ? 'unreachable' : kind, `${problem}: ${reasonOf(cause)}`, { next, cause });
  }
}
