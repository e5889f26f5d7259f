import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Client, type ConnectConfig } from 'ssh2';
import { HarnessError, messageOf } from '../core/errors.ts';
import type { SshServer } from '../core/ssh-server.ts';
import { httpUrl } from './http-url.ts';
import { fingerprintOf, isKnownHost } from './known-hosts.ts';
import type { ReceiverAddress, TunnelConnection, TunnelProvider } from './provider.ts';

/** Two questions without an answer, two seconds apart, tell that the server is gone. */
const KEEPALIVE_MS = 2_000;
const KEEPALIVES = 2;
/** How long the server may take to let us in, in milliseconds. */
const READY_MS = 20_000;
/** Private keys that are tried where none is named, as OpenSSH does. */
const USUAL_KEYS = ['id_ed25519', 'id_ecdsa', 'id_rsa'];

/** `ssh`: a server of the user's listens for the service and hands each connection through to the receiver. */
export function sshTunnel(server: SshServer): TunnelProvider {
  // A port that was given once is asked for again, so that the address outlives a broken connection.
  let port = server.bindPort;
  return {
    kind: 'ssh',
    name: `ssh to ${server.user}@${server.host}`,
    setting: 'TUNNEL_SSH',
    patienceMs: 20_000,
    reopens: true,
    likely:
      'the server binds forwarded ports to its own loopback (GatewayPorts no), or a firewall stands before them: see public= and bind=',
    async open(receiver, signal) {
      const client = await logIn(server, signal);
      try {
        port = await forward(client, server, port);
      } catch (thrown) {
        client.end();
        throw failed(server, thrown);
      }
      return legOf(client, server, port, receiver);
    },
  };
}

function legOf(client: Client, server: SshServer, port: number, receiver: ReceiverAddress): TunnelConnection {
  const sockets = new Set<Socket>();
  client.on('tcp connection', (_details, accept) => {
    const channel = accept();
    const socket = connect(receiver.port, receiver.host);
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => sockets.delete(socket));
    // Either side that breaks takes the other with it; the probes tell whether that matters.
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

/** @returns the port that the server listens on; another than was asked for where that one is not to be had */
async function forward(client: Client, { bindHost, bindPort }: SshServer, port: number): Promise<number> {
  try {
    return await bind(client, bindHost, port);
  } catch (thrown) {
    // The zombie of a broken connection may hold the port until the server notices; one that was named is waited for.
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
  const client = new Client();
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
    client.once('error', fail);
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

/** Why the server's key is not to be trusted; undefined where it is the pinned one, or a known one where none is pinned. */
function distrust(server: SshServer, key: Buffer): HarnessError | undefined {
  const { host, port, hostKey } = server;
  const seen = fingerprintOf(key);
  if (hostKey === undefined ? isKnownHost(read('known_hosts') ?? '', host, port, key) : hostKey === seen)
    return undefined;
  return new HarnessError(
    'tunnel-host-key',
    'unreachable',
    `the tunnel failed: the host key of ${host} is not the one that is trusted`,
    {
      received: seen,
      expected: hostKey ?? 'a key that ~/.ssh/known_hosts knows for it',
      likely:
        hostKey === undefined
          ? 'the server was never met from this machine'
          : 'the server was set up anew, or somebody stands between',
      next: `where the server's own ssh-keygen -lf prints that fingerprint, write hostkey=${seen} into TUNNEL_SSH`,
    },
  );
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
      next: 'name a file with an unencrypted private key as key=FILE, or leave it out for the keys of the ssh agent',
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

function failed({ user, host, port }: SshServer, cause: unknown): HarnessError {
  return new HarnessError(
    'tunnel-failed',
    'unreachable',
    `the tunnel failed: ssh to ${user}@${host}:${port} gave none`,
    {
      received: messageOf(cause),
      likely: /authentication/i.test(messageOf(cause))
        ? 'the server does not know the key: see key= of TUNNEL_SSH, and the ssh agent'
        : 'the server is away, or does not let ports be forwarded',
      next: 'try the same with `ssh -R 0:localhost:80`, and check TUNNEL_SSH',
      cause,
    },
  );
}
