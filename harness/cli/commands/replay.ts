import { verifyAgain } from '../../evidence/record/observer.ts';
import { defineCommand, loadCommand } from '../command.ts';
import { readEvidence, UNVERIFIED } from '../earlier-runs.ts';
import { settingsOf } from '../environment.ts';
import { finishRun } from '../finish-run.ts';

/** `replay`: judges a recorded run again, offline, and rewrites its reports. Exit codes as for `run`. */
export const command = defineCommand('replay', {
  options: {
    unverified: UNVERIFIED,
    expect: { value: 'FILE', about: 'only compares the verdict with this verdict.json, as verify-run does' },
  },
  examples: ['replay reports/runs/latest'],
  async run({ operands: [folder], options: { unverified, expect } }, terminal) {
    if (expect !== undefined)
      return (await loadCommand('verify-run')).run({ operands: [expect, folder], options: {} }, terminal);
    const recorded = readEvidence(terminal, folder, unverified);
    const evidence = verifyAgain(recorded, settingsOf(terminal).signingSecrets);
    return finishRun(terminal, { path: folder, failure: () => undefined }, evidence, evidence === recorded);
  },
});
