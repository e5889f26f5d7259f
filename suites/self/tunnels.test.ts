import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callCommand, callHarness, hasSsh, startSshServer, temporaryFolders } from '#testing';

const PROGRAM = resolve(import.meta.dirname, '../../harness/webhooks/tunnel/testing/tunnel-program.ts');

const program = (mode: string) => `"${process.execPath}" "${PROGRAM}" {host}:{port} ${mode}`;
const HAPPY_PATH = ['--only', 'collection/happy-path'];
const newFolder = temporaryFolders();
const readIn = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');
const summaryIn = (folder: string) => JSON.parse(readIn(folder, 'summary.json'));

test.skipIf(!hasSsh())('A run through ssh has the same verdict if the server is killed and restarted', async () => {
  const server = await startSshServer(newFolder());
  onTestFinished(() => server.close());
  const out = newFolder();
  const env = { TUNNEL: 'ssh', TUNNEL_SSH: server.setting };
  const called = callHarness(['run', '--suite', 'collection', '--orders', '40', '--out', out], env);
  await called.said(/disbursement\.completed/);
  await server.kill();
  server.restart();
  const { code } = await called.ended;
  expect(summaryIn(out)).toMatchObject({ findings: [], verdict: 'conformant' });
  expect(code).toBe(0);
  expect(server.connections()).toBeGreaterThan(1);
  expect(readIn(out, 'run.ndjson')).toContain('"kind":"tunnel-down"');
  expect(readIn(out, 'report.md')).toMatch(/The tunnel was down (?:at|from) /);
});

test('A run through a tunnel of any program has the same verdict, and records none of its tokens', async () => {
  const out = newFolder();
  const env = { TUNNEL: 'command', TUNNEL_COMMAND: `${program('recases-headers')} --token tok_not_to_be_seen` };
  const { code, stdout, stderr } = await callCommand(['run', ...HAPPY_PATH, '--out', out], env);
  expect(code).toBe(0);
  expect(readIn(out, 'report.md')).toContain('The tunnel adds headers');
  for (const text of [stdout, stderr, readIn(out, 'run.ndjson'), readIn(out, 'report.html')])
    expect(text).not.toContain('not_to_be_seen');
});

test('A tunnel that rewrites JSON is reported, and the run exits 3', async () => {
  const out = newFolder();
  const env = { TUNNEL: 'command', TUNNEL_COMMAND: program('rewrites-json') };
  const { code, stdout } = await callCommand(['run', '--out', out], env);
  expect(code).toBe(3);
  expect(stdout).toContain('changes bodies on their way');
  expect(summaryIn(out)).toMatchObject({ verdict: 'unreachable', cause: 'tunnel', findings: [] });
});
