import { describe, expect, onTestFinished, test } from 'vitest';
import { parseSshServer } from '../../settings/ssh-server.ts';
import { temporaryFolders } from '../../testing/temporary-folders.ts';
import { realWorld } from '../../world/real-world.ts';
import type { World } from '../../world/world.ts';
import { sshTunnel } from './choose-provider.ts';
import { openTunnel } from './testing/open-tunnel.ts';
import { hasSsh, startSshServer } from './testing/ssh-server.ts';

const newFolder = temporaryFolders();

async function startServer(rights?: string) {
  const server = await startSshServer(newFolder(), rights);
  onTestFinished(() => server.close());
  return server;
}

/** The real world with another PATH. It keeps the started command lines. */
function keepingWorld(path = process.env.PATH): { readonly world: World; readonly lines: readonly string[] } {
  const lines: string[] = [];
  const spawn: World['spawn'] = (command, args, options) => {
    lines.push(args.join(' '));
    return realWorld().spawn(command, args, { ...options, env: { ...process.env, PATH: path } });
  };
  return { world: { ...realWorld(), spawn }, lines };
}

const open = (setting: string, world = realWorld()) => openTunnel(sshTunnel(world, parseSshServer(setting)));
const post = async (url: string) => (await fetch(url, { method: 'POST', body: '{}' })).status;
const failing = (received: string, likely: string, next: string) => ({
  code: 'tunnel-failed',
  details: {
    received: expect.stringContaining(received),
    likely: expect.stringContaining(likely),
    next: expect.stringContaining(next),
  },
});

describe.skipIf(!hasSsh())('A tunnel over ssh', () => {
  test('forwards a port of the server to the receiver, byte for byte', async () => {
    const { setting } = await startServer();
    const { world, lines } = keepingWorld();
    const { tunnel, seen, paths } = await open(setting, world);
    expect(await post(tunnel.url)).toBe(200);
    expect(paths()).toEqual(['/hook']);
    expect(seen).toMatchObject([{ kind: 'ssh', addedHeaders: [] }]);
    expect(lines[0]).toContain(' -tt ');
  });

  test('survives a restart of the server, and asks for the same port', async () => {
    const { setting, kill, restart } = await startServer();
    const { world, lines } = keepingWorld();
    const { tunnel, troubles, lost, until } = await open(setting, world);
    const { port } = new URL(tunnel.url);
    await kill();
    restart();
    await until(() => troubles.length === 1);
    expect(lines.some(line => line.includes(`-R ':${port}':`))).toBe(true);
    expect(troubles).toMatchObject([{ kind: 'tunnel-down' }]);
    expect(lost).toEqual([]);
    expect(await post(tunnel.url)).toBe(200);
  });

  test('works with an account that may only forward ports', async () => {
    const { setting, connections } = await startServer('restrict,port-forwarding,command="false"');
    const { tunnel } = await open(setting);
    expect(await post(tunnel.url)).toBe(200);
    expect(connections()).toBe(2);
  });

  test.each(['refuses', 'resets'] as const)('fails with the reason if the server %s connections', async how => {
    const { setting, kill, close } = await startServer();
    await (how === 'refuses' ? close() : kill());
    await expect(open(setting)).rejects.toMatchObject(failing('127.0.0.1', 'the server is down', 'ssh -p'));
  });

  test('trusts only the server whose key is pinned', async () => {
    const { setting, hostKey } = await startServer();
    const other = setting.replace(hostKey, `SHA256:${'A'.repeat(43)}`);
    await expect(open(other)).rejects.toMatchObject(failing(hostKey, 'reinstalled', 'hostkey='));
  });

  test('trusts no server that known_hosts does not list', async () => {
    const { setting, hostKey } = await startServer();
    const unpinned = setting.replace(`hostkey=${hostKey}`, '');
    await expect(open(unpinned)).rejects.toMatchObject(
      failing('Host key verification failed', 'never connected', 'connect once with ssh by hand'),
    );
  });

  test('fails with the reason if the server rejects the login', async () => {
    const [{ setting }, other] = await Promise.all([startServer(), startServer()]);
    const rejected = setting.replace(/key=\S+$/, /key=\S+$/.exec(other.setting)?.[0] ?? '');
    await expect(open(rejected)).rejects.toMatchObject(
      failing('Permission denied', 'does not know the key', 'TUNNEL_SSH'),
    );
  });
});

test('If ssh is not installed, a tunnel over it fails with the package to install', async () => {
  const { world } = keepingWorld('/nowhere');
  await expect(open('me@tunnel.test', world)).rejects.toMatchObject(
    failing('not found', 'not installed', 'openssh-client'),
  );
});
