import { linesOf, mergeEvidence } from '../../evidence/evidence-lines.ts';
import { defineCommand } from '../command.ts';
import { readEvidence, UNVERIFIED } from '../earlier-runs.ts';
import { finishRun } from '../finish-run.ts';
import { RUN_FOLDER } from '../options.ts';
import { createRunFolder, newRunId } from '../run-folder.ts';

/** `merge`: merges several shards into one run and judges it. Exit codes as for `run`. */
export const command = defineCommand('merge', {
  options: { out: RUN_FOLDER, unverified: UNVERIFIED },
  examples: ['merge shards/1 shards/2 --out night'],
  async run({ operands, options }, terminal) {
    const run = newRunId(terminal);
    const read = (folder: string) => readEvidence(terminal, folder, options.unverified);
    const [first, ...others] = operands;
    const merged = mergeEvidence(run, [read(first), ...others.map(read)]);
    const folder = createRunFolder(terminal, run, options.out);
    for (const line of linesOf(merged)) folder.sink(JSON.stringify(line));
    folder.close();
    return finishRun(terminal, folder, folder.failure() ? merged : read(folder.path));
  },
});
