import { refuseStaleContract } from '../../contract/source.ts';
import { HarnessError } from '../../core/errors.ts';
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

/** `report`: writes the reports of a run again, from its record; with `--history` one page about the last runs. */
export const report = defineCommand('report', {
  options: {
    history: { about: 'draws the last thirty runs in the folders or their subfolders as one page' },
    out: { value: 'FILE', about: 'output file of the history; default: history.html' },
    unverified: UNVERIFIED,
  },
  examples: ['report reports/runs/latest', 'report --history reports/runs'],
  async run({ operands, options: { history, out, unverified }, json }, terminal) {
    if (history) return reportHistory(operands, out ?? 'history.html', json, terminal);
    const [folder, ...others] = operands;
    if (others.length > 0 || out !== undefined)
      throw new HarnessError('option-invalid', 'usage', 'several folders, and --out, require --history');
    refuseStaleContract();
    const evidence = readEvidence(terminal, folder, unverified);
    const { lifecycle } = concludeInto(terminal, folder, evidence);
    const files = lifecycle ? [...FILES, ...OF_SERVICE] : FILES;
    printResult(terminal, json, { folder, files }, files.map(file => `${folder}/${file}\n`).join(''));
    return 0;
  },
});

function reportHistory(folders: readonly string[], page: string, json: boolean, terminal: Terminal): number {
  const runs = historyOf(readHistory(folders, page, terminal.cwd));
  writeFile(terminal.cwd, page, renderHistory(runs));
  printResult(terminal, json, { file: page, runs }, `${page}\n`);
  return 0;
}
