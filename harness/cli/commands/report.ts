import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { HarnessError } from '../../base/errors.ts';
import { parseJson } from '../../base/parse-json.ts';
import { PastRun } from '../../contract/generated/file-validators.js';
import { historyOf, type RunKept, renderHistory } from '../../report/history.ts';
import { readFacts } from '../baseline.ts';
import { defineCommand, printResult, type Terminal } from '../command.ts';
import { isFolder, readFile, writeFile, writing } from '../files.ts';
import { concludeInto } from '../finish-run.ts';
import { readEvidence, UNVERIFIED } from '../read-evidence.ts';

/** `report`: writes the reports of runs again, from their records; with `--history` one page about the last runs. */
export const command = defineCommand('report', {
  options: {
    history: { about: 'draws the last thirty runs in the folders or their subfolders as one page' },
    out: { value: 'FILE', about: 'output file of the history; default: history.html' },
    unverified: UNVERIFIED,
  },
  examples: ['report reports/runs/latest', 'report --history reports/runs'],
  async run({ operands, options: { history, out, unverified } }, terminal) {
    if (history) return reportHistory(operands, out ?? 'history.html', terminal);
    if (out !== undefined) throw new HarnessError('option-invalid', 'usage', '--out requires --history');
    const runs = operands.map(folder => {
      const { files } = concludeInto(terminal, folder, readEvidence(terminal, folder, unverified));
      return { folder, files };
    });
    const written = runs.flatMap(({ folder, files }) => files.map(file => `${folder}/${file}\n`));
    printResult<'report'>(terminal, { ...runs[0], runs }, written.join(''));
    return 0;
  },
});

function reportHistory(folders: readonly string[], page: string, terminal: Terminal): number {
  const runs = historyOf(readHistory(folders, page, terminal.cwd));
  writeFile(terminal.cwd, page, renderHistory(runs));
  printResult<'report-history'>(terminal, { file: page, runs }, `${page}\n`);
  return 0;
}

/**
 * Reads every run in some folders: each is the folder of a run, or holds such folders.
 *
 * @param page the file that the reports are linked from
 * @throws HarnessError `history-empty`, `summary-invalid`, `file-unreadable`, `facts-invalid` (usage)
 */
function readHistory(folders: readonly string[], page: string, cwd: string): readonly RunKept[] {
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
