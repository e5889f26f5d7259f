import type { AddressInfo, Server } from 'node:net';

/** A server that listens on loopback. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Closes the server and cuts open connections. */
  close(): Promise<void>;
}

/** Makes a server listen on a free loopback port. */
export async function listenOnLoopback(server: Server & { closeAllConnections?(): void }): Promise<Listening> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections?.();
      }),
  };
}
