import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeOf, HarnessError, messageOf } from '../core/errors.ts';

/** What the codes of the file system mean. */
const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'it does not exist',
  EEXIST: 'there is a file in its place',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

/** Reads a file that the command line names. @throws HarnessError `file-unreadable` (usage) */
export function readFile(cwd: string, path: string): Buffer {
  return attempt('file-unreadable', `${path} cannot be read`, 'name a file that exists', () =>
    readFileSync(resolve(cwd, path)),
  );
}

/** Writes a file that the command line names. @throws HarnessError `out-unwritable` (usage) */
export function writeFile(cwd: string, path: string, content: string): void {
  writing(path, () => writeFileSync(resolve(cwd, path), content));
}

/** Makes a folder that the command line names, where it does not exist. @throws HarnessError `out-unwritable` (usage) */
export function makeFolder(cwd: string, path: string): void {
  writing(path, () => mkdirSync(resolve(cwd, path), { recursive: true }));
}

/** Writes to a place that the command line names. @throws HarnessError `out-unwritable` (usage) */
export function writing<T>(path: string, write: () => T): T {
  return attempt('out-unwritable', `${path} cannot be written`, 'name another place', write);
}

/** Whether a path leads to a folder. */
export function isFolder(cwd: string, path: string): boolean {
  return statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === true;
}

function attempt<T>(code: string, problem: string, next: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    // Only what the operating system refused: everything else is a bug, or says itself what is wrong.
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    const reason = REASONS[codeOf(cause) ?? ''] ?? messageOf(cause);
    throw new HarnessError(code, 'usage', `${problem}: ${reason}`, { next, cause });
  }
}
