import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, HarnessError, messageOf } from '../core/errors.ts';
import type { Evidence, RecordLine, RunInfo } from '../core/evidence.ts';
import { emptyEvidence, gather } from '../core/evidence-lines.ts';
import { briefly, isObject } from '../core/json.ts';
import { parseJson } from '../core/parse-json.ts';
import { RECORD_SCHEMA } from '../core/run-info.ts';
import { RecordLine as validate } from '../generated/file-validators.js';
import { linesIn } from './lines-in.ts';

/** The record's file in a run folder. */
export const RECORD_FILE = 'run.ndjson';

/**
 * Reads the record of a run folder. A record without its footer, or cut in the middle of a line, is read as far as it
 * goes: `end` is then absent.
 * @throws HarnessError `record-missing`, `record-unreadable`, `record-invalid`, `record-version` (usage)
 */
export function readRecord(folder: string): Evidence {
  const path = join(folder, RECORD_FILE);
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    return gatherLines(linesIn(file), path);
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause;
    const code = codeOf(cause);
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      throw new HarnessError('record-unreadable', 'usage', `${path} cannot be read: ${messageOf(cause)}`, { cause });
    throw new HarnessError('record-missing', 'usage', `${folder} has no ${RECORD_FILE}`, {
      expected: 'the folder of a run, as `run` printed it',
      next: 'name a folder below reports/runs, or `reports/runs/latest`',
      cause,
    });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Reads the text of a record; see {@link readRecord}. `source` names it in errors. */
export function parseRecord(text: string, source: string): Evidence {
  return gatherLines(text.split('\n'), source);
}

/** Gathers a record line by line: no string ever holds the whole, which may be longer than a string can be. */
function gatherLines(lines: Iterable<string>, source: string): Evidence {
  let evidence: Evidence | undefined;
  let number = 0;
  let gathered = 0;
  let broken: HarnessError | undefined;
  for (const line of lines) {
    number++;
    if (line === '') continue;
    const place = `${source}, line ${number}`;
    if (broken) throw broken;
    if (evidence === undefined) evidence = emptyEvidence(runIn(line, source));
    else if (evidence.end) throw invalid(place, 'it comes after the footer');
    let read: RecordLine;
    try {
      read = parseJson(line, validate, problem => invalid(place, problem));
    } catch (problem) {
      if (!(problem instanceof HarnessError) || jsonIn(line) !== undefined) throw problem;
      // The last line of a run that was killed may be cut: this is an error only if another line follows.
      broken = problem;
      continue;
    }
    if (read.type === 'run' && gathered > 0) throw invalid(place, 'it describes a run a second time');
    gather(evidence, read);
    if (read.type === 'end' && read.lines !== gathered)
      throw invalid(place, `the footer counts ${read.lines} lines, but ${gathered} come before it`);
    gathered++;
  }
  return evidence ?? emptyEvidence(runIn('', source));
}

/** What the first line says of the run, so far as to know which version wrote it. */
function runIn(line: string, source: string): RunInfo {
  const value = jsonIn(line);
  if (!isObject(value) || value.type !== 'run') throw invalid(`${source}, line 1`, 'it does not describe a run');
  if (value.schema === RECORD_SCHEMA) return value as RunInfo & typeof value;
  throw new HarnessError('record-version', 'usage', `${source} has the record schema ${briefly(value.schema)}`, {
    received: `a record that onramp-harness ${value.harness ?? 'of an unknown version'} wrote`,
    expected: `schema ${RECORD_SCHEMA}, the only one that this version reads`,
    next: 'read it with the version that wrote it, or run again',
  });
}

/** Undefined where it is not JSON. */
function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function invalid(place: string, problem: string): HarnessError {
  return new HarnessError('record-invalid', 'usage', `${place}: ${problem}`, {
    likely: 'the file was edited, or is not the record of a run',
    next: 'name the folder of another run',
  });
}
