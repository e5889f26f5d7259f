import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, HarnessError, messageOf } from '../../base/errors.ts';
import { briefly, isObject, jsonIn } from '../../base/json.ts';
import { parseJson } from '../../base/parse-json.ts';
import { RecordLine as validate } from '../../contract/generated/file-validators.js';
import type { Evidence, RecordLine, RunInfo } from '../evidence.ts';
import { emptyEvidence, gather } from '../evidence-lines.ts';
import { RECORD_SCHEMA } from '../run-info.ts';
import { Chain } from './chain.ts';

/** The number of bytes per read. */
const READ_AT_ONCE = 256 * 1024;

/** The lines of an open file with their ends, read on demand. The last line may have no end. */
function* linesIn(file: number): Generator<Buffer> {
  const chunk = Buffer.alloc(READ_AT_ONCE);
  let begun: Buffer[] = [];
  for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
    let from = 0;
    for (let end = chunk.indexOf(10, from); end >= 0 && end < size; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end + 1)]);
      begun = [];
      from = end + 1;
    }
    begun.push(Buffer.from(chunk.subarray(from, size)));
  }
  const last = Buffer.concat(begun);
  if (last.length > 0) yield last;
}

/** The record's file in a run folder. */
export const RECORD_FILE = 'run.ndjson';

/** How to read a record. */
interface RecordReading {
  /** Whether to read an altered record anyway; `run.unverified` then says what is wrong. */
  readonly unverified?: boolean | undefined;
}

/**
 * Reads the record of a run folder. A record that lacks its footer, or ends within a line, is read as far as possible:
 * `end` is then absent.
 *
 * @throws HarnessError `record-missing`, `record-unreadable`, `record-invalid`, `record-version`, `record-altered`
 * (usage)
 */
export function readRecord(folder: string, reading?: RecordReading): Evidence {
  const path = join(folder, RECORD_FILE);
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    return gatherLines(linesIn(file), path, reading);
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
export function parseRecord(text: string, source: string, reading?: RecordReading): Evidence {
  return gatherLines(
    text.split(/(?<=\n)/).map(line => Buffer.from(line)),
    source,
    reading,
  );
}

/** Gathers a record line by line, because the whole may be longer than a string can be. */
function gatherLines(lines: Iterable<Buffer>, source: string, { unverified = false }: RecordReading = {}): Evidence {
  let evidence: Evidence | undefined;
  const chain = new Chain();
  let number = 0;
  let gathered = 0;
  let doubt: string | undefined;
  for (const raw of lines) {
    number++;
    const isWhole = raw.at(-1) === LINE_END;
    const bytes = isWhole ? raw.subarray(0, -1) : raw;
    const place = `${source}, line ${number}`;
    const line = Chain.unlinked(bytes);
    evidence ??= emptyEvidence(runIn(line, source));
    // A line without an end was incomplete when the run was killed.
    if (!isWhole && !evidence.end) break;
    if (!chain.follows(bytes) && doubt === undefined) {
      doubt = `line ${number} is not what was recorded there`;
      if (!unverified) throw altered(place);
    }
    if (bytes.length === 0) continue;
    if (evidence.end) throw invalid(place, 'it comes after the footer');
    const read: RecordLine = parseJson(line, validate, problem => invalid(place, problem));
    if (read.type === 'run' && gathered > 0) throw invalid(place, 'it describes a run a second time');
    gather(evidence, read);
    if (read.type === 'end' && read.lines !== gathered)
      throw invalid(place, `the footer counts ${read.lines} lines, but ${gathered} come before it`);
    gathered++;
  }
  evidence ??= emptyEvidence(runIn('', source));
  const why = evidence.run.unverified ?? doubt;
  return why === undefined ? evidence : { ...evidence, run: { ...evidence.run, unverified: why } };
}

const LINE_END = 10;

function altered(place: string): HarnessError {
  return new HarnessError('record-altered', 'usage', `${place}: it is not what was recorded there`, {
    expected: 'the digest that follows from this line and those before it',
    likely: 'a line was changed, moved, added or removed after the run',
    next: 'use the original record, or go on with --unverified: every output then says so',
  });
}

/** The run that the first line describes, at least as far as needed to determine its version. */
function runIn(line: string, source: string): RunInfo {
  const value = jsonIn(line)?.value;
  if (!isObject(value) || value.type !== 'run') throw invalid(`${source}, line 1`, 'it does not describe a run');
  if (value.schema === RECORD_SCHEMA) return value as RunInfo & typeof value;
  throw new HarnessError('record-version', 'usage', `${source} has the record schema ${briefly(value.schema)}`, {
    received: `a record that onramp-harness ${value.harness ?? 'of an unknown version'} wrote`,
    expected: `schema ${RECORD_SCHEMA}, the only one that this version reads`,
    next: 'read it with the version that wrote it, or run again',
  });
}

function invalid(place: string, problem: string): HarnessError {
  return new HarnessError('record-invalid', 'usage', `${place}: ${problem}`, {
    likely: 'the file was edited, or is not the record of a run',
    next: 'name the folder of another run',
  });
}
