import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evidence, summary } from './testing/fixture.ts';
import { writeReports } from './write-run-folder.ts';

test('A run folder has every report, and the same record gives the same bytes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  try {
    const write = () => {
      writeReports(folder, evidence, summary);
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
