import { refuseStaleContract } from '../../contract/source.ts';
import { verifyAgain } from '../../record/verify-again.ts';
import { defineCommand } from '../command.ts';
import { settingsOf } from '../environment.ts';
import { readEvidence, UNVERIFIED } from '../read-evidence.ts';
import { finishRun } from '../run-folder.ts';

/** `replay`: judges a recorded run again, offline, and writes its reports again. Exit codes as for `run`. */
export const replay = defineCommand('replay', {
  options: { unverified: UNVERIFIED },
  examples: ['replay reports/runs/latest'],
  async run({ operands: [folder], options: { unverified }, json }, terminal) {
    refuseStaleContract();
    const recorded = readEvidence(terminal, folder, unverified);
    const evidence = verifyAgain(recorded, settingsOf(terminal).signingSecrets);
    return finishRun(terminal, json, { path: folder, failure: () => undefined }, evidence);
  },
});
