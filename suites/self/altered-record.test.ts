import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { callCommand, runSimulated, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

let run = '';
beforeAll(async () => {
  run = (await runSimulated({ args: ['--only', 'collection/happy-path'], folder: newFolder() })).out;
});

/** A copy of the run's folder. */
function copied(): string {
  const out = newFolder();
  cpSync(run, out, { recursive: true });
  return out;
}

/** A run with one altered status in its record. */
function alteredRun(): string {
  const out = copied();
  const file = join(out, 'run.ndjson');
  const record = readFileSync(file, 'utf8');
  const altered = record.replace('"status":202', '"status":200');
  expect(altered).not.toBe(record);
  writeFileSync(file, altered);
  return out;
}

test('Every command that reads a record refuses an altered one, and names the first wrong line', async () => {
  const out = alteredRun();
  const commands = [
    ...[
      ['replay', out],
      ['report', out],
      ['drift', out, out],
      ['parity', out],
      ['learn', '--from', out],
    ],
    ['merge', out, out, '--out', join(newFolder(), 'merged')],
  ];
  for (const command of commands) {
    const { code, stderr } = await callCommand(command);
    expect({ command, code }).toEqual({ command, code: 2 });
    expect(stderr).toMatch(/^record-altered: .*run\.ndjson, line \d+: it is not what was recorded there/);
  }
});

test('report renders each of several runs', async () => {
  const runs = [copied(), copied()];
  for (const out of runs) rmSync(join(out, 'report.html'));
  const { code, stdout } = await callCommand(['report', ...runs, '--json']);
  expect([code, JSON.parse(stdout).runs.length]).toEqual([0, 2]);
  for (const out of runs) expect(existsSync(join(out, 'report.html'))).toBe(true);
});

test('With --unverified an altered record is judged, and every output says so', async () => {
  const out = alteredRun();
  const { stdout, stderr } = await callCommand(['replay', out, '--unverified']);
  expect(stderr).toMatch(/^warning: the record in .* is not verified: line \d+ is not what was recorded there/m);
  expect(stdout).toMatch(/record +not verified: line \d+/);
  for (const file of ['summary.json', 'report.html', 'report.md', 'junit.xml', 'ctrf.json'])
    expect(readFileSync(join(out, file), 'utf8'), file).toMatch(/line \d+ is not what was recorded there/);
});
