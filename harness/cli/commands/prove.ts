import { availableParallelism } from 'node:os';
import { countsOf } from '../../base/counts.ts';
import { EXIT_CODES, HarnessError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest.ts';
import { wholeNumber } from '../../base/parse-value.ts';
import { plural } from '../../base/plural.ts';
import { refuseStaleContract } from '../../contract/service.ts';
import {
  inSimulatedTime,
  isProved,
  type NightJob,
  type ProofCase,
  type ProofRow,
  proofCases,
} from '../../proof/case.ts';
import { prove as driveProof } from '../../proof/prove.ts';
import { ownCommand } from '../../settings/own-command.ts';
import { defineCommand, type OptionValues, printResult } from '../command.ts';

/** More threads help little, because cases wait more than they compute. */
const MOST_THREADS = 4;
const CONCURRENCY = 10;

/** Nights have their own dialects and simulated time. */
const OPTIONS = {
  seed: { value: 'N', parse: wholeNumber(0, 1_000_000), about: 'seed of the dialects; default: 1' },
  dialects: {
    value: 'N',
    parse: wholeNumber(0, 100_000),
    about: 'how many dialects; default: 100',
    excludes: 'nights',
  },
  each: {
    value: 'N',
    parse: wholeNumber(0, 1_000),
    about: 'drives each fault in N of the dialects too; default: 0',
    excludes: 'nights',
  },
  only: { value: 'NAME', repeatable: true, about: 'one fault, "dialect N" or "night N", by its name in the table' },
  simulated: {
    about: 'drives faults and dialects in simulated time, unaffected by the load of the machine',
    excludes: 'nights',
  },
  nights: { value: 'N', parse: wholeNumber(1, 1_000_000), about: 'drives N simulated nights instead' },
  'with-fault': { about: 'injects a fault into each night, which the run must find', needs: 'nights' },
  whole: {
    about: 'drives the whole suite `collection` in each night; default: three random scenarios of all suites',
    needs: 'nights',
  },
} as const;

/** `prove`: every fault is caught by a check of its requirement, and every dialect passes; otherwise exit code 1. */
export const command = defineCommand('prove', {
  options: OPTIONS,
  examples: ['prove', 'prove --only completed-after-fail --only "dialect 7"', 'prove --nights 1000 --seed 7'],
  async run({ options }, terminal) {
    refuseStaleContract();
    const { seed = 1, nights } = options;
    const jobs = nights === undefined ? casesOf(options) : nightsOf(options, nights);
    const isSimulated = nights !== undefined || options.simulated;
    const abort = new AbortController();
    const stopListening = terminal.onInterrupt(() => abort.abort());
    const start = terminal.world.monotonic();
    let done = 0;
    const rows = await driveProof(jobs, {
      threads: Math.min(MOST_THREADS, availableParallelism()),
      concurrency: isSimulated ? 1 : CONCURRENCY,
      signal: abort.signal,
      onRow: row => {
        done++;
        if (!isProved(row) || (terminal.interactive && done % 10 === 0))
          terminal.err(`  ${done} of ${jobs.length}  ${line(row)}\n`);
      },
    });
    stopListening();
    const seconds = (terminal.world.monotonic() - start) / 1000;
    // Successful nights are only counted.
    const listed = nights === undefined ? rows : rows.filter(row => !isProved(row));
    const table = listed.length > 0 ? `${listed.map(line).join('\n')}\n\n` : '';
    printResult<'prove'>(terminal, { seed, seconds, rows: listed }, `${table}${verdict(rows, seed, seconds)}\n`);
    if (abort.signal.aborted) return EXIT_CODES.interrupted;
    return rows.every(isProved) ? EXIT_CODES.conformant : EXIT_CODES.nonconformant;
  },
});

type Asked = OptionValues<typeof OPTIONS>;

function casesOf({ seed = 1, dialects = 100, each = 0, only, simulated }: Asked): readonly ProofCase[] {
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
  if (!simulated) return cases;
  // Late webhooks on a busy machine would show less. Simulated time shows everything.
  return cases
    .map(inSimulatedTime)
    .map(each => (each.kind === 'dialect' ? { ...each, comparesLifecycle: true } : each));
}

function nightsOf({ seed = 1, only, 'with-fault': withFault, whole }: Asked, count: number): readonly NightJob[] {
  const each = { seed, isFaulty: withFault === true, isReduced: !whole };
  const jobs = Array.from({ length: count }, (_, night) => ({ ...each, night }));
  if (only.length === 0) return jobs;
  return only.map(name => {
    const job = jobs[Number(/^night (\d+)$/.exec(name)?.[1] ?? -1)];
    if (job !== undefined) return job;
    throw new HarnessError('case-unknown', 'usage', `there is no case "${name}"`, {
      next: `the nights are "night 0" to "night ${count - 1}"`,
    });
  });
}

function line(row: ProofRow): string {
  const { outcome, name, requirement = '', by, milliseconds, found, headline } = row;
  const columns = [outcome.padEnd(9), name.padEnd(46), requirement.padEnd(34), `${milliseconds} ms`.padStart(9)];
  const first = headline === undefined ? [] : [`but first: ${headline}`];
  return [`  ${isProved(row) ? '✓' : '✗'} ${columns.join(' ')}  ${by.join(', ')}`, ...found, ...first].join('\n      ');
}

/** How many cases have the expected outcome, how many have which, and how many faults the first finding names. */
function verdict(rows: readonly ProofRow[], seed: number, seconds: number): string {
  const outcomes = [...countsOf(rows.map(({ outcome }) => outcome))].map(([outcome, count]) => `${count} ${outcome}`);
  const right = `${rows.filter(isProved).length} of ${plural(rows.length, 'case')} right (${outcomes.join(', ')})`;
  const caught = rows.filter(({ outcome }) => outcome === 'caught');
  const named = caught.filter(({ headline }) => headline === undefined).length;
  const first = `the first finding is of the fault's requirement in ${named} of ${caught.length}`;
  const lines = [`${right} (seed ${seed}), in ${seconds.toFixed(1)} s`, ...(caught.length > 0 ? [first] : [])];
  return lines.map(line => `  ${line}`).join('\n');
}
