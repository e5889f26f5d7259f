import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HarnessError } from '../base/errors.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { realWorld } from './real-world.ts';
import { killGroup, runShellCommand } from './shell-command.ts';
import type { World } from './world.ts';

const newFolder = temporaryFolders();

/** A named pipe: who opens it waits for the other side. */
function fifo(): string {
  const path = join(newFolder(), 'fifo');
  execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', path]);
  return path;
}

function run(
  command: string,
  { world = realWorld() as World, signal = new AbortController().signal, variables = {} } = {},
) {
  return runShellCommand({ world, name: 'ORDER_COMMAND', command, signal }, variables);
}

async function failure(started: Promise<unknown>): Promise<HarnessError> {
  const thrown = await started.then(
    () => undefined,
    error => error,
  );
  expect(thrown).toBeInstanceOf(HarnessError);
  return thrown as HarnessError;
}

test.concurrent('A shell command has no input, and returns the lines that it prints, trimmed', async () => {
  expect(await run("printf ' a \\n\\n  \\nb\\r\\nc'")).toEqual(['a', 'b', 'c']);
  expect(await run('true')).toEqual([]);
  expect(await run('cat; echo done')).toEqual(['done']);
  expect(await run('echo no >&2; echo yes')).toEqual(['yes']);
});

test.concurrent('A shell command is read whole where it ends before its output was taken', async () => {
  const script = 'for (let nth = 0; nth < 2000; nth++) console.log("co_" + nth); process.exit()';
  const lines = await run(`"${process.execPath}" -e '${script}'`);
  expect([lines.length, lines.at(-1)]).toEqual([2000, 'co_1999']);
});

test.concurrent.each([
  ['that fails', 'echo out; echo no >&2; exit 7', 'it ended with exit code 7', /^no$/],
  ['that fails without output', 'exit 1', 'it ended with exit code 1', /^nothing on stderr$/],
  ['with much output', 'printf "%01000d end" 0 >&2; exit 1', 'it ended with exit code 1', /^0{300}\n…\n0+ end$/],
  ['that prints for ever', 'yes order', 'it printed more than 16 MiB and was killed', /^/],
  ['that is killed', 'kill -TERM $$', 'it was ended by SIGTERM', /^/],
])(
  'A shell command %s says how it ended, quoted at its beginning and its end, without secrets',
  async (_, command, how, quoted) => {
    const { code, kind, message, details } = await failure(run(command));
    expect([code, kind, message]).toEqual(['command-failed', 'unreachable', `ORDER_COMMAND failed: ${how}`]);
    expect(details).toMatchObject({ received: expect.stringMatching(quoted), expected: 'exit code 0' });
  },
);

test.concurrent('A shell command that cannot be started fails with the reason', async () => {
  const world = {
    ...realWorld(),
    spawn: (_: string, args: readonly string[], options: object) => realWorld().spawn('/no/such/shell', args, options),
  };
  expect((await failure(run('true', { world }))).message).toContain('ENOENT');
});

test.concurrent('A shell command is killed after 60 s, with what it started', async () => {
  const world = fakeWorld();
  const started = run('sleep 300 & echo $!; wait', { world });
  world.advance(59_999);
  expect(world.pending).toBe(1);
  world.advance(200);
  expect((await failure(started)).message).toContain('it ran for more than 60 s and was killed');
  expect(world.pending).toBe(0);
});

test.concurrent('A shell command is not killed because this process did not run', async () => {
  const world = fakeWorld();
  const go = fifo();
  const started = run('read line < "$GO"; echo "$line"', { world, variables: { GO: go } });
  world.stall(3_600_000);
  writeFileSync(go, 'co_1\n');
  expect(await started).toEqual(['co_1']);
  expect(world.pending).toBe(0);
});

test.concurrent('A shell command has ended when its process has; what it leaves running goes on', async ({
  onTestFinished,
}) => {
  const [pid, ...lines] = await run('(setsid sleep 300 & echo $!); echo co_1; echo co_2 >&2');
  onTestFinished(() => void process.kill(Number(pid)));
  expect(lines).toEqual(['co_1']);
  expect(process.kill(Number(pid), 0)).toBe(true);
});

test.concurrent('A shell command may leave a program running that goes on printing', async ({ onTestFinished }) => {
  const [go, done] = [fifo(), fifo()];
  const leftBehind = '(read line < "$GO"; echo late; echo late >&2; echo "$line" > "$DONE") & echo $!';
  const [pid] = await run(leftBehind, { variables: { GO: go, DONE: done } });
  onTestFinished(() => killGroup(Number(pid), 'SIGKILL'));
  writeFileSync(go, 'printed\n');
  expect(readFileSync(done, 'utf8')).toBe('printed\n');
});

test.concurrent('A shell command is killed when the run is stopped', async () => {
  const world = fakeWorld();
  const stop = new AbortController();
  const started = run('sleep 300', { world, signal: stop.signal });
  stop.abort();
  expect((await failure(started)).message).toContain('the run was stopped');
  expect(world.pending).toBe(0);
  expect((await failure(run('sleep 300', { world, signal: stop.signal }))).message).toContain('the run was stopped');
});
