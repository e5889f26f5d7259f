import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { HarnessError } from '../../base/errors.ts';
import { realWorld } from '../../world/real-world.ts';
import { commandTunnel } from './program-connection.ts';
import { openTunnel } from './testing/open-tunnel.ts';

const PROGRAM = fileURLToPath(new URL('./testing/tunnel-program.ts', import.meta.url));

const program = (mode = 'plain') => `"${process.execPath}" "${PROGRAM}" {host}:{port} ${mode}`;
const open = (command: string) => openTunnel(commandTunnel(realWorld(), command));

async function failure(opening: Promise<unknown>): Promise<HarnessError> {
  const thrown = await opening.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof HarnessError)) throw new Error(`it should have failed: ${thrown}`);
  return thrown;
}

/** The id of the process that listens at the public address. */
const pidOf = async (url: string) => Number(await (await fetch(new URL('/pid', url))).text());

/** Resolves once a process has ended. */
async function gone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1);
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await setImmediate();
  }
}

test('A tunnel program may print several addresses; the one that leads to the receiver is used', async () => {
  const { tunnel, seen } = await open(program());
  expect(new URL(tunnel.url).pathname).toBe('/hook');
  const answer = await fetch(tunnel.url, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(200);
  expect(seen).toMatchObject([
    {
      kind: 'command',
      url: tunnel.url.replace('/hook', ''),
      addedHeaders: [],
    },
  ]);
});

test('A tunnel program exposes only the path of the receiver, and its probes are no deliveries', async () => {
  const { tunnel, paths } = await open(program());
  expect((await fetch(`${tunnel.url.replace('/hook', '')}/other`)).status).toBe(404);
  expect(paths()).toEqual(['/other']);
});

test('A tunnel program that rewrites JSON is refused with the reason', async () => {
  const { code, kind, details } = await failure(open(program('rewrites-json')));
  expect([code, kind]).toEqual(['tunnel-alters-bodies', 'unreachable']);
  expect(details.received).toContain('odd JSON');
});

test('A tunnel program that recases headers and adds some is used, and what it adds is recorded', async () => {
  const { seen } = await open(program('recases-headers'));
  expect(seen[0]?.addedHeaders).toEqual(['x-forwarded-for']);
});

test('A tunnel program that drops headers is refused, and one of them is named', async () => {
  const { code, details } = await failure(open(program('drops-headers')));
  expect(code).toBe('tunnel-drops-headers');
  expect(details.received).toContain('Service-Signature');
});

test('A tunnel program that ends at once fails with its last output', async () => {
  const { code, message, details } = await failure(open(program('cannot')));
  expect(code).toBe('tunnel-failed');
  expect(message).toContain('exit code 7');
  expect(details.received).toContain('not signed in');
});

test('A tunnel program with a misspelt preset name fails with the preset that was meant', async () => {
  const { message, details } = await failure(open('cloudflard'));
  expect(message).toContain('exit code 127');
  expect(details.likely).toContain('cloudflared');
});

test('A tunnel program that dies is restarted, and webhooks go to its new address', async () => {
  const { tunnel, moved, troubles, until } = await open(`exec ${program()}`);
  const before = tunnel.url;
  process.kill(await pidOf(before), 'SIGKILL');
  await until(() => moved.length === 1 && troubles.length === 1);
  expect(moved).toEqual([tunnel.url]);
  expect(tunnel.url).not.toBe(before);
  expect(troubles).toMatchObject([{ kind: 'tunnel-down' }]);
  expect(troubles[0]?.message).toContain('SIGKILL');
  expect((await fetch(tunnel.url, { method: 'POST' })).status).toBe(200);
});

test('A tunnel program that ignores SIGTERM is killed, with what it started', async () => {
  const { tunnel } = await open(`sleep 300 & ${program('ignores-sigterm')}`);
  const pid = await pidOf(tunnel.url);
  await tunnel.close();
  await gone(pid);
});

test('A tunnel program does not outlive a harness that is killed', async () => {
  const script = `
    import { guardedShell } from ${JSON.stringify(new URL('./program-connection.ts', import.meta.url).href)};
    import { realWorld } from ${JSON.stringify(new URL('../../world/real-world.ts', import.meta.url).href)};
    const { child } = guardedShell(realWorld(), 'echo $$; sleep 300');
    child.stdout.once('data', pid => { process.stdout.write(pid); process.kill(process.pid, 'SIGKILL'); });
  `;
  const child = realWorld().spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await once(child.stdout ?? child, 'data');
  await gone(Number(String(printed)));
});
