import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { writeWhole } from './write-whole.ts';

const newFolder = temporaryFolders();

test('A file is written atomically', () => {
  const folder = newFolder();
  const file = join(folder, 'facts.json');
  writeWhole(file, ['one ', 'two']);
  expect(readFileSync(file, 'utf8')).toBe('one two');
  expect(readdirSync(folder)).toEqual(['facts.json']);
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
