import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownFile } from '../../core/own-files.ts';
import { DEFECTS, withDefect } from './defects.ts';

test.each(DEFECTS)('The text of the defect occurs once in its source: $name', defect => {
  const source = readFileSync(ownFile(defect.file), 'utf8');
  expect(withDefect(defect, source)).not.toBe(source);
});

test('Defects have names of their own', () => {
  expect(new Set(DEFECTS.map(({ name }) => name)).size).toBe(DEFECTS.length);
});
