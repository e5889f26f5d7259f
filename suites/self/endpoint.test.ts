import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import {
  callCommand,
  callHarness,
  callProgram,
  isInstalled,
  listenOnLoopback,
  SEEDS,
  temporaryFolders,
  withSeed,
} from '#testing';

const EXAMPLES = resolve(import.meta.dirname, '../../harness/gates/endpoint/examples');
const SIGNING_SECRET = 'whsec_of_the_examples';
const newFolder = temporaryFolders();

type Closing = TestContext['onTestFinished'];

/**
 * A free port outside the ephemeral range. Other tests open many connections, and one of them may get any ephemeral
 * port while a backend is down, so that it cannot listen again.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    await new Promise(done => server.close(done));
    if (isFree) return port;
  }
}

/** Starts an example and gates it with a seed. */
async function gateExample(
  seed: number,
  onTestFinished: Closing,
  command: string,
  { restarts }: { readonly restarts: boolean },
) {
  const folder = newFolder();
  const port = await freePort();
  const pid = join(folder, 'pid');
  const store = join(folder, 'store');
  const restart = `${join(EXAMPLES, 'restart.sh')} ${pid} ${port} ${command} serve ${store} ${port}`;
  const started = spawn('/bin/sh', ['-c', restart], { stdio: 'ignore', env: { ...process.env, SIGNING_SECRET } });
  await new Promise(done => started.once('exit', done));
  onTestFinished(() => void process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL'));
  const out = join(folder, 'out');
  const words = ['gate', '--endpoint', `http://127.0.0.1:${port}/webhooks`, '--credits', `${command} credits ${store}`];
  // A busy machine may take longer than the default. Only that depends on this limit.
  const rest = ['--time-limit', '3600', '--out', out, '--seed', String(seed)];
  const all = [...words, ...(restarts ? ['--restart', restart] : []), ...rest];
  const { code } = await withSeed(seed, () => callHarness(all, { SIGNING_SECRET }).ended);
  return { code, summary: JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')), out };
}

/** The gate of a port of this machine, with these options. */
async function gatePort(port: number, ...options: readonly string[]) {
  const out = join(newFolder(), 'out');
  const words = ['gate', '--endpoint', `http://127.0.0.1:${port}/webhooks`, ...options, '--out', out];
  const { code, stdout, stderr } = await callHarness(words, { SIGNING_SECRET }).ended;
  return { code, stdout, stderr };
}

/** Builds the example in Go. @returns its program */
async function built(): Promise<string> {
  const program = join(newFolder(), 'backend');
  const built = spawn('go', ['build', '-o', program, join(EXAMPLES, 'backend.go')], { stdio: 'ignore' });
  await new Promise(done => built.once('exit', done));
  return program;
}

describe.concurrent.each(SEEDS)('An example of a backend passes its gate with seed %i', seed => {
  test('in TypeScript, also while it is killed', async ({ onTestFinished }) => {
    const command = `"${process.execPath}" ${join(EXAMPLES, 'backend.ts')}`;
    const { code, summary, out } = await gateExample(seed, onTestFinished, command, { restarts: true });
    expect(summary.findings).toEqual([]);
    expect(code, summary.message).toBe(0);
    const statuses = summary.requirements.filter(({ id }: { id: string }) => id.startsWith('credit.'));
    expect(new Set(statuses.map(({ status }: { status: string }) => status))).toEqual(new Set(['verified']));
    for (const file of ['run.ndjson', 'report.html', 'summary.json', 'junit.xml'])
      expect(readFileSync(join(out, file), 'utf8')).not.toContain(SIGNING_SECRET);
    expect(await callCommand(['verify-run', join(out, 'verdict.json')])).toMatchObject({ code: 0 });
  });

  // With the first seed, another test gates this handler as written by `gate --init`.
  test.skipIf(!isInstalled('python3') || seed === 1)(
    'in Python, also while it is killed',
    async ({ onTestFinished }) => {
      const command = `python3 ${join(EXAMPLES, 'backend.py')}`;
      const { code, summary } = await gateExample(seed, onTestFinished, command, { restarts: true });
      expect(summary.findings).toEqual([]);
      expect(code).toBe(0);
    },
  );

  test.skipIf(!isInstalled('go'))('in Go', async ({ onTestFinished }) => {
    const restarts = seed > 1;
    const { code, summary } = await gateExample(seed, onTestFinished, await built(), { restarts });
    expect(summary.findings).toEqual([]);
    expect(code).toBe(0);
    const crash = summary.requirements.find(({ id }: { id: string }) => id === 'credit.crash');
    expect(crash).toMatchObject(
      restarts ? { status: 'verified' } : { status: 'not-testable', reason: expect.stringContaining('--restart') },
    );
  });
});

test.skipIf(!isInstalled('python3'))(
  'The commands that gate --init prints start the handler that it wrote, and gate it',
  { concurrent: true },
  async ({ onTestFinished }) => {
    const folder = newFolder();
    const port = await freePort();
    const { stdout } = await callCommand(['gate', '--init', 'handler-python'], {}, folder);
    const [, start = '', words = ''] =
      /^Start it: +(.*)\nGate it: +.*? gate (.*)$/m.exec(stdout.replaceAll('3000', `${port}`)) ?? [];
    const env = { SIGNING_SECRET };
    await callProgram(['sh', '-c', start.replace(/^export .*?; /, '')], { ...process.env, ...env }, folder).ended;
    onTestFinished(() => void process.kill(Number(readFileSync(join(folder, 'backend.pid'), 'utf8')), 'SIGKILL'));
    const given = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const gated = await callHarness(['gate', ...given, '--time-limit', '3600'], env, folder).ended;
    expect(gated.stdout).toContain('CONFORMANT');
    expect(gated.stdout).not.toContain('  ! F1');
    expect(gated.code).toBe(0);
    const again = await callCommand(['gate', '--init', 'handler-python'], {}, folder);
    expect([again.code, again.stderr.split(':')[0]]).toEqual([2, 'file-exists']);
  },
);

// harness/cli/bad-input.test.ts covers other mistakes in its command line.
test.concurrent.each([
  [['--credits', 'true'], '--credits has no effect without --endpoint'],
  [['--endpoint', 'http://127.0.0.1:9/'], 'takes no adapter'],
])('The gate of an endpoint ends with one sentence and exit code 2 for an adapter beside %j', async (options, said) => {
  const { code, stderr } = await callCommand(['gate', ...options, '--', 'true']);
  expect(stderr).toContain(said);
  expect(code).toBe(2);
});

test.concurrent('The gate of an endpoint ends with one sentence and exit code 3 if nothing listens', async () => {
  const { code, stdout } = await gatePort(await freePort());
  expect(stdout).toContain('No response from');
  expect(code).toBe(3);
});

test.concurrent.each([
  ['fails', 'echo no database >&2; exit 4', 'no database'],
  ['prints something else', `echo '{"order": 1}'`, 'is not an order id'],
])(
  'The endpoint gate ends with one sentence and exit code 3 where the credits command %s',
  async (_, command, said) => {
    const { code, stdout, stderr } = await gatePort(await freePort(), '--credits', command);
    expect(stdout + stderr).toContain(said);
    expect(code).toBe(3);
  },
);

test.concurrent('The endpoint gate exits 3 if credits shrink or the backend does not come back', async ({
  onTestFinished,
}) => {
  const server = createServer((request, response) => request.resume().on('end', () => response.end()));
  const { port, close } = await listenOnLoopback(server);
  onTestFinished(close);
  const credits = join(newFolder(), 'credits');
  writeFileSync(credits, 'co_before\n');
  const shrinking = await gatePort(port, '--credits', `cat ${credits}; : > ${credits}`);
  expect(shrinking.stdout + shrinking.stderr).toContain('fewer credits than before');
  expect(shrinking.code).toBe(3);
  const failing = await gatePort(port, '--credits', 'true', '--restart', 'exit 9', '--case', 'credit.crash');
  expect(failing.stdout + failing.stderr).toContain('--restart failed: it ended with exit code 9');
  expect(failing.code).toBe(3);
});
