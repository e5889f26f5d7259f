import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { writeWhole } from './write-whole.ts';

const newFolder = temporaryFolders();

test('A file is written atomically beside the temporary file of another process', () => {
  const folder = newFolder();
  const file = join(folder, 'facts.json');
  writeFileSync(join(folder, '.facts.json.1.part'), 'of another process');
  writeWhole(file, ['one ', 'two']);
  expect(readFileSync(file, 'utf8')).toBe('one two');
  expect(readFileSync(join(folder, '.facts.json.1.part'), 'utf8')).toBe('of another process');
  expect(readdirSync(folder)).toHaveLength(2);
});

test('A file stays unchanged if its content cannot be produced, and no temporary file remains', () => {
  const folder = newFolder();
  const file = join(folder, 'facts.json');
  writeWhole(file, 'before');
  const broken = function* () {
    yield 'half';
    throw new Error('no more');
  };
  expect(() => writeWhole(file, broken())).toThrow('no more');
  expect(readFileSync(file, 'utf8')).toBe('before');
  expect(readdirSync(folder)).toEqual(['facts.json']);
});
