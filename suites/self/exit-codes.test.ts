import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand, callHarness, openSandbox, serveSandbox, temporaryFolders } from '#testing';

const FILES = [
  ...['run.ndjson', 'exchanges.har', 'facts.json', 'lifecycle.json', 'summary.json'],
  ...['report.html', 'report.md', 'junit.xml', 'ctrf.json'],
];

const emptyFolder = temporaryFolders();

function summaryIn(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
}

test.concurrent('A run whose webhook command fails exits 3, and shows the output of the command', async () => {
  const out = emptyFolder();
  const sandbox = await openSandbox();
  const env = { SANDBOX_URL: sandbox.url, WEBHOOK_COMMAND: 'echo no such endpoint >&2; exit 7' };
  const { code, stderr } = await callCommand(['run', '--out', out], env);
  await sandbox.close();
  expect(stderr).toContain('WEBHOOK_COMMAND failed');
  expect(stderr).toContain('no such endpoint');
  expect(code).toBe(3);
  expect(summaryIn(out)).toMatchObject({ verdict: 'unreachable', cause: 'configuration' });
});

test.concurrent('A run that is interrupted three times at once exits 130 and keeps its record so far', async () => {
  const out = emptyFolder();
  const called = callHarness(['run', '--out', out]);
  await called.said(/disbursement\.completed/);
  for (let time = 0; time < 3; time++) called.child.kill('SIGINT');
  expect((await called.ended).code).toBe(130);
  await expectInterrupted(out);
});

/** The speed of the machine decides how many reports an interrupted run writes. Its record is complete so far. */
async function expectInterrupted(out: string) {
  const { code, stdout } = await callCommand(['replay', out]);
  expect(stdout).toContain('INTERRUPTED');
  expect(code).toBe(130);
  expect(summaryIn(out)).toMatchObject({ verdict: 'interrupted' });
  expect(summaryIn(out).observed.deliveries).toBeGreaterThan(0);
}

/** The environment of a process that throws at SIGUSR2, with a secret and a control character in its message. */
const throwing = () => {
  const file = join(emptyFolder(), 'throw.mjs');
  writeFileSync(file, "process.on('SIGUSR2', () => { throw new Error('\u001b[1m' + process.env.API_KEY); });");
  return { NODE_OPTIONS: `--import ${file}`, API_KEY: 'sk_test_never_to_be_printed' };
};
const SAID = '⟦U+001B⟧[1m[redacted API_KEY]';

test.concurrent('An error that nothing catches stops a run, which exits 3 with its complete folder', async () => {
  const out = emptyFolder();
  const called = callHarness(['run', '--target', 'embedded', '--out', out], throwing());
  await called.said(/disbursement\.completed/);
  called.child.kill('SIGUSR2');
  const { code, stdout, stderr } = await called.ended;
  expect(stdout).toContain(`UNREACHABLE  The harness itself failed: ${SAID}.`);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(code).toBe(3);
  for (const file of FILES) expect(existsSync(join(out, file)), file).toBe(true);
  expect(summaryIn(out)).toMatchObject({ verdict: 'unreachable', cause: 'harness', exitCode: 3 });
});

test.concurrent('An error that nothing catches ends another command with exit code 3 and one sentence', async () => {
  const called = callHarness(['sandbox'], throwing());
  await called.said(/"url"/);
  called.child.kill('SIGUSR2');
  const { code, stderr } = await called.ended;
  expect(stderr).toContain(`harness-broke: ${SAID}\n`);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(code).toBe(3);
});

test.concurrent('A run that is interrupted twice ends at once, and does not restore webhooks', async ({
  expect: own,
}) => {
  const out = emptyFolder();
  const sandbox = await serveSandbox();
  const folder = emptyFolder();
  const pid = join(folder, 'pid');
  const sleep = `echo $$ >'${pid}.new'; mv '${pid}.new' '${pid}'; exec sleep 1000`;
  const env = {
    ...sandbox.env,
    WEBHOOK_COMMAND: `case "$WEBHOOK_URL" in *restored*) ${sleep};; esac; ${sandbox.env.WEBHOOK_COMMAND}`,
    WEBHOOK_RESTORE_URL: 'http://127.0.0.1:9/restored',
  };
  const called = callHarness(['run', '--out', out], env);
  await called.said(/disbursement\.completed/);
  called.child.kill('SIGINT');
  await called.said(/Restoring the webhook address, for at most 10 s\. Interrupt again to stop at once\./);
  // The shell starts after that line. Before it, there would be nothing to end.
  await own.poll(() => existsSync(pid), { timeout: 300_000 }).toBe(true);
  // Interrupts right after the first count as one with it.
  const pressing = setInterval(() => called.child.kill('SIGINT'), 400);
  const { code } = await called.ended;
  clearInterval(pressing);
  sandbox.process.child.kill('SIGTERM');
  process.kill(Number(readFileSync(pid, 'utf8')));
  expect(code).toBe(130);
  await expectInterrupted(out);
});

test('A command that computes forever exits 130 at SIGTERM', async () => {
  const file = join(emptyFolder(), 'compute.mjs');
  const loop = `setTimeout(() => { writeSync(2, 'computing'); for (;;); }, 500)`;
  writeFileSync(
    file,
    `import { writeSync } from 'node:fs'; import { isMainThread } from 'node:worker_threads'; isMainThread || ${loop};`,
  );
  const called = callHarness(['sandbox'], { NODE_OPTIONS: `--import ${file}` });
  await called.said(/computing/);
  called.child.kill('SIGTERM');
  expect((await called.ended).code).toBe(130);
});
