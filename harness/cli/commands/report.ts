import { HarnessError } from '../../base/errors.ts';
import { refuseStaleContract } from '../../contract/source.ts';
import { historyOf } from '../../report/history/past-runs.ts';
import { renderHistory } from '../../report/history/render-history.ts';
import { defineCommand, printResult, type Terminal } from '../command.ts';
import { writeFile } from '../files.ts';
import { readEvidence, UNVERIFIED } from '../read-evidence.ts';
import { readHistory } from '../read-history.ts';
import { concludeInto } from '../run-folder.ts';

const FILES = ['summary.json', 'facts.json', 'exchanges.har', 'report.html', 'report.md', 'junit.xml', 'ctrf.json'];
/** What a gate has no part of. */
const OF_SERVICE = ['lifecycle.json'];

/** `report`: writes the reports of runs again, from their records; with `--history` one page about the last runs. */
export const report = defineCommand('report', {
  options: {
    history: { about: 'draws the last thirty runs in the folders or their subfolders as one page' },
    out: { value: 'FILE', about: 'output file of the history; default: history.html' },
    unverified: UNVERIFIED,
  },
  examples: ['report reports/runs/latest', 'report --history reports/runs'],
  async run({ operands, options: { history, out, unverified }, json }, terminal) {
    if (history) return reportHistory(operands, out ?? 'history.html', json, terminal);
    if (out !== undefined) throw new HarnessError('option-invalid', 'usage', '--out requires --history');
    refuseStaleContract();
    const runs = operands.map(folder => {
      const { lifecycle } = concludeInto(terminal, folder, readEvidence(terminal, folder, unverified));
      return { folder, files: lifecycle ? [...FILES, ...OF_SERVICE] : FILES };
    });
    const written = runs.flatMap(({ folder, files }) => files.map(file => `${folder}/${file}\n`));
    printResult(terminal, json, { ...runs[0], runs }, written.join(''));
    return 0;
  },
});

function reportHistory(folders: readonly string[], page: string, json: boolean, terminal: Terminal): number {
  const runs = historyOf(readHistory(folders, page, terminal.cwd));
  writeFile(terminal.cwd, page, renderHistory(runs));
  printResult(terminal, json, { file: page, runs }, `${page}\n`);
  return 0;
}
