import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf, HarnessError, messageOf } from '../core/errors.ts';

/** What the codes of the file system mean. */
const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file or folder',
  EEXIST: 'there is a file in its place',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ELOOP: 'its symbolic links form a circle',
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

/** Refuses a file that cannot be written, before any work for it. @throws HarnessError `out-unwritable` (usage) */
export function refuseUnwritable(cwd: string, path: string): void {
  const file = resolve(cwd, path);
  writing(path, () => {
    if (isFolder(cwd, path)) readFileSync(file);
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
  });
}

/** Makes a folder that the command line names, if needed. @throws HarnessError `out-unwritable` (usage) */
export function makeFolder(cwd: string, path: string): void {
  writing(path, () => makeFolders(resolve(cwd, path)));
}

/** Makes a folder and those above it. `mkdirSync` with `recursive` never returns below /proc. */
function makeFolders(path: string): void {
  if (isFolder('/', path)) return;
  if (!existsSync(dirname(path))) makeFolders(dirname(path));
  mkdirSync(path);
}

/** Writes to a place that the command line names. @throws HarnessError `out-unwritable` (usage) */
export function writing<T>(path: string, write: () => T): T {
  return attempt('out-unwritable', `${path} cannot be written`, 'name another place', write);
}

/** Whether a path leads to a folder that can be seen. */
export function isFolder(cwd: string, path: string): boolean {
  try {
    return statSync(resolve(cwd, path)).isDirectory();
  } catch {
    return false;
  }
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
