import { EXIT_CODES } from '../../base/exit-codes.ts';
import { parityAsText } from '../../proof/twin/describe-parity.ts';
import { measureParity } from '../../proof/twin/measure-parity.ts';
import { Observed } from '../../proof/twin/observed.ts';
import { type NotModelled, twinDialect } from '../../proof/twin/twin-dialect.ts';
import { defineCommand, printResult } from '../command.ts';
import { loadScenarios } from '../load-scenarios.ts';
import { dialectFile } from '../options.ts';
import { readObserved, UNVERIFIED } from '../read-evidence.ts';

/** `parity`: drives the twin of a run and compares it with the original. Exit code 1 if they differ for consumers. */
export const command = defineCommand('parity', {
  options: {
    unverified: UNVERIFIED,
    dialect: { value: 'FILE', parse: dialectFile, about: "the twin's dialect; default: the one learned from the run" },
  },
  examples: ['parity reports/runs/latest', 'parity reports/runs/latest --dialect dialect.json'],
  async run({ operands: [folder], options: { unverified, dialect } }, terminal) {
    const observed = new Observed(readObserved(terminal, folder, unverified));
    const spoken = dialect ?? twinDialect(observed);
    const found = await measureParity(observed, spoken, await loadScenarios());
    const notModelled = (spoken.notModelled ?? {}) as NotModelled;
    printResult<'parity'>(terminal, { ...found, notModelled }, parityAsText(found, notModelled));
    return found.breaking + found.breaches.length > 0 ? EXIT_CODES.nonconformant : EXIT_CODES.conformant;
  },
});
