import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import ssh2, { type Connection } from 'ssh2';
import { fingerprintOf } from '../known-hosts.ts';

/** A real ssh server on loopback that forwards ports, and can be killed and started again on its own. */
export interface SshServerRig {
  readonly port: number;
  /** The fingerprint of its host key. */
  readonly hostKey: string;
  /** A private key that the server accepts. */
  readonly userKey: string;
  /** How many clients have logged in so far. */
  readonly logins: () => number;
  /** Breaks every connection, and every new one, until `restart`. It keeps its ports, so that nobody takes them. */
  kill(): void;
  /** Accepts connections again, on the same port and with the same key. */
  restart(): void;
  /** Breaks every connection and stops listening. */
  close(): Promise<void>;
}

/** Starts the server on any free port. */
export async function startSshServer(): Promise<SshServerRig> {
  const [host, user] = [newKey(), newKey()];
  const [known, allowed] = [ssh2.utils.parseKey(host), ssh2.utils.parseKey(user)];
  if (allowed instanceof Error || known instanceof Error) throw new Error('a key cannot be read');
  const sockets = new Set<Socket>();
  /** The forwarded ports, each with the client that asked for it last. */
  const forwards = new Map<number, { server: NetServer; client: Connection }>();
  let logins = 0;
  let down = false;

  const listen = (port: number, accept: (socket: Socket) => void) =>
    new Promise<NetServer>(resolve => {
      const server = createServer(socket => {
        if (down) return void socket.on('error', () => {}).once('data', () => socket.resetAndDestroy());
        sockets.add(socket);
        socket.on('error', () => {}).once('close', () => sockets.delete(socket));
        accept(socket);
      });
      server.listen(port, '127.0.0.1', () => resolve(server));
    });

  const forward = async (client: Connection, address: string, asked: number): Promise<number> => {
    const known = forwards.get(asked);
    if (known !== undefined) known.client = client;
    if (known !== undefined) return asked;
    const server = await listen(asked, socket => {
      const { remoteAddress = '', remotePort = 0 } = socket;
      forwards.get(port)?.client.forwardOut(address, port, remoteAddress, remotePort, (error, channel) => {
        if (error) return socket.destroy();
        channel.on('error', () => socket.destroy());
        channel.pipe(socket).pipe(channel);
      });
    });
    const port = portOf(server);
    forwards.set(port, { server, client });
    return port;
  };

  const protocol = new ssh2.Server({ hostKeys: [host] }, client => {
    client.on('error', () => {});
    client.on('authentication', context => {
      if (context.method !== 'publickey' || !context.key.data.equals(allowed.getPublicSSH()))
        return context.reject(['publickey']);
      if (context.signature && !allowed.verify(context.blob ?? Buffer.alloc(0), context.signature, context.hashAlgo))
        return context.reject();
      context.accept();
    });
    client.once('ready', () => {
      logins++;
      client.on('request', async (accept, reject, name, info) => {
        if (name !== 'tcpip-forward') return reject?.();
        const { bindAddr, bindPort } = info as { bindAddr: string; bindPort: number };
        (accept as (port?: number) => void)?.(await forward(client, bindAddr, bindPort));
      });
    });
  });

  const listener = await listen(0, socket => protocol.injectSocket(socket));
  const kill = () => {
    down = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: portOf(listener),
    hostKey: fingerprintOf(known.getPublicSSH()),
    userKey: user,
    logins: () => logins,
    kill,
    restart() {
      down = false;
    },
    async close() {
      kill();
      const servers = [listener, ...[...forwards.values()].map(({ server }) => server)];
      await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))));
    },
  };
}

function portOf(server: NetServer): number {
  return (server.address() as AddressInfo).port;
}

/** RSA in PEM, which every client can read. */
function newKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}
