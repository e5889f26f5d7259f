import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { HarnessError } from '../core/errors.ts';
import type { Evidence } from '../core/evidence.ts';
import { writeWhole } from '../core/write-whole.ts';
import { RECORD_FILE } from '../record/read-record.ts';
import type { Sink } from '../record/recorder.ts';
import { type Conclusion, conclude } from '../report/conclude.ts';
import { comparisonAsMarkdown } from '../report/describe-comparison.ts';
import { writeReports } from '../report/write-run-folder.ts';
import { keptBaseline } from './baseline.ts';
import { printResult, type Terminal } from './command.ts';
import { makeFolder, writing } from './files.ts';
import { printVerdict } from './print-verdict.ts';

/** Where runs go without `--out`, in the working directory. */
const DEFAULT_PLACE = join('reports', 'runs');

/** A run folder that is being written. */
export interface RunFolder {
  /** As a person in the working directory would write it. */
  readonly path: string;
  /** Takes the lines of the record and writes each at once, so that a run that is cut off loses none. */
  readonly sink: Sink;
  close(): void;
}

/** A run's id: its start in UTC, and four random characters. */
export function newRunId({ world }: Terminal): string {
  const stamp = new Date(world.now()).toISOString().replace(/[-:]/g, '').replace(/\..*$/, '').replace('T', '-');
  return `${stamp}-${world.randomBytes(2).toString('hex')}`;
}

/** Makes the folder of a run, or takes an empty one. @throws HarnessError `out-not-empty`, `out-unwritable` (usage) */
export function createRunFolder({ cwd }: Terminal, run: string, out: string | undefined): RunFolder {
  const path = resolve(cwd, out ?? join(DEFAULT_PLACE, run));
  const near = relative(cwd, path);
  const shown = near === '' || near.startsWith('..') ? path : near;
  return writing(shown, () => {
    if (existsSync(path) && readdirSync(path).length > 0) {
      throw new HarnessError('out-not-empty', 'usage', `${shown} is not empty`, {
        expected: 'a new or an empty folder',
        next: 'name another one with --out',
      });
    }
    makeFolder(cwd, path);
    const file = openSync(join(path, RECORD_FILE), 'ax');
    if (out === undefined) pointLatest(path);
    return { path: shown, sink: line => void writeSync(file, `${line}\n`), close: () => closeSync(file) };
  });
}

/**
 * Judges a run, compares it with the baseline that its folder keeps, and writes all that is rendered from its record.
 * @throws HarnessError `out-unwritable`, `baseline-invalid` (usage)
 */
export function concludeInto(terminal: Terminal, path: string, evidence: Evidence): Conclusion {
  const conclusion = conclude(evidence, undefined, keptBaseline(path, terminal.cwd));
  const { summary, facts, comparison } = conclusion;
  const folder = resolve(terminal.cwd, path);
  writing(path, () => {
    writeWhole(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
    if (comparison) {
      writeWhole(join(folder, 'drift.json'), `${JSON.stringify(comparison, null, 2)}\n`);
      writeWhole(join(folder, 'drift.md'), comparisonAsMarkdown(comparison));
    }
    writeReports(folder, evidence, summary);
  });
  return conclusion;
}

/** Prints the verdict of a run; with `--json` its summary. @returns the exit code */
export function printConclusion(terminal: Terminal, json: boolean, path: string, { summary }: Conclusion): number {
  printResult(terminal, json, summary, printVerdict(summary, path));
  return summary.exitCode;
}

/** Points `latest` to a run by a relative link, so that the tree can be moved. It is replaced, so never missing. */
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
