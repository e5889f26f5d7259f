import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { openRecordFile } from './record-file.ts';

const newFolder = temporaryFolders();

test('Lines are replaced by their number, and others follow them', () => {
  const folder = newFolder();
  const path = join(folder, 'run.ndjson');
  const { sink, close, failure } = openRecordFile(path, folder);
  for (const line of ['first', 'Ada Obi €', 'third']) sink(line);
  sink.rewrite?.(new Map([[1, 'Person 1']]));
  expect(readFileSync(path, 'utf8')).toBe('first\nPerson 1\nthird\n');
  sink('last');
  close();
  expect(readFileSync(path, 'utf8')).toBe('first\nPerson 1\nthird\nlast\n');
  expect(readdirSync(folder)).toEqual(['run.ndjson']);
  expect(failure()).toBeUndefined();
});

test('Where the record cannot be replaced, it stays as it is and the failure is reported', async () => {
  const folder = newFolder();
  const { sink, close, failed } = openRecordFile(join(folder, 'run.ndjson'), folder);
  sink('first');
  rmSync(folder, { recursive: true });
  sink.rewrite?.(new Map([[0, 'other']]));
  expect(await failed).toMatchObject({ code: 'record-unwritable', kind: 'unreachable' });
  close();
});
