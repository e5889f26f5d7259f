import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that passes through a front: the parts that a test may change. */
export interface Passing {
  /** The path and query of the request line. */
  target: string;
  body: string;
}

/** A server in front of a service. */
export interface OpenFront {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens a server that forwards requests to a service and returns its responses. `edit` may change the request, or
 * return a response to answer in place of the service.
 */
export async function openFront(service: string, edit: (passing: Passing) => Response | undefined): Promise<OpenFront> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = 'GET', url = '/', headers } = request;
    const passing = { target: url, body: Buffer.concat(parts).toString() };
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...kept } = headers;
    const answer =
      edit(passing) ??
      (await fetch(service + passing.target, {
        method,
        headers: Object.entries(kept).map(([name, value]): [string, string] => [name, String(value)]),
        ...(passing.body !== '' && { body: passing.body }),
      }));
    const body = Buffer.from(await answer.arrayBuffer());
    const answered = [...answer.headers].filter(([name]) => !/^(connection|content-length|keep-alive)$/.test(name));
    response.writeHead(answer.status, answered.flat()).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
