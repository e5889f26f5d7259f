import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeWhole } from '../base/write-whole.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { RECORD_FILE } from '../evidence/record/read-record.ts';
import type { Conclusion } from '../report/conclude.ts';
import { badgeOf } from '../report/statement/badge.ts';
import { canonicalJson } from '../report/statement/canonical-json.ts';
import { type Statement, sha256, statementOf } from '../report/statement/statement.ts';
import { BASELINE_FILE } from './baseline.ts';
import type { Terminal } from './command.ts';
import { ownBuild } from './own-build.ts';

/** The file of a run folder that states its verdict. */
export const VERDICT_FILE = 'verdict.json';
const BADGE_FILE = 'badge.json';

/**
 * States the verdict that this build reaches on the record in a folder.
 * @returns undefined where the run is neither conformant nor nonconformant, or its record is not verified
 */
export async function stateVerdict(
  { world }: Terminal,
  folder: string,
  evidence: Evidence,
  conclusion: Conclusion,
): Promise<Statement | undefined> {
  const baseline = join(folder, BASELINE_FILE);
  return statementOf({
    ...{ evidence, conclusion, build: await ownBuild(world) },
    record: sha256(readFileSync(join(folder, RECORD_FILE))),
    baseline: existsSync(baseline) ? sha256(readFileSync(baseline)) : undefined,
  });
}

/**
 * Writes `verdict.json` and `badge.json` into a run folder, and removes those of an earlier judgement.
 * @param conclusion absent where the judgement is not of the record as it is
 */
export async function writeVerdict(
  terminal: Terminal,
  path: string,
  evidence: Evidence,
  conclusion: Conclusion | undefined,
): Promise<void> {
  const folder = resolve(terminal.cwd, path);
  for (const file of [VERDICT_FILE, BADGE_FILE]) rmSync(join(folder, file), { force: true });
  if (conclusion === undefined) return;
  const statement = await stateVerdict(terminal, folder, evidence, conclusion);
  if (statement === undefined) return;
  writeWhole(join(folder, VERDICT_FILE), `${canonicalJson(statement)}\n`);
  writeWhole(join(folder, BADGE_FILE), `${canonicalJson(badgeOf(statement))}\n`);
}
