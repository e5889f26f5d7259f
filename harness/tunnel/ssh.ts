import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Client, ConnectConfig } from 'ssh2';
import { HarnessError, messageOf } from '../core/errors.ts';
import { httpUrl } from '../core/loopback.ts';
import type { SshServer } from '../core/ssh-server.ts';

import { fingerprintOf, isKnownHost } from './known-hosts.ts';
import { type ReceiverAddress, type TunnelConnection, type TunnelProvider, tunnelError } from './provider.ts';

/** The server is gone after two keepalives without an answer, two seconds apart. */
const KEEPALIVE_MS = 2_000;
const KEEPALIVES = 2;
/** How long the login may take, in milliseconds. */
const READY_MS = 20_000;
/** Private keys to try where none is named, as OpenSSH does. */
const USUAL_KEYS = ['id_ed25519', 'id_ecdsa', 'id_rsa'];

/** `ssh`: a server of the user listens for the service and forwards each connection to the receiver. */
export function sshTunnel(server: SshServer): TunnelProvider {
  // The same port is requested again, so that the address survives a broken connection.
  let port = server.bindPort;
  return {
    kind: 'ssh',
    name: nameOf(server),
    setting: 'TUNNEL_SSH',
    patienceMs: 20_000,
    reopens: true,
    likely:
      'the server binds forwarded ports to loopback (GatewayPorts no), or a firewall blocks them (public=, bind=)',
    async open(receiver, signal) {
      const client = await logIn(server, signal);
      try {
        port = await forward(client, server, port);
      } catch (thrown) {
        client.end();
        throw failed(server, thrown);
      }
      return connectionOf(client, server, port, receiver);
    },
  };
}

function connectionOf(client: Client, server: SshServer, port: number, receiver: ReceiverAddress): TunnelConnection {
  const sockets = new Set<Socket>();
  client.on('tcp connection', (_details, accept) => {
    const channel = accept();
    const socket = connect(receiver.port, receiver.host);
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => sockets.delete(socket));
    // If one side breaks, the other is closed. Probes show whether the tunnel still works.
    socket.on('error', () => channel.destroy());
    channel.on('error', () => socket.destroy());
    channel.once('close', () => socket.destroy());
    channel.pipe(socket).pipe(channel);
  });
  let said = '';
  const broken = new Promise<string>(resolve => {
    client.on('error', error => {
      said = messageOf(error);
    });
    client.once('close', () => resolve(`the connection to ${server.host} was closed${said === '' ? '' : `: ${said}`}`));
  });
  return {
    addresses: () => [server.publicUrl ?? httpUrl(server.host, port)],
    broken,
    said: () => said,
    async close() {
      for (const socket of sockets) socket.destroy();
      client.end();
      client.destroy();
    },
  };
}

/** @returns the port on which the server listens: another than requested where that one is taken */
async function forward(client: Client, { bindHost, bindPort }: SshServer, port: number): Promise<number> {
  try {
    return await bind(client, bindHost, port);
  } catch (thrown) {
    // A broken connection may hold the port until the server notices. A port that the user named is waited for.
    if (port === bindPort) throw thrown;
    return bind(client, bindHost, bindPort);
  }
}

function bind(client: Client, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) =>
    client.forwardIn(host, port, (error, bound) => (error ? reject(error) : resolve(port === 0 ? bound : port))),
  );
}

function logIn(server: SshServer, signal: AbortSignal): Promise<Client> {
  // Loaded on demand: few runs need it, and it would take a sixth of every start.
  const ssh2: typeof import('ssh2') = createRequire(import.meta.url)('ssh2');
  const client = new ssh2.Client();
  let refused: HarnessError | undefined;
  const config: ConnectConfig = {
    host: server.host,
    port: server.port,
    username: server.user,
    ...identity(server),
    readyTimeout: READY_MS,
    keepaliveInterval: KEEPALIVE_MS,
    keepaliveCountMax: KEEPALIVES,
    hostVerifier: (key: Buffer) => {
      refused = distrust(server, key);
      return refused === undefined;
    },
  };
  return new Promise((resolve, reject) => {
    const stop = () => fail(new Error('the run was stopped'));
    const fail = (error: Error) => {
      signal.removeEventListener('abort', stop);
      client.destroy();
      reject(refused ?? failed(server, error));
    };
    signal.addEventListener('abort', stop);
    // A connection that breaks can report two errors, and one that nobody listens to ends the process.
    client.on('error', fail);
    client.once('close', () => fail(new Error('the connection was closed')));
    client.once('ready', () => {
      signal.removeEventListener('abort', stop);
      client.off('error', fail);
      client.removeAllListeners('close');
      client.setNoDelay(true);
      resolve(client);
    });
    client.connect(config);
  });
}

/** Why the server's key is not trusted; undefined where it is the pinned key, or a known one where none is pinned. */
function distrust(server: SshServer, key: Buffer): HarnessError | undefined {
  const { host, port, hostKey } = server;
  const seen = fingerprintOf(key);
  if (hostKey === undefined ? isKnownHost(read('known_hosts') ?? '', host, port, key) : hostKey === seen)
    return undefined;
  return tunnelError('tunnel-host-key', nameOf(server), `failed: the host key of ${host} is not trusted`, {
    received: seen,
    expected: hostKey ?? 'a key that ~/.ssh/known_hosts lists for it',
    likely:
      hostKey === undefined
        ? 'this machine has never connected to the server'
        : 'the server was reinstalled, or another server answers in its place',
    next: `if ssh-keygen -lf prints that fingerprint on the server, write hostkey=${seen} into TUNNEL_SSH`,
  });
}

function identity({ key }: SshServer): Pick<ConnectConfig, 'privateKey' | 'agent'> {
  if (key !== undefined) return { privateKey: readKey(key.replace(/^~(?=\/)/, homedir())) };
  const agent = process.env.SSH_AUTH_SOCK;
  if (agent) return { agent };
  const found = USUAL_KEYS.map(read).find(text => text !== undefined);
  return found === undefined ? {} : { privateKey: found };
}

function readKey(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new HarnessError('tunnel-key-unreadable', 'usage', `the key of TUNNEL_SSH cannot be read: ${path}`, {
      received: messageOf(cause),
      next: 'set key=FILE to an unencrypted private key, or leave it out to use the keys of the ssh agent',
      cause,
    });
  }
}

/** A file of `~/.ssh`; undefined where there is none. */
function read(name: string): string | undefined {
  try {
    return readFileSync(join(homedir(), '.ssh', name), 'utf8');
  } catch {
    return undefined;
  }
}

function nameOf({ user, host }: SshServer): string {
  return `ssh to ${user}@${host}`;
}

function failed(server: SshServer, cause: unknown): HarnessError {
  const { host, port } = server;
  return tunnelError('tunnel-failed', nameOf(server), `failed: no tunnel through ${host}:${port}`, {
    received: messageOf(cause),
    likely: /authentication/i.test(messageOf(cause))
      ? 'the server does not know the key: see key= of TUNNEL_SSH, and the ssh agent'
      : 'the server is down, or does not allow port forwarding',
    next: 'try the same with `ssh -R 0:localhost:80`, and check TUNNEL_SSH',
    cause,
  });
}
