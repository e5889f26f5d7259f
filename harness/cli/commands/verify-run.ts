import { dirname, resolve } from 'node:path';
import { defineCommand } from '../command.ts';
import { verifyRun } from '../verify-run.ts';

/** `verify-run`: recomputes a verdict. Exit code 0 the same, 1 it differs, 2 altered, 3 another version. */
export const command = defineCommand('verify-run', {
  options: {},
  examples: ['verify-run reports/runs/latest/verdict.json'],
  async run({ operands: [verdict, record], json }, terminal) {
    return verifyRun(terminal, verdict, record ?? dirname(resolve(terminal.cwd, verdict)), json);
  },
});
