import { availableParallelism } from 'node:os';
import { refuseStaleContract } from '../../contract/source.ts';
import { HarnessError } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import { isProved, type ProofRow, proofCases } from '../../proof/case.ts';
import { prove as driveProof } from '../../proof/prove.ts';
import { type Command, list } from '../command.ts';
import { wholeNumber } from '../whole-number.ts';

/** Threads beyond this many are of little use: cases wait more than they compute. */
const MOST_THREADS = 4;
const AT_ONCE = 10;

/** `prove`: every fault is caught by a check of the requirement that it breaks, and every dialect is green; else exit 1. */
export const prove: Command = {
  name: 'prove',
  operands: '',
  arity: [0, 0],
  about: 'shows that red means red: every fault is caught, every dialect passes',
  options: {
    seed: { type: 'string', value: 'N', about: 'draws other dialects; default 1' },
    dialects: { type: 'string', value: 'N', about: 'how many dialects; default 100' },
    only: {
      type: 'string',
      value: 'NAME',
      repeatable: true,
      about: 'one fault, or "dialect N", by its name in the table',
    },
  },
  async run(given, terminal) {
    refuseStaleContract();
    const seed = wholeNumber(given, 'seed', 1_000_000) ?? 1;
    const all = proofCases(seed, wholeNumber(given, 'dialects', 100_000) ?? 100);
    const only = list(given, 'only');
    const names = all.map(({ name }) => name);
    const unknown = only.find(name => !names.includes(name));
    if (unknown !== undefined) {
      const near = nearest(unknown, names);
      throw new HarnessError(
        'case-unknown',
        'usage',
        `there is no case "${unknown}"`,
        near === undefined ? {} : { likely: `${near} was meant` },
      );
    }
    const cases = only.length === 0 ? all : all.filter(({ name }) => only.includes(name));
    const abort = new AbortController();
    const stopListening = terminal.onInterrupt(() => abort.abort());
    const start = terminal.world.monotonic();
    let done = 0;
    const rows = await driveProof(cases, {
      threads: Math.min(MOST_THREADS, availableParallelism()),
      atOnce: AT_ONCE,
      signal: abort.signal,
      came: row => {
        done++;
        if (!isProved(row) || (terminal.interactive && done % 10 === 0))
          terminal.err(`  ${done} of ${cases.length}  ${line(row)}\n`);
      },
    });
    stopListening();
    const seconds = (terminal.world.monotonic() - start) / 1000;
    const unproved = rows.filter(row => !isProved(row));
    if (given.json) terminal.out(`${JSON.stringify({ seed, seconds, rows })}\n`);
    else terminal.out(`${rows.map(line).join('\n')}\n\n${verdict(rows, seed, seconds)}\n`);
    if (abort.signal.aborted) return 130;
    return unproved.length > 0 ? 1 : 0;
  },
};

function line({ outcome, name, requirement = '', by, milliseconds, found }: ProofRow): string {
  const mark = outcome === 'caught' || outcome === 'green' ? '✓' : '✗';
  const wrong = found.map(what => `\n      ${what}`).join('');
  return `  ${mark} ${outcome.padEnd(9)} ${name.padEnd(46)} ${requirement.padEnd(34)} ${`${milliseconds} ms`.padStart(9)}  ${by.join(', ')}${wrong}`;
}

function verdict(rows: readonly ProofRow[], seed: number, seconds: number): string {
  const faults = rows.filter(({ kind }) => kind === 'fault');
  const dialects = rows.filter(({ kind }) => kind === 'dialect');
  const proved = (of: readonly ProofRow[]) => `${of.filter(isProved).length} of ${of.length}`;
  return `  ${proved(faults)} faults caught, ${proved(dialects)} dialects green (seed ${seed}), in ${seconds.toFixed(1)} s`;
}
