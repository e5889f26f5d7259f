import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { HarnessError } from '../core/errors.ts';
import type { Evidence } from '../core/evidence.ts';
import { RECORD_FILE } from '../record/read-record.ts';
import type { Sink } from '../record/recorder.ts';
import type { Conclusion } from '../report/conclude.ts';
import { driftAsMarkdown } from '../report/drift-in-words.ts';
import { writeReports } from '../report/write-run-folder.ts';
import type { Terminal } from './command.ts';

/** Where runs go unless `--out` says otherwise, below the working directory. */
const DEFAULT_PLACE = join('reports', 'runs');

/** A run folder that is being written. */
export interface RunFolder {
  readonly path: string;
  /** Takes the lines of the record, each written at once, so that a run that is cut off loses nothing. */
  readonly sink: Sink;
  close(): void;
}

/** A run's id: when it began, in UTC, and four random characters. */
export function newRunId(terminal: Terminal): string {
  const { world } = terminal;
  const stamp = new Date(world.now()).toISOString().replace(/[-:]/g, '').replace(/\..*$/, '').replace('T', '-');
  return `${stamp}-${world.randomBytes(2).toString('hex')}`;
}

/** Makes the folder of a run. An existing one must be empty. @throws HarnessError `out-not-empty`, `out-unwritable` (usage) */
export function createRunFolder(terminal: Terminal, run: string, out: string | undefined): RunFolder {
  const path = resolve(terminal.cwd, out ?? join(DEFAULT_PLACE, run));
  try {
    if (existsSync(path) && readdirSync(path).length > 0) {
      throw new HarnessError('out-not-empty', 'usage', `${out} is not empty`, {
        expected: 'a new or an empty folder',
        next: 'name another with --out',
      });
    }
    mkdirSync(path, { recursive: true });
    const file = openSync(join(path, RECORD_FILE), 'ax');
    if (out === undefined) pointLatest(path);
    return {
      path: shown(terminal, path),
      sink: line => void writeSync(file, `${line}\n`),
      close: () => closeSync(file),
    };
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause;
    throw new HarnessError(
      'out-unwritable',
      'usage',
      `the run folder cannot be written: ${(cause as NodeJS.ErrnoException).code}`,
      {
        next: 'name another with --out',
        cause,
      },
    );
  }
}

/** Writes everything that is rendered from the record. */
export function writeConclusion(
  terminal: Terminal,
  path: string,
  evidence: Evidence,
  { summary, facts, comparison }: Conclusion,
): void {
  const folder = resolve(terminal.cwd, path);
  writeFileSync(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
  if (comparison) {
    writeFileSync(join(folder, 'drift.json'), `${JSON.stringify(comparison, null, 2)}\n`);
    writeFileSync(join(folder, 'drift.md'), driftAsMarkdown(comparison.drift));
  }
  writeReports(folder, evidence, summary);
}

/** `latest`, a relative link, so that the tree can be moved; made beside and renamed, so that it is never missing. */
function pointLatest(path: string): void {
  const link = join(dirname(path), 'latest');
  const fresh = `${link}-${basename(path)}`;
  symlinkSync(basename(path), fresh);
  try {
    renameSync(fresh, link);
  } catch {
    rmSync(fresh);
  }
}

/** A path as a person in the working directory would write it. */
function shown(terminal: Terminal, path: string): string {
  const near = relative(terminal.cwd, path);
  return near === '' || near.startsWith('..') ? path : near;
}
