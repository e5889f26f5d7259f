import { defineCommand, printResult } from '../command.ts';
import { readEvidence, UNVERIFIED } from '../earlier-runs.ts';
import { concludeInto } from '../finish-run.ts';

/** `report`: rewrites the reports of runs from their records. */
export const command = defineCommand('report', {
  options: { unverified: UNVERIFIED },
  examples: ['report reports/runs/latest'],
  async run({ operands, options: { unverified } }, terminal) {
    const runs = operands.map(folder => {
      const { files } = concludeInto(terminal, folder, readEvidence(terminal, folder, unverified));
      return { folder, files };
    });
    const written = runs.flatMap(({ folder, files }) => files.map(file => `${folder}/${file}\n`));
    printResult<'report'>(terminal, { ...runs[0], runs }, written.join(''));
    return 0;
  },
});
