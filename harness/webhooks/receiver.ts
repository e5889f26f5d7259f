import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { HarnessError } from '../core/errors.ts';
import type { Answer, Headers } from '../core/evidence.ts';
import type { World } from '../core/world.ts';

/** A webhook request as it came in. */
export interface Arrival {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Buffer;
  /** False where the sender stopped, or the body is longer than the limit. */
  readonly complete: boolean;
  /** False where it came to another path than the receiver's own. */
  readonly ours: boolean;
  readonly connection: number;
}

/** How to answer an arrival: at once with a status (and a `Location`), not at all while it is `held`, or by closing the connection. */
export type Reply =
  | { readonly kind: 'status'; readonly status: number; readonly refused: boolean; readonly location?: string }
  | { readonly kind: 'slow'; readonly holdMs: number }
  | { readonly kind: 'drop' };

/** A status that acknowledges nothing. */
export const refusal = (status: number): Reply => ({ kind: 'status', status, refused: true });

/** What a receiver needs. */
export interface ReceiverOptions {
  readonly world: World;
  readonly host: string;
  /** 0 = any. */
  readonly port: number;
  /** The path that webhooks come to; any where absent. Everything else is answered 404. */
  readonly path?: string;
  /** The clock of the record. */
  readonly stamp: () => number;
  /** Looks at an arrival first. Where it returns headers, the answer is 200 with them, and nobody else sees it. */
  readonly probe?: (arrival: Arrival) => Headers | undefined;
  /** Takes an arrival in and says how to answer it, at once or later. It must not throw. */
  readonly take: (arrival: Arrival) => Reply | Promise<Reply>;
  /** Takes what was no HTTP, or broken HTTP. */
  readonly malformed: (code: string, packet: Buffer) => void;
}

/** A receiver that listens. */
export interface Receiver {
  /** `http://host:port/path`, as seen from this machine. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Most bytes of a body that are kept; the rest is answered 413. */
export const LARGEST_BODY = 1024 * 1024;
/** Most bytes of all headers together; beyond, the answer is 431. Room for some 900 `v1`. */
export const LARGEST_HEADER = 64 * 1024;

/** How broken HTTP is answered, by Node's code for it; everything else with 400. */
const REFUSALS: { readonly [code: string]: string } = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** How an answer reads in the record. */
export function answerOf(reply: Reply): Answer {
  if (reply.kind === 'status') return { kind: 'status', status: reply.status, refused: reply.refused };
  return { kind: reply.kind, refused: true };
}

/**
 * Starts the webhook receiver: bare `node:http`, because signatures are over exact bytes and raw headers.
 * @throws HarnessError `receiver-cannot-listen` (unreachable)
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { world, host, port, path = '' } = options;
  const connections = new WeakMap<Socket, number>();
  let count = 0;
  const server = world.createServer({
    maxHeaderSize: LARGEST_HEADER,
    requireHostHeader: false,
    keepAliveTimeout: 75_000,
    requestTimeout: 60_000,
    headersTimeout: 30_000,
  });
  const receiving = new WeakSet<Socket>();
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    receiving.add(request.socket);
    request.once('end', () => receiving.delete(request.socket));
    void receive(request, response, options, connections.get(request.socket) ?? 0);
  };
  server.on('connection', socket => connections.set(socket, ++count));
  server.on('request', onRequest);
  // Node itself would answer an expectation that it does not know, and nobody would see the request.
  server.on('checkExpectation', onRequest);
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) => {
    const { code = 'HTTP_ERROR', rawPacket = Buffer.alloc(0) } = error;
    // A connection that breaks is no broken HTTP; one that ends within a body is seen by whoever reads the body.
    const ended = code === 'HPE_INVALID_EOF_STATE' && receiving.has(socket);
    if (/^(HPE|ERR_HTTP)_/.test(code) && !ended) options.malformed(code, rawPacket);
    const refusal = REFUSALS[code] ?? '400 Bad Request';
    if (socket.writable) socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  await listen(server, host, port);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}${path}`,
    host,
    port: bound,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new HarnessError('receiver-cannot-listen', 'unreachable', `the receiver cannot listen on ${host}:${port}`, {
          received: cause.code ?? cause.message,
          likely:
            cause.code === 'EADDRINUSE'
              ? 'another run, or another program, has that port'
              : 'the address is not one of this machine',
          next: 'set RECEIVER_PORT=0 for any free port, or RECEIVER_HOST to an address of this machine',
          cause,
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  options: ReceiverOptions,
  connection: number,
): Promise<void> {
  const { body, complete, tooLong } = await readBody(request);
  const url = request.url ?? '';
  const ours = options.path === undefined || url.split('?')[0] === options.path;
  const arrival: Arrival = {
    at: options.stamp(),
    method: request.method ?? '',
    path: url,
    headers: pairsOf(request.rawHeaders),
    body,
    complete,
    ours,
    connection,
  };
  const proof = ours && complete ? options.probe?.(arrival) : undefined;
  if (proof) return respond(response, 200, proof);
  const taken = options.take(arrival);
  const reply = taken instanceof Promise ? await taken : taken;
  if (tooLong) respond(response, 413);
  else if (!ours) respond(response, 404);
  else if (reply.kind === 'status')
    respond(response, reply.status, reply.location === undefined ? [] : [['Location', reply.location]]);
  else if (reply.kind === 'drop') request.socket.destroy();
  else if (!request.socket.destroyed) {
    const timer = options.world.after(reply.holdMs, () => request.socket.destroy());
    request.socket.once('close', () => timer.cancel());
  }
}

function respond(response: ServerResponse, status: number, headers: Headers = []): void {
  response.writeHead(status, { 'Content-Length': '0', ...Object.fromEntries(headers) });
  response.end();
}

function readBody(request: IncomingMessage): Promise<{ body: Buffer; complete: boolean; tooLong: boolean }> {
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let room = LARGEST_BODY;
    let tooLong = false;
    const done = () => resolve({ body: Buffer.concat(chunks), complete: request.complete && !tooLong, tooLong });
    request.on('data', (chunk: Buffer) => {
      if (tooLong) return;
      tooLong = chunk.length > room;
      chunks.push(chunk.subarray(0, room));
      room -= chunk.length;
      if (tooLong) done();
    });
    request.once('end', done);
    request.once('close', done);
    // Whatever goes wrong, `close` follows; without a listener the error would end the process.
    request.on('error', () => {});
  });
}

function pairsOf(raw: readonly string[]): Headers {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);
}
