import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HarnessError } from '../base/errors.ts';
import { once } from '../base/once.ts';
import { IS_BUILT, ownFile } from '../base/own-files.ts';
import { parseJson } from '../base/parse-json.ts';
import { writeWhole } from '../base/write-whole.ts';
import { Statement as validate } from '../contract/generated/file-validators.js';
import type { Evidence } from '../evidence/evidence.ts';
import { RECORD_FILE } from '../evidence/record/read-record.ts';
import type { Conclusion } from '../report/conclude.ts';
import {
  BUILD,
  badgeOf,
  canonicalJson,
  type Resource,
  type Statement,
  sha256,
  statementOf,
} from '../report/statement/statement.ts';
import { version } from '../settings/own-command.ts';
import type { Terminal } from './command.ts';
import { BASELINE_FILE } from './earlier-runs.ts';
import { readFile } from './files.ts';

/** The files that judge, relative to the root of a package or a checkout. */
const FILES = ['package.json', IS_BUILT ? 'dist/**' : 'harness/**', 'openapi/**'];

/** The build that judges, once for a process: its version and the digest of its files. */
const ownBuild = once((): Resource => {
  const root = fileURLToPath(ownFile('.'));
  const all = globSync(FILES, { cwd: root }).sort();
  const files = all.filter(name => statSync(join(root, name)).isFile());
  const installed = sha256(files.map(file => `${file} ${sha256(readFileSync(join(root, file)))}\n`).join(''));
  const uri = `pkg:npm/${BUILD}@${version()}`;
  return { name: BUILD, uri, digest: { sha256: installed }, annotations: { version: version() } };
});

/** The file of a run folder that states its verdict. */
export const VERDICT_FILE = 'verdict.json';
const BADGE_FILE = 'badge.json';

/** Reads a statement. @throws HarnessError `verdict-invalid`, `file-unreadable` (usage) */
export function readStatement(cwd: string, path: string): Statement {
  const invalid = (problem: string) =>
    new HarnessError('verdict-invalid', 'usage', `${path}: ${problem}`, {
      expected: 'the verdict.json of a run that is conformant or nonconformant',
      next: 'name the verdict.json in a run folder',
    });
  return parseJson(readFile(cwd, path).toString('utf8'), validate, invalid) as unknown as Statement;
}

/**
 * States the verdict of this build on the record in a folder.
 * @returns `undefined` unless the run is conformant or nonconformant and its record is verified
 */
export function stateVerdict(folder: string, evidence: Evidence, conclusion: Conclusion): Statement | undefined {
  const baseline = join(folder, BASELINE_FILE);
  return statementOf({
    ...{ evidence, conclusion, build: ownBuild() },
    record: sha256(readFileSync(join(folder, RECORD_FILE))),
    baseline: existsSync(baseline) ? sha256(readFileSync(baseline)) : undefined,
  });
}

/**
 * Writes `verdict.json` and `badge.json` into a run folder, and removes older ones.
 * @param conclusion absent if the judgement does not apply to the unchanged record
 */
export function writeVerdict(
  { cwd }: Pick<Terminal, 'cwd'>,
  path: string,
  evidence: Evidence,
  conclusion: Conclusion | undefined,
): void {
  const folder = resolve(cwd, path);
  for (const file of [VERDICT_FILE, BADGE_FILE]) rmSync(join(folder, file), { force: true });
  if (conclusion === undefined) return;
  const statement = stateVerdict(folder, evidence, conclusion);
  if (statement === undefined) return;
  writeWhole(join(folder, VERDICT_FILE), `${canonicalJson(statement)}\n`);
  writeWhole(join(folder, BADGE_FILE), `${canonicalJson(badgeOf(statement))}\n`);
}
