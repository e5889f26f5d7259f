import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** A request at a server, without any decoding. */
export interface Asked {
  readonly method: string;
  /** The path and query of the request line, unchanged. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A complete answer. Default: an empty body with the media type of JSON. */
export interface WholeAnswer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: { readonly [name: string]: string };
}

/** An answer of a server: a status with an empty object, a complete answer, or a closed connection. */
type Answering = number | WholeAnswer | 'drop';

/** A plain `node:http` server in place of the service, which keeps the requests. */
export type OpenService = Awaited<ReturnType<typeof openService>>;

const JSON_TYPE = { 'Content-Type': 'application/json' };

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
    if (answer === 'drop') return void request.socket.destroy();
    const whole = typeof answer === 'number' ? { status: answer, body: '{}' } : answer;
    const { status, body, headers: told = JSON_TYPE }: WholeAnswer = whole;
    response.writeHead(status, { 'Retry-After': '0', ...told }).end(body);
  });
  const { url, close } = await listenOnLoopback(server);
  /** Removes the kept requests. */
  const forget = () => void asked.splice(0);
  const service = { url, close, asked, answers, forget };
  return service;
}
