import type { AddressInfo, Server } from 'node:net';

/** Makes a server listen on a free loopback port. `close` cuts open connections. */
export async function listenOnLoopback(server: Server & { closeAllConnections?(): void }) {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections?.();
      }),
  };
}
