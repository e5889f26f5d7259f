import { dirname, resolve } from 'node:path';
import { EXIT_CODES, HarnessError } from '../../base/errors.ts';
import { briefly } from '../../base/json.ts';
import { refuseStaleContract } from '../../contract/service.ts';
import { readRecord } from '../../evidence/record/read-record.ts';
import { conclude } from '../../report/conclude.ts';
import { BUILD, differencesOf, type Resource } from '../../report/statement/statement.ts';
import { version } from '../../settings/own-command.ts';
import { defineCommand, printResult } from '../command.ts';
import { keptBaseline } from '../earlier-runs.ts';
import type { Outputs } from '../outputs.ts';
import { readStatement, stateVerdict } from '../verdict-file.ts';

/**
 * `verify-run`: recomputes a verdict from its record, offline and without settings, and prints the differences.
 * Exit code 0: equal, 1: different, 2: altered, 3: another version.
 */
export const command = defineCommand('verify-run', {
  options: {},
  examples: ['verify-run reports/runs/latest/verdict.json'],
  async run({ operands: [verdict, given] }, terminal) {
    refuseStaleContract();
    const { cwd } = terminal;
    const record = given ?? dirname(verdict);
    const folder = resolve(cwd, record);
    const stated = readStatement(cwd, verdict);
    const { predicate } = stated;
    const build = predicate.configuration.find(({ name }) => name === BUILD);
    refuseOtherVersion(build, verdict);
    const evidence = readRecord(folder);
    const { unverified } = evidence.run;
    if (unverified !== undefined) throw unlike(`the record in ${record} is not verified: ${unverified}`);
    const conclusion = conclude(evidence, undefined, keptBaseline(folder, cwd));
    const recomputed = stateVerdict(folder, evidence, conclusion);
    const [{ digest: expected }] = stated.subject;
    if (recomputed && recomputed.subject[0].digest.sha256 !== expected.sha256)
      throw unlike(`${verdict} is about another record than the one in ${record}`, expected.sha256);
    const { verdict: reached } = conclusion.summary;
    const differences = recomputed
      ? differencesOf(stated, recomputed)
      : [{ at: '/predicate/onrampHarness/verdict', expected: predicate.onrampHarness.verdict, received: reached }];
    const same = differences.length === 0;
    const result = { same, verdict: reached, build, differences };
    printResult<'verify-run'>(terminal, result, inWords(verdict, result));
    return same ? EXIT_CODES.conformant : EXIT_CODES.nonconformant;
  },
});

/** The most printed differences. */
const MOST_SHOWN = 10;

function refuseOtherVersion(build: Resource | undefined, verdict: string): void {
  const judged = build?.annotations?.version;
  if (judged === version()) return;
  throw new HarnessError('other-version', 'unreachable', `onramp-harness ${judged} reached this verdict`, {
    received: `this is version ${version()}`,
    next: `npx onramp-harness@${judged} verify-run ${verdict}`,
  });
}

function unlike(problem: string, expected?: string): HarnessError {
  return new HarnessError('record-differs', 'usage', problem, {
    ...(expected !== undefined && { expected: `SHA-256 ${expected}` }),
    next: 'name the folder of the run that this verdict is about',
  });
}

function inWords(file: string, { same, verdict, build, differences }: Outputs['verify-run']): string {
  const by = `  judged by    onramp-harness ${build?.annotations?.version}\n`;
  if (same) return `THE SAME  The record gives the verdict in ${file}: ${verdict}.\n${by}`;
  const lines = differences.slice(0, MOST_SHOWN).map(({ at, expected, received }) => {
    return `  ${at}\n    expected  ${briefly(expected)}\n    received  ${briefly(received)}\n`;
  });
  const rest = differences.length - lines.length;
  const more = rest > 0 ? `  … and ${rest} more\n` : '';
  return `DIFFERENT  The record does not give the verdict in ${file}.\n${by}${lines.join('')}${more}`;
}
