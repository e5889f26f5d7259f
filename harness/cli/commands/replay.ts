import { resolve } from 'node:path';
import { refuseStaleContract } from '../../contract/source.ts';
import { readRecord } from '../../record/read-record.ts';
import { verifyAgain } from '../../record/verify-again.ts';
import { defineCommand } from '../command.ts';
import { settingsOf } from '../environment.ts';
import { finishRun } from '../run-folder.ts';

/** `replay`: judges a recorded run again, offline, and writes its reports again. Exit codes as for `run`. */
export const replay = defineCommand('replay', {
  options: {},
  examples: ['replay reports/runs/latest'],
  async run({ operands: [folder], json }, terminal) {
    refuseStaleContract();
    const recorded = readRecord(resolve(terminal.cwd, folder));
    const evidence = verifyAgain(recorded, settingsOf(terminal).signingSecrets);
    return finishRun(terminal, json, { path: folder, failure: () => undefined }, evidence);
  },
});
