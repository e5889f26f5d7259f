import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRecord } from '#harness';
import { callCommand, callHarness, runSimulated, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();
const CONTRACT = ['run', '--target', 'embedded', '--suite', 'contract', '--seed', '7'];
const RUN = [...CONTRACT, '--only', 'contract/name-enquiry'];

/** Drives a run in a shell that limits or redirects its output. */
async function runIn(shell: string, more: readonly string[] = [], run = RUN) {
  const out = join(newFolder(), 'run');
  const ended = await callHarness([...run, '--out', out, ...more], {}, undefined, shell).ended;
  return { ...ended, out, summary: () => JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) };
}

const noStack = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) =>
  expect(stdout + stderr).not.toMatch(/^\s+at |node:internal/m);

test.concurrent('A run ends with exit code 3 and one sentence at a full stdout', async () => {
  const run = await runIn('exec "$@" >/dev/full');
  noStack(run);
  expect(run.stderr).toMatch(/^output-unwritable: stdout cannot be written: no space left on device$/m);
  expect(run.code).toBe(3);
  expect(run.summary()).toMatchObject({ verdict: 'unreachable', exitCode: 3, cause: 'harness' });
});

test.concurrent('A run ends with exit code 3 and one sentence at a full stderr', async () => {
  const run = await runIn('exec "$@" 2>/dev/full', ['--json']);
  expect(run.code).toBe(3);
  expect(JSON.parse(run.stdout)).toMatchObject({ verdict: 'unreachable', exitCode: 3 });
  expect(run.summary().message).toContain('Stderr cannot be written: no space left on device');
});

test.concurrent('A full disk ends a run with exit code 3, and every whole line is kept', async () => {
  const run = await runIn('ulimit -f 200; exec "$@"', [], CONTRACT);
  noStack(run);
  expect(run.stderr).toMatch(/^record-unwritable: the record in .* cannot be written: /m);
  expect(run.stdout).toMatch(/^UNREACHABLE {2}The record in /m);
  expect(run.code).toBe(3);
  expect(run.summary()).toMatchObject({ verdict: 'unreachable', exitCode: 3 });
  expect(readFileSync(join(run.out, 'run.ndjson'), 'utf8')).toMatch(/\}\n$/);
  expect(readRecord(run.out).exchanges.length).toBeGreaterThan(10);
  expect(readdirSync(run.out).filter(file => file.startsWith('.'))).toEqual([]);
});

test.concurrent('A missing run folder ends a run with exit code 3 and one sentence', async () => {
  const out = join(newFolder(), 'run');
  const called = callHarness([...CONTRACT, '--out', out]);
  await called.said(/Run \d/);
  rmSync(out, { recursive: true });
  const ended = await called.ended;
  noStack(ended);
  expect(ended.stderr).toMatch(/^out-unwritable: .* cannot be written: no such file or directory$/m);
  expect(ended.stdout).toMatch(/^UNREACHABLE/m);
  expect(ended.code).toBe(3);
});

test('A closed reader of the output changes neither the verdict nor the exit code', async () => {
  const out = join(newFolder(), 'run');
  const called = callHarness([...RUN, '--out', out, '--fault', 'request-id-missing-on-errors', '--json']);
  called.child.stdout?.destroy();
  await called.said(/Run \d/).catch(() => {});
  called.child.stderr?.destroy();
  const [code] = await new Promise<[number]>(resolve => called.child.once('exit', exit => resolve([exit ?? -1])));
  expect(code).toBe(1);
  expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toMatchObject({ exitCode: 1 });
});

test('listen ends with exit code 3 if the folder of --save is gone', async () => {
  const cwd = newFolder();
  mkdirSync(join(cwd, 'saved'));
  const called = callHarness(['listen', '--save', 'saved'], {}, cwd);
  onTestFinished(() => void called.child.kill('SIGKILL'));
  const url = (await called.said(/http:\/\/127\S+/)).trim();
  rmSync(join(cwd, 'saved'), { recursive: true });
  await fetch(url, { method: 'POST', body: '{}' });
  const ended = await called.ended;
  noStack(ended);
  expect(ended.stderr).toMatch(/^out-unwritable: saved\/.* cannot be written: no such file or directory$/m);
  expect(ended.code).toBe(3);
});

test('replay says in one sentence that the folder, and what is in it, cannot be written', async () => {
  const { out } = await runSimulated({ args: ['--only', 'contract/name-enquiry'], folder: newFolder() });
  rmSync(join(out, 'summary.json'));
  mkdirSync(join(out, 'summary.json'));
  const ended = await callCommand(['replay', out, '--json']);
  noStack(ended);
  expect(ended.stderr).toMatch(/^out-unwritable: .* cannot be written: /);
  expect(ended.stderr).not.toContain('a bug in the harness');
  expect(JSON.parse(ended.stdout)).toMatchObject({ verdict: 'unreachable', exitCode: 3, cause: 'harness' });
  expect(ended.code).toBe(3);
});
