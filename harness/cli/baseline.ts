import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HarnessError } from '../core/errors.ts';
import type { EarlierFinding } from '../core/file-schemas.ts';
import { parseJson } from '../core/parse-json.ts';
import { writeWhole } from '../core/write-whole.ts';
import type { FactsFile } from '../facts/fact.ts';
import { parseFacts } from '../facts/read-facts.ts';
import { EarlierRun } from '../generated/file-validators.js';
import type { Baseline } from '../report/comparison.ts';
import { isFolder, readFile } from './files.ts';

/** Where a run folder keeps its baseline, so that a replay gives the same comparison. */
const FILE = 'baseline.json';

/** Reads a `facts.json`, or the one in a folder. @throws HarnessError `file-unreadable`, `facts-invalid` (usage) */
export function readFacts(path: string, cwd: string): FactsFile {
  const file = isFolder(cwd, path) ? join(path, 'facts.json') : path;
  return parseFacts(readFile(cwd, file).toString('utf8'), file);
}

/**
 * Reads a baseline: facts or, from a run folder, its facts and findings.
 * @throws HarnessError `file-unreadable`, `facts-invalid`, `baseline-invalid` (usage)
 */
export function readBaseline(path: string, cwd: string): Baseline {
  const facts = readFacts(path, cwd);
  const summary = join(path, 'summary.json');
  if (!isFolder(cwd, path) || !existsSync(resolve(cwd, summary))) return facts;
  return { ...facts, findings: findingsIn(readFile(cwd, summary).toString('utf8'), summary) };
}

/** Keeps the baseline of a run in its folder, given as an absolute path. */
export function keepBaseline(folder: string, baseline: Baseline): void {
  writeWhole(join(folder, FILE), `${JSON.stringify(baseline)}\n`);
}

/** The baseline that a run folder keeps; undefined without one. @throws HarnessError as {@link readBaseline} */
export function keptBaseline(folder: string, cwd: string): Baseline | undefined {
  const path = join(folder, FILE);
  if (!existsSync(resolve(cwd, path))) return undefined;
  const text = readFile(cwd, path).toString('utf8');
  const facts = parseFacts(text, path);
  return text.includes('"findings":') ? { ...facts, findings: findingsIn(text, path) } : facts;
}

/** The findings in a summary or a kept baseline; those without a time of their own have that of the run. */
function findingsIn(text: string, name: string): readonly EarlierFinding[] {
  const { startedAt, findings = [] } = parseJson(
    text,
    EarlierRun,
    problem =>
      new HarnessError('baseline-invalid', 'usage', `${name}: ${problem}`, {
        next: 'name a facts.json, or the folder of a run that ended',
      }),
  );
  return findings.map(({ id, requirement, message, check, severity, since = startedAt }) => ({
    ...{ id, requirement, message },
    ...(check !== undefined && { check }),
    ...(severity === 'advice' && { severity }),
    ...(since !== undefined && { since }),
  }));
}
