import { resolve } from 'node:path';
import { refuseStaleContract } from '../../contract/source.ts';
import type { Evidence } from '../../core/evidence.ts';
import { linesOf } from '../../core/evidence-lines.ts';
import { mergeEvidence } from '../../record/merge-evidence.ts';
import { readRecord } from '../../record/read-record.ts';
import { conclude } from '../../report/conclude.ts';
import { type Command, text } from '../command.ts';
import { printVerdict } from '../print-verdict.ts';
import { createRunFolder, newRunId, writeConclusion } from '../run-folder.ts';

/** `merge`: makes one run of several shards, judged once over the union. Exit codes as for `run`. */
export const merge: Command = {
  name: 'merge',
  operands: 'RUN_DIR…',
  arity: [1, Number.POSITIVE_INFINITY],
  about: 'makes one run of several shards, judged once over the union',
  options: {
    out: { type: 'string', value: 'DIR', about: 'run folder, new or empty; default reports/runs/<run id>' },
  },
  async run(given, terminal) {
    refuseStaleContract();
    const run = newRunId(terminal);
    // The command line takes no fewer than one.
    const parts = given.positionals.map(folder => readRecord(resolve(terminal.cwd, folder)));
    const merged = mergeEvidence(run, parts as [Evidence, ...Evidence[]]);
    const folder = createRunFolder(terminal, run, text(given, 'out'));
    for (const line of linesOf(merged)) folder.sink(JSON.stringify(line));
    folder.close();
    const evidence = readRecord(resolve(terminal.cwd, folder.path));
    const conclusion = conclude(evidence);
    writeConclusion(terminal, folder.path, evidence, conclusion);
    if (given.json) terminal.out(`${JSON.stringify(conclusion.summary, null, 2)}\n`);
    else terminal.out(printVerdict(conclusion.summary, folder.path));
    return conclusion.summary.exitCode;
  },
};
