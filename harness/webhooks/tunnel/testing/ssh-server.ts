import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from '../../../testing/is-installed.ts';
import { killGroup } from '../../../world/shell-command.ts';

/** OpenSSH's server. It has to be started by its absolute path. */
const SSHD = '/usr/sbin/sshd';

/** Whether this machine has OpenSSH's client and server. */
export function hasSsh(): boolean {
  return isInstalled('ssh') && isInstalled(SSHD);
}

/**
 * Starts OpenSSH's server on a free loopback port, with its files in an empty folder.
 * @param rights options of the user's key (sshd(8), AUTHORIZED_KEYS); default: it may do everything
 */
export async function startSshServer(folder: string, rights = '') {
  const [host, key] = [newKey(folder, 'host'), newKey(folder, 'user')];
  const [authorized, config] = [join(folder, 'authorized_keys'), join(folder, 'sshd_config')];
  writeFileSync(authorized, `${rights} ${readFileSync(`${key}.pub`, 'utf8')}`);
  // A port that is free in IPv6 may be in use in IPv4. The server would then claim to listen, but refuse requests.
  const lines = [
    `HostKey ${host}`,
    `AuthorizedKeysFile ${authorized}`,
    'StrictModes no',
    'UsePAM no',
    'AddressFamily inet',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  // For root, the server drops privileges in an empty folder, which Debian creates when it starts the service.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });

  /** The process of each connection, started as by inetd, with the connection as its input and output. */
  const running = new Map<Socket, Promise<unknown>>();
  let connections = 0;
  let down = false;
  const listener = createServer(socket => {
    socket.on('error', () => {});
    if (down) return void socket.once('data', () => socket.resetAndDestroy());
    connections++;
    const child = spawn(SSHD, ['-i', '-e', '-f', config], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    child.stdin.on('error', () => {});
    child.stdout.pipe(socket).pipe(child.stdin);
    socket.once('close', () => killGroup(child.pid, 'SIGKILL'));
    running.set(
      socket,
      once(child, 'close').finally(() => running.delete(socket)),
    );
  });
  /** Breaks every connection, and every new one until `restart`. */
  const kill = async () => {
    down = true;
    for (const socket of running.keys()) socket.destroy();
    await Promise.all(running.values());
  };
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const hostKey = fingerprintOf(host);
  const { port } = listener.address() as AddressInfo;
  return {
    /** The value of `TUNNEL_SSH`: the user, the host with its port, the host key, and an accepted key. */
    setting: `${userInfo().username}@127.0.0.1:${port} hostkey=${hostKey} key=${key}`,
    hostKey,
    connections: () => connections,
    kill,
    /** Accepts connections again, on the same port and with the same key. */
    restart() {
      down = false;
    },
    async close() {
      await kill();
      await new Promise(resolve => listener.close(resolve));
    },
  };
}

function newKey(folder: string, name: string): string {
  const file = join(folder, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  return file;
}

function fingerprintOf(key: string): string {
  return /SHA256:\S+/.exec(execFileSync('ssh-keygen', ['-l', '-f', key], { encoding: 'utf8' }))?.[0] ?? '';
}
