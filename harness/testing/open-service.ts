import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** A request as it reached a server, without any decoding. */
export interface Asked {
  readonly method: string;
  /** The path and query of the request line, unchanged. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a server answers a request: with a status, or by closing the connection. */
export type Answering = number | 'drop';

/** A plain `node:http` server in place of the service, which keeps the requests. */
export type OpenService = Awaited<ReturnType<typeof openService>>;

/** Opens a server with configurable answers. A 429 asks for an immediate retry. */
export async function openService() {
  const asked: Asked[] = [];
  /** The answers to the next requests, in order; 404 once there are no more. */
  const answers: Answering[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = '', url: target = '', headers } = request;
    asked.push({ method, target, headers, body: Buffer.concat(parts).toString() });
    const answer = service.answers.shift() ?? 404;
    if (answer === 'drop') request.socket.destroy();
    else response.writeHead(answer, { 'Content-Type': 'application/json', 'Retry-After': '0' }).end('{}');
  });
  const { url, close } = await listenOnLoopback(server);
  /** Removes the kept requests. */
  const forget = () => void asked.splice(0);
  const service = { url, close, asked, answers, forget };
  return service;
}
