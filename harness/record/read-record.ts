import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HarnessError } from '../core/errors.ts';
import type { Evidence, RecordLine, RunInfo } from '../core/evidence.ts';
import { emptyEvidence, gather } from '../core/evidence-lines.ts';
import { briefly, isObject } from '../core/json.ts';
import { RECORD_SCHEMA } from '../core/run-info.ts';
import { problemIn } from '../core/schema-problem.ts';
import { RecordLine as validate } from '../generated/file-validators.js';

/** The record's file in a run folder. */
export const RECORD_FILE = 'run.ndjson';

/**
 * Reads the record of a run folder. A record without its footer, or cut in the middle of a line, is read as far as it
 * goes: `end` is then absent. @throws HarnessError `record-missing`, `record-invalid`, `record-version` (usage)
 */
export function readRecord(folder: string): Evidence {
  const path = join(folder, RECORD_FILE);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new HarnessError('record-missing', 'usage', `${folder} has no ${RECORD_FILE}`, {
      expected: 'the folder of a run, as `run` printed it',
      next: 'name a folder below reports/runs, or `reports/runs/latest`',
      cause,
    });
  }
  return parseRecord(text, path);
}

/** Reads the text of a record; see {@link readRecord}. `source` names it in errors. */
export function parseRecord(text: string, source: string): Evidence {
  const lines = text
    .split('\n')
    .flatMap((line, index) => (line === '' ? [] : { line, at: `${source}, line ${index + 1}` }));
  const evidence = emptyEvidence(firstLine(lines[0]?.line, source));
  for (const [before, { line, at }] of lines.entries()) {
    if (evidence.end) throw invalid(at, 'it comes after the footer');
    const value = parseJson(line);
    // The last line of a run that was killed may be cut.
    if (value instanceof SyntaxError && before === lines.length - 1) break;
    const read = validated(value, at);
    gather(evidence, read);
    if (read.type === 'end' && read.lines !== before)
      throw invalid(at, `the footer counts ${read.lines} lines, but ${before} come before it`);
  }
  return evidence;
}

function firstLine(line = '', source: string): RunInfo {
  const value = parseJson(line);
  if (!isObject(value) || value.type !== 'run') throw invalid(`${source}, line 1`, 'it does not describe a run');
  if (value.schema !== RECORD_SCHEMA) {
    throw new HarnessError('record-version', 'usage', `${source} has the record schema ${briefly(value.schema)}`, {
      received: `a record that onramp-harness ${value.harness ?? 'of an unknown version'} wrote`,
      expected: `schema ${RECORD_SCHEMA}, the only one that this version reads`,
      next: 'read it with the version that wrote it, or run again',
    });
  }
  return validated(value, `${source}, line 1`) as RecordLine & { readonly type: 'run' };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    return cause;
  }
}

function validated(value: unknown, at: string): RecordLine {
  if (value instanceof SyntaxError) throw invalid(at, `it is not JSON: ${value.message}`);
  const problem = problemIn(value, validate);
  if (problem !== undefined) throw invalid(at, problem);
  return value as RecordLine;
}

function invalid(at: string, problem: string): HarnessError {
  return new HarnessError('record-invalid', 'usage', `${at}: ${problem}`, {
    likely: 'the file was edited, or is not the record of a run',
    next: 'name the folder of another run',
  });
}
