import { resolve } from 'node:path';
import { refuseStaleContract } from '../../contract/source.ts';
import { readRecord } from '../../record/read-record.ts';
import { defineCommand, printResult } from '../command.ts';
import { concludeInto } from '../run-folder.ts';

const FILES = ['summary.json', 'facts.json', 'exchanges.har', 'report.html', 'report.md', 'junit.xml', 'ctrf.json'];

/** `report`: writes the reports of a run again, from its record. */
export const report = defineCommand('report', {
  options: {},
  examples: ['report reports/runs/latest'],
  async run({ operands: [folder], json }, terminal) {
    refuseStaleContract();
    const evidence = readRecord(resolve(terminal.cwd, folder));
    concludeInto(terminal, folder, evidence);
    printResult(terminal, json, { folder, files: FILES }, FILES.map(file => `${folder}/${file}\n`).join(''));
    return 0;
  },
});
