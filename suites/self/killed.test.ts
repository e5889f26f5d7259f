import { cpSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand, callHarness, temporaryFolders, untilLines } from '#testing';

const newFolder = temporaryFolders();

/** The run is killed after this many lines of its record: anywhere among calls and webhooks. */
const COUNT = 2 + Math.floor(Math.random() * 1_000);

test(`A run that is killed after ${COUNT} lines leaves a readable record, and is never conformant`, async () => {
  const folder = newFolder();
  const out = join(folder, 'run');
  const called = callHarness(['run', '--target', 'embedded', '--out', out]);
  await called.said(/Run \d/);
  await untilLines(out, 'run.ndjson', COUNT);
  called.child.kill('SIGKILL');
  await called.ended;
  const text = readFileSync(join(out, 'run.ndjson'), 'utf8');
  const lines = text.split('\n').slice(0, -1);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  expect(existsSync(join(out, 'summary.json'))).toBe(false);
  // A crash of the machine may cut the last line.
  const cut = join(folder, 'cut');
  cpSync(out, cut, { recursive: true });
  truncateSync(join(cut, 'run.ndjson'), Math.max(Buffer.byteLength(lines[0] ?? '') + 1, Buffer.byteLength(text) - 20));
  const [reported, replayed, merged, ofCut] = await Promise.all(
    [
      ['report', out],
      ['replay', out, '--json'],
      ['merge', out, '--json', '--out', join(folder, 'merged')],
      ['replay', cut, '--json'],
    ].map(args => callCommand(args)),
  );
  expect(reported?.code, reported?.stderr).toBe(0);
  for (const ended of [replayed, merged, ofCut]) {
    expect(ended?.code, ended?.stderr).toBe(130);
    expect(JSON.parse(ended?.stdout ?? '')).toMatchObject({ verdict: 'interrupted', exitCode: 130 });
  }
  const { exchanges } = JSON.parse(replayed?.stdout ?? '').observed;
  expect(exchanges).toBe(lines.filter(line => line.startsWith('{"type":"exchange"')).length);
});
