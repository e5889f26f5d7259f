import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { attempted, HarnessError } from '../base/errors.ts';
import { Chain } from '../evidence/record/chain.ts';
import { RECORD_FILE } from '../evidence/record/read-record.ts';
import type { Sink } from '../evidence/record/recorder.ts';
import type { Terminal } from './command.ts';
import { makeFolder, reasonOf, writing } from './files.ts';

/** The default folder of runs, in the working directory. */
const DEFAULT_PLACE = join('reports', 'runs');

/** A run folder that is being written. */
export type RunFolder = ReturnType<typeof createRunFolder>;

/** A run id: the start in UTC, and four random characters. */
export function newRunId({ world }: Terminal): string {
  const stamp = new Date(world.now()).toISOString().replace(/[-:]/g, '').replace(/\..*$/, '').replace('T', '-');
  return `${stamp}-${world.randomBytes(2).toString('hex')}`;
}

/** Makes the folder of a run, or uses an empty one. @throws HarnessError `out-not-empty`, `out-unwritable` (usage) */
export function createRunFolder({ cwd }: Terminal, run: string, out: string | undefined) {
  const path = resolve(cwd, out ?? join(DEFAULT_PLACE, run));
  const near = relative(cwd, path);
  const shown = near === '' || near.startsWith('..') ? path : near;
  return writing(shown, () => {
    if (existsSync(path) && readdirSync(path).length > 0) {
      throw new HarnessError('out-not-empty', 'usage', `${shown} is not empty`, {
        expected: 'a new or an empty folder',
        next: 'name another folder with --out',
      });
    }
    const made = missingFolders(path);
    makeFolder(cwd, shown);
    const record = openRecordFile(join(path, RECORD_FILE), shown);
    const latest = out === undefined ? pointLatest(path) : undefined;
    /** Removes the folder: a run that could not start leaves nothing behind. */
    const discard = () => {
      latest?.undo();
      for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
      for (const folder of made) if (readdirSync(folder).length === 0) rmdirSync(folder);
    };
    // Relative to the working directory if possible.
    return { path: shown, ...record, discard };
  });
}

/** A folder and its missing parents, the deepest first. */
function missingFolders(path: string): readonly string[] {
  return existsSync(path) ? [] : [path, ...missingFolders(dirname(path))];
}

/**
 * Creates the file of a record. It ends before a line that cannot be written: then `failed` resolves.
 * @param shown its folder in errors
 */
function openRecordFile(path: string, shown: string) {
  const { promise: failed, resolve: fail } = Promise.withResolvers<HarnessError>();
  const file = openSync(path, 'ax');
  let failure: HarnessError | undefined;
  let size = 0;
  const chain = new Chain();
  const append = (line: string) => {
    const bytes = Buffer.from(`${chain.link(line)}\n`);
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    size += bytes.length;
  };
  /** Writes each line at once, so that a run that is cut off loses none. Never throws. */
  const sink: Sink = line => {
    if (failure) return;
    try {
      append(line);
    } catch (cause) {
      const problem = `the record in ${shown} cannot be written: ${reasonOf(cause)}`;
      failure = new HarnessError('record-unwritable', 'unreachable', problem, {
        next: 'free disk space, and run again',
        cause,
      });
      // The record must not end within a line.
      ftruncateSync(file, size);
      fail(failure);
    }
  };
  return { sink, failed, failure: () => failure, close: () => closeSync(file) };
}

/** Points `latest` to a run by a relative link, which allows moving the tree. The link is replaced atomically. */
function pointLatest(path: string): { undo(): void } {
  const link = join(dirname(path), 'latest');
  const current = () => attempted(() => readlinkSync(link));
  const before = current();
  const point = (target: string) => {
    const fresh = `${link}-${basename(path)}`;
    symlinkSync(target, fresh);
    try {
      renameSync(fresh, link);
    } catch {
      rmSync(fresh);
    }
  };
  point(basename(path));
  return {
    undo() {
      // A later run may have become the latest.
      if (current() !== basename(path)) return;
      if (before === undefined) rmSync(link);
      else point(before);
    },
  };
}
