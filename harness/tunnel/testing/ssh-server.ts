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
  /** Breaks every connection and stops listening. */
  kill(): Promise<void>;
  /** Listens again on the same port, with the same key. */
  restart(): Promise<void>;
}

/** Starts the server on any free port. */
export async function startSshServer(): Promise<SshServerRig> {
  const [host, user] = [newKey(), newKey()];
  const [known, allowed] = [ssh2.utils.parseKey(host), ssh2.utils.parseKey(user)];
  if (allowed instanceof Error || known instanceof Error) throw new Error('a key cannot be read');
  const clients = new Set<Connection>();
  const sockets = new Set<Socket>();
  const forwards = new Set<NetServer>();
  let logins = 0;

  const forward = (client: Connection, address: string, port: number, bound: (port: number) => void) => {
    const server = createServer(socket => {
      sockets.add(socket);
      socket.on('error', () => {}).once('close', () => sockets.delete(socket));
      const { port: own } = server.address() as AddressInfo;
      client.forwardOut(address, own, socket.remoteAddress ?? '', socket.remotePort ?? 0, (error, channel) => {
        if (error) return socket.destroy();
        channel.on('error', () => socket.destroy());
        channel.pipe(socket).pipe(channel);
      });
    });
    forwards.add(server);
    server.listen(port, '127.0.0.1', () => bound((server.address() as AddressInfo).port));
    client.once('close', () => server.close());
  };

  const start = (port: number) =>
    new Promise<ssh2.Server>(resolve => {
      const server = new ssh2.Server({ hostKeys: [host] }, client => {
        clients.add(client);
        client.on('error', () => {});
        client.once('close', () => clients.delete(client));
        client.on('authentication', context => {
          if (context.method !== 'publickey' || !context.key.data.equals(allowed.getPublicSSH()))
            return context.reject(['publickey']);
          if (
            context.signature &&
            !allowed.verify(context.blob ?? Buffer.alloc(0), context.signature, context.hashAlgo)
          )
            return context.reject();
          context.accept();
        });
        client.once('ready', () => {
          logins++;
          client.on('request', (accept, reject, name, info) => {
            if (name !== 'tcpip-forward') return reject?.();
            const { bindAddr, bindPort } = info as { bindAddr: string; bindPort: number };
            forward(client, bindAddr, bindPort, bound => (accept as (port?: number) => void)?.(bound));
          });
        });
      });
      server.listen(port, '127.0.0.1', () => resolve(server));
    });

  let server = await start(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    hostKey: fingerprintOf(known.getPublicSSH()),
    userKey: user,
    logins: () => logins,
    kill: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const client of clients) client.end();
        for (const socket of sockets) socket.destroy();
        for (const open of forwards) open.close();
      }),
    async restart() {
      server = await start(port);
    },
  };
}

/** RSA in PEM, which every client can read. */
function newKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}
