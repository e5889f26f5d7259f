import { availableParallelism } from 'node:os';
import { refuseStaleContract } from '../../contract/source.ts';
import { HarnessError } from '../../core/errors.ts';
import { EXIT_CODES } from '../../core/exit-codes.ts';
import { didYouMean } from '../../core/nearest.ts';
import { ownCommand } from '../../core/own-command.ts';
import { wholeNumber } from '../../core/parse-value.ts';
import { isProved, type ProofRow, proofCases } from '../../proof/case.ts';
import { prove as driveProof } from '../../proof/prove.ts';
import { defineCommand, printResult } from '../command.ts';

/** More threads than this are of little use: cases wait more than they compute. */
const MOST_THREADS = 4;
const CONCURRENCY = 10;

/** `prove`: a check of the broken requirement catches every fault, and every dialect passes; else exit code 1. */
export const prove = defineCommand('prove', {
  options: {
    seed: { value: 'N', parse: wholeNumber(0, 1_000_000), about: 'draws other dialects; default: 1' },
    dialects: { value: 'N', parse: wholeNumber(0, 100_000), about: 'how many dialects; default: 100' },
    each: { value: 'N', parse: wholeNumber(0, 1_000), about: 'drives each fault in N of the dialects too; default: 0' },
    only: { value: 'NAME', repeatable: true, about: 'one fault, or "dialect N", by its name in the table' },
  },
  examples: ['prove', 'prove --only completed-after-fail --only "dialect 7"'],
  async run({ options: { seed = 1, dialects = 100, each = 0, only }, json }, terminal) {
    refuseStaleContract();
    const all = proofCases(seed, dialects, each);
    const names = all.map(({ name }) => name);
    const unknown = only.find(name => !names.includes(name));
    if (unknown !== undefined) {
      const near = didYouMean(unknown, names);
      throw new HarnessError('case-unknown', 'usage', `there is no case "${unknown}"${near}`, {
        next: `\`${ownCommand('explain', 'faults')}\` lists the faults; the dialects are "dialect 0" and so on`,
      });
    }
    const cases =
      only.length === 0 ? all : all.filter(({ name, faults }) => [name, ...faults].some(own => only.includes(own)));
    const abort = new AbortController();
    const stopListening = terminal.onInterrupt(() => abort.abort());
    const start = terminal.world.monotonic();
    let done = 0;
    const rows = await driveProof(cases, {
      threads: Math.min(MOST_THREADS, availableParallelism()),
      concurrency: CONCURRENCY,
      signal: abort.signal,
      onRow: row => {
        done++;
        if (!isProved(row) || (terminal.interactive && done % 10 === 0))
          terminal.err(`  ${done} of ${cases.length}  ${line(row)}\n`);
      },
    });
    stopListening();
    const seconds = (terminal.world.monotonic() - start) / 1000;
    const text = `${rows.map(line).join('\n')}\n\n${verdict(rows, seed, seconds)}\n`;
    printResult(terminal, json, { seed, seconds, rows }, text);
    if (abort.signal.aborted) return EXIT_CODES.interrupted;
    return rows.every(isProved) ? EXIT_CODES.conformant : EXIT_CODES.nonconformant;
  },
});

function line(row: ProofRow): string {
  const { outcome, name, requirement = '', by, milliseconds, found } = row;
  const columns = [outcome.padEnd(9), name.padEnd(46), requirement.padEnd(34), `${milliseconds} ms`.padStart(9)];
  return [`  ${isProved(row) ? '✓' : '✗'} ${columns.join(' ')}  ${by.join(', ')}`, ...found].join('\n      ');
}

function verdict(rows: readonly ProofRow[], seed: number, seconds: number): string {
  const proved = (kind: ProofRow['kind']) => {
    const own = rows.filter(row => row.kind === kind && row.outcome !== 'nothing');
    return `${own.filter(isProved).length} of ${own.length}`;
  };
  const nothing = rows.filter(({ outcome }) => outcome === 'nothing').length;
  const rest = nothing > 0 ? `, ${nothing} not counted: the fault breaks nothing in that dialect` : '';
  const time = `(seed ${seed}), in ${seconds.toFixed(1)} s`;
  return `  ${proved('fault')} faults caught, ${proved('dialect')} dialects green ${time}${rest}`;
}
