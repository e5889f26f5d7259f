import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it reached a server, nothing decoded. */
export interface Asked {
  readonly method: string;
  /** The path and query as they stood in the request line. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a server answers a request: with a status, or by closing the connection. */
export type Answering = number | 'drop';

/** A bare `node:http` server in the service's place, which keeps what it was asked. */
export interface OpenService {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** How the next requests are answered, in order; with 404 once there are no more. */
  answers: Answering[];
  /** Forgets what it was asked. */
  forget(): void;
  close(): Promise<void>;
}

/** Opens a server that answers as it is told. A 429 asks for a repeat at once. */
export async function openService(): Promise<OpenService> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = '', url: target = '', headers } = request;
    asked.push({ method, target, headers, body: Buffer.concat(parts).toString() });
    const answer = service.answers.shift() ?? 404;
    if (answer === 'drop') request.socket.destroy();
    else response.writeHead(answer, { 'Content-Type': 'application/json', 'Retry-After': '0' }).end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const service: OpenService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers: [],
    forget: () => void asked.splice(0),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}
