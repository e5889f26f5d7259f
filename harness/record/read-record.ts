import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HarnessError } from '../core/errors.ts';
import type { Evidence, RunInfo } from '../core/evidence.ts';
import { Gathered, type RecordLine } from './record.ts';

/** The record's file in a run folder. */
export const RECORD_FILE = 'run.ndjson';

/**
 * Reads the record of a run folder. A record without its footer, or cut in the middle of a line, is read as far as it
 * goes: `end` is then absent. @throws HarnessError `record-missing`, `record-invalid` (usage)
 */
export function readRecord(folder: string): Evidence {
  const path = join(folder, RECORD_FILE);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new HarnessError('record-missing', 'usage', `${folder} holds no ${RECORD_FILE}`, {
      expected: 'the folder of a run, as `run` printed it',
      next: 'name a folder below reports/runs, or `reports/runs/latest`',
      cause,
    });
  }
  return parseRecord(text, path);
}

/** Reads the text of a record; see {@link readRecord}. `source` names it in errors. */
export function parseRecord(text: string, source: string): Evidence {
  const lines = text.split('\n').filter(line => line !== '');
  const records = lines.map((line, index) => parseLine(line, index === lines.length - 1, source, index));
  const [first] = records;
  if (first?.type !== 'run' || first.schema !== 1)
    throw invalid(source, 1, 'the first line does not describe a run of schema 1');
  const { type: _, ...run } = first;
  const gathered = new Gathered(run as RunInfo);
  for (const record of records) if (record) gathered.add(record);
  const end = records.findIndex(record => record?.type === 'end');
  if (end >= 0) checkFooter(records, end, source);
  return gathered;
}

function checkFooter(records: readonly (RecordLine | undefined)[], end: number, source: string): void {
  const footer = records[end];
  if (end < records.length - 1) throw invalid(source, end + 2, 'it comes after the footer');
  if (footer?.type === 'end' && footer.lines !== end)
    throw invalid(source, end + 1, `the footer counts ${footer.lines} lines, ${end} came before it`);
}

function parseLine(line: string, last: boolean, source: string, index: number): RecordLine | undefined {
  try {
    return JSON.parse(line) as RecordLine;
  } catch (cause) {
    if (last) return undefined;
    throw invalid(source, index + 1, `it is not JSON: ${(cause as Error).message}`);
  }
}

function invalid(source: string, line: number, problem: string): HarnessError {
  return new HarnessError('record-invalid', 'usage', `${source}, line ${line}: ${problem}`, {
    likely: 'the file was edited, or is not the record of a run',
    next: 'name the folder of another run',
  });
}
