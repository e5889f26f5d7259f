import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { HarnessError } from '../base/errors.ts';
import { parseJson } from '../base/parse-json.ts';
import { PastRun } from '../contract/generated/file-validators.js';
import type { RunKept } from '../report/history/past-runs.ts';
import { readFacts } from './baseline.ts';
import { isFolder, readFile, writing } from './files.ts';

/**
 * Reads every run in some folders: each is the folder of a run, or holds such folders.
 *
 * @param page the file that the reports are linked from
 * @throws HarnessError `history-empty`, `summary-invalid`, `file-unreadable`, `facts-invalid` (usage)
 */
export function readHistory(folders: readonly string[], page: string, cwd: string): readonly RunKept[] {
  const runs = folders.flatMap(folder => runsIn(folder, cwd)).map(folder => readKept(folder, page, cwd));
  if (runs.length === 0)
    throw new HarnessError('history-empty', 'usage', `${folders.join(', ')}: no run folder found`, {
      next: 'name run folders, or a folder that contains run folders, such as reports/runs',
    });
  return [...new Map(runs.map(kept => [kept.summary.run, kept])).values()];
}

function runsIn(folder: string, cwd: string): readonly string[] {
  const isRun = (path: string) => existsSync(join(resolve(cwd, path), 'summary.json'));
  if (isRun(folder) || !isFolder(cwd, folder)) return [folder];
  const inside = writing(folder, () => readdirSync(resolve(cwd, folder)));
  return inside
    .sort()
    .map(name => join(folder, name))
    .filter(isRun);
}

function readKept(folder: string, page: string, cwd: string): RunKept {
  const file = join(folder, 'summary.json');
  const summary = parseJson(
    readFile(cwd, file).toString('utf8'),
    PastRun,
    problem => new HarnessError('summary-invalid', 'usage', `${file}: ${problem}`, { next: 'name a run folder' }),
  );
  const report = resolve(cwd, folder, 'report.html');
  const link = relative(dirname(resolve(cwd, page)), report)
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return { summary, facts: readFacts(folder, cwd), ...(existsSync(report) && { report: link }) };
}
