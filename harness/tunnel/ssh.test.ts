import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { realWorld } from '../core/real-world.ts';
import { parseSshServer, type SshServer } from '../core/ssh-server.ts';
import type { World } from '../core/world.ts';
import { isInstalled } from '../testing/is-installed.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { opensshTunnel } from './openssh.ts';
import { sshTunnel } from './ssh.ts';
import { openTunnel } from './testing/open-tunnel.ts';
import { type SshServerRig, startSshServer } from './testing/ssh-server.ts';

const newFolder = temporaryFolders();

async function rig() {
  const server = await startSshServer();
  onTestFinished(() => server.close());
  const key = join(newFolder(), 'key');
  writeFileSync(key, server.userKey, { mode: 0o600 });
  return { server, key };
}

function asked({ port, hostKey }: SshServerRig, key: string, more = ''): SshServer {
  return parseSshServer(`tester@127.0.0.1:${port} hostkey=${hostKey} key=${key} ${more}`);
}

const post = async (url: string) => (await fetch(url, { method: 'POST', body: '{}' })).status;

describe('A tunnel over ssh', () => {
  test('forwards a port of the server to the receiver, byte for byte', async () => {
    const { server, key } = await rig();
    const { tunnel, seen, arrivals } = await openTunnel(sshTunnel(asked(server, key)));
    expect(await post(tunnel.url)).toBe(200);
    expect(arrivals).toEqual(['/hook']);
    expect(seen).toMatchObject([{ kind: 'ssh', headers: { caseKept: true, linesKept: true, added: [] } }]);
  });

  test('survives a restart of the server, at the same address', async () => {
    const { server, key } = await rig();
    const { tunnel, troubles, moved, lost, until } = await openTunnel(sshTunnel(asked(server, key)));
    const before = tunnel.url;
    server.kill();
    server.restart();
    await until(() => troubles.length === 1);
    expect([server.logins(), tunnel.url, moved, lost]).toEqual([2, before, [], []]);
    expect(troubles).toMatchObject([{ kind: 'tunnel-down' }]);
    expect(await post(tunnel.url)).toBe(200);
  });

  test.each(['refuses', 'resets'] as const)('fails with the reason where the server %s connections', async how => {
    const { server, key } = await rig();
    if (how === 'refuses') await server.close();
    else server.kill();
    await expect(openTunnel(sshTunnel(asked(server, key)))).rejects.toMatchObject({
      code: 'tunnel-failed',
      details: { likely: expect.stringContaining('the server is down') },
    });
  });

  test('trusts only the server whose key is pinned', async () => {
    const { server, key } = await rig();
    const other = asked({ ...server, hostKey: `SHA256:${'A'.repeat(43)}` }, key);
    await expect(openTunnel(sshTunnel(other))).rejects.toMatchObject({
      code: 'tunnel-host-key',
      details: { received: server.hostKey, next: expect.stringContaining(`hostkey=${server.hostKey}`) },
    });
    expect(server.logins()).toBe(0);
  });

  test('that the server rejects fails with the reason', async () => {
    const [{ server }, { key }] = await Promise.all([rig(), rig()]);
    await expect(openTunnel(sshTunnel(asked(server, key)))).rejects.toMatchObject({
      code: 'tunnel-failed',
      details: { likely: expect.stringContaining('does not know the key') },
    });
  });

  test.skipIf(!isInstalled('ssh'))(
    'also works through the OpenSSH client, which trusts its own configuration',
    async () => {
      const { server, key } = await rig();
      const home = newFolder();
      // The program finds the configuration in the home folder of the password database, so that it is named to it.
      const config = join(home, 'config');
      writeFileSync(config, `Host *\n  StrictHostKeyChecking no\n  UserKnownHostsFile ${join(home, 'known_hosts')}\n`);
      const world: World = {
        ...realWorld(),
        spawn: (command, args, options) =>
          realWorld().spawn(
            command,
            args.map(arg => arg.replace('exec ssh', `exec ssh -F ${config}`)),
            options,
          ),
      };
      const { tunnel } = await openTunnel(opensshTunnel(world, { ...asked(server, key), client: 'openssh' }));
      expect(await post(tunnel.url)).toBe(200);
    },
  );
});
