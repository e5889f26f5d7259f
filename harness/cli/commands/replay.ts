import { resolve } from 'node:path';
import { refuseStaleContract } from '../../contract/source.ts';
import { readRecord } from '../../record/read-record.ts';
import { verifyAgain } from '../../record/verify-again.ts';
import { conclude } from '../../report/conclude.ts';
import { keptBaseline } from '../baseline.ts';
import type { Command } from '../command.ts';
import { settingsOf } from '../environment.ts';
import { printVerdict } from '../print-verdict.ts';
import { writeConclusion } from '../run-folder.ts';

/** `replay`: judges a recorded run again, offline, and renders its reports again. */
export const replay: Command = {
  name: 'replay',
  operands: 'RUN_DIR',
  arity: [1, 1],
  about: 'judges a recorded run again, offline; signatures are computed again where SIGNING_SECRET is set',
  options: {},
  async run(given, terminal) {
    refuseStaleContract();
    const [folder = ''] = given.positionals;
    const recorded = readRecord(resolve(terminal.cwd, folder));
    const evidence = verifyAgain(recorded, settingsOf(terminal).signingSecrets);
    const conclusion = conclude(evidence, undefined, keptBaseline(terminal, folder));
    writeConclusion(terminal, folder, evidence, conclusion);
    if (given.json) terminal.out(`${JSON.stringify(conclusion.summary, null, 2)}\n`);
    else terminal.out(printVerdict(conclusion.summary, folder));
    return conclusion.summary.exitCode;
  },
};
