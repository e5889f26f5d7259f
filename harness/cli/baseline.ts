import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HarnessError, messageOf } from '../core/errors.ts';
import { isObject } from '../core/json.ts';
import { writeWhole } from '../core/write-whole.ts';
import { parseFacts } from '../facts/read-facts.ts';
import type { Baseline, EarlierFinding } from '../report/comparison.ts';
import { isFolder, readFile } from './files.ts';
import { readFacts } from './read-facts.ts';

/** Where a run folder keeps its baseline, so that a replay gives the same comparison. */
const FILE = 'baseline.json';

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

function findingsIn(text: string, name: string): readonly EarlierFinding[] {
  const json = parse(text, name);
  const began = isObject(json) ? json.startedAt : undefined;
  const list: readonly unknown[] = isObject(json) && Array.isArray(json.findings) ? json.findings : [];
  return list.flatMap(item => {
    if (!isObject(item) || typeof item.id !== 'string') return [];
    const since = item.since ?? began;
    const known = {
      ...{ id: item.id, requirement: String(item.requirement), message: String(item.message) },
      ...(typeof item.check === 'string' && { check: item.check }),
      ...(item.severity === 'advice' && { severity: 'advice' as const }),
    };
    return [typeof since === 'string' && !Number.isNaN(Date.parse(since)) ? { ...known, since } : known];
  });
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HarnessError('baseline-invalid', 'usage', `${name} is not JSON`, {
      received: messageOf(cause),
      next: 'name a facts.json, or the folder of a run that ended',
      cause,
    });
  }
}
