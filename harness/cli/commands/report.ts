import { resolve } from 'node:path';
import { refuseStaleContract } from '../../contract/source.ts';
import { readRecord } from '../../record/read-record.ts';
import { conclude } from '../../report/conclude.ts';
import { keptBaseline } from '../baseline.ts';
import type { Command } from '../command.ts';
import { writeConclusion } from '../run-folder.ts';

/** `report`: renders the reports of a run again, from its record. */
export const report: Command = {
  name: 'report',
  operands: 'RUN_DIR',
  arity: [1, 1],
  about: 'renders the reports of a run again, from its record',
  options: {},
  async run(given, terminal) {
    refuseStaleContract();
    const [folder = ''] = given.positionals;
    const evidence = readRecord(resolve(terminal.cwd, folder));
    const conclusion = conclude(evidence, undefined, keptBaseline(terminal, folder));
    writeConclusion(terminal, folder, evidence, conclusion);
    const files = ['summary.json', 'facts.json', 'exchanges.har', 'report.html', 'report.md', 'junit.xml', 'ctrf.json'];
    if (given.json) terminal.out(`${JSON.stringify({ folder, files })}\n`);
    else terminal.out(`${files.map(file => `${folder}/${file}`).join('\n')}\n`);
    return 0;
  },
};
