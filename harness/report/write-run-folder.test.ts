import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { RunIndex } from './run-index.ts';
import { evidence, summary } from './testing/fixture.ts';
import { writeReports } from './write-run-folder.ts';

const newFolder = temporaryFolders();

test('A run folder has every report, and the same record gives the same bytes', () => {
  const folder = newFolder();
  try {
    const write = () => {
      writeReports(folder, new RunIndex(evidence, summary));
      return readdirSync(folder).map(file => [file, readFileSync(join(folder, file), 'utf8')] as const);
    };
    const first = write();
    expect(first.map(([file]) => file).sort()).toEqual(
      ['ctrf.json', 'exchanges.har', 'junit.xml', 'report.html', 'report.md', 'summary.json'].sort(),
    );
    expect(write()).toEqual(first);
    const { 'summary.json': text = '' } = Object.fromEntries(first);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(summary)));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
