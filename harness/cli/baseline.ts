import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HarnessError } from '../core/errors.ts';
import { isObject } from '../core/json.ts';
import { parseFacts } from '../facts/read-facts.ts';
import type { Baseline } from '../report/baseline.ts';
import type { Terminal } from './command.ts';
import { readFacts } from './read-facts.ts';

/** Where a run folder keeps what the run was compared with, so that a replay comes to the same. */
const FILE = 'baseline.json';

/**
 * The baseline that a path leads to: facts or, in the folder of a run, its facts and findings.
 * @throws HarnessError `file-unreadable`, `facts-invalid`, `baseline-invalid` (usage)
 */
export function readBaseline(terminal: Terminal, path: string): Baseline {
  const facts = readFacts(terminal, path);
  const summary = resolve(terminal.cwd, path, 'summary.json');
  const folder = statSync(resolve(terminal.cwd, path)).isDirectory();
  if (!folder || !existsSync(summary)) return facts;
  return { ...facts, findings: findingsIn(readFileSync(summary, 'utf8'), join(path, 'summary.json')) };
}

/** Keeps the baseline of a run in its folder. */
export function keepBaseline(terminal: Terminal, folder: string, baseline: Baseline): void {
  writeFileSync(resolve(terminal.cwd, folder, FILE), `${JSON.stringify(baseline)}\n`);
}

/** The baseline that a recorded run was compared with; undefined where there was none. @throws HarnessError as {@link readBaseline} */
export function keptBaseline(terminal: Terminal, folder: string): Baseline | undefined {
  const path = resolve(terminal.cwd, folder, FILE);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  const facts = parseFacts(text, join(folder, FILE));
  return text.includes('"findings":') ? { ...facts, findings: findingsIn(text, join(folder, FILE)) } : facts;
}

function findingsIn(text: string, name: string): NonNullable<Baseline['findings']> {
  const json = parse(text, name);
  const began = isObject(json) ? json.startedAt : undefined;
  const list: readonly unknown[] = isObject(json) && Array.isArray(json.findings) ? json.findings : [];
  return list.flatMap(item => {
    if (!isObject(item) || typeof item.id !== 'string') return [];
    const since = item.since ?? began;
    const known = { id: item.id, requirement: String(item.requirement), message: String(item.message) };
    return [typeof since === 'string' && !Number.isNaN(Date.parse(since)) ? { ...known, since } : known];
  });
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HarnessError('baseline-invalid', 'usage', `${name} is not JSON`, {
      received: (cause as Error).message,
      next: 'give a facts.json, or the folder of a run that ended',
      cause,
    });
  }
}
