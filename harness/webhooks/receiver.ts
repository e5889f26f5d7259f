import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { HarnessError } from '../core/errors.ts';
import type { Answer, Delivery, Headers } from '../core/evidence.ts';
import type { World } from '../core/world.ts';

/** A webhook request as it crossed the wire. `complete` is also false where the body is longer than the limit. */
export type Arrival = Omit<Delivery, 'id' | 'body' | 'answer' | 'signatures' | 'leaked'> & { readonly body: Buffer };

/** How to answer an arrival: with a status, never (the connection closes after `holdMs`), or by closing it at once. */
export type Reply =
  | { readonly kind: 'status'; readonly status: number; readonly refused: boolean; readonly location?: string }
  | { readonly kind: 'slow'; readonly holdMs: number }
  | { readonly kind: 'drop' };

/** A status that does not acknowledge a delivery. */
export const refusal = (status: number): Reply => ({ kind: 'status', status, refused: true });

/** What a receiver needs. */
export interface ReceiverOptions {
  readonly world: World;
  readonly host: string;
  /** 0 = any. */
  readonly port: number;
  /** The path of webhooks; absent: any. Requests to other paths are answered 404. */
  readonly path?: string;
  /** The clock of the record. */
  readonly stamp: () => number;
  /** Gets an arrival first. Where it returns headers, the answer is 200 with them, and `take` does not see it. */
  readonly probe?: (arrival: Arrival) => Headers | undefined;
  /** Takes an arrival and returns how to answer it. It must not throw. */
  readonly take: (arrival: Arrival) => Reply | Promise<Reply>;
  /** Takes a request that is not valid HTTP. */
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

/** Most bytes of a body that are kept; a longer one is answered 413. */
export const LARGEST_BODY = 1024 * 1024;
/** Most bytes of all headers together, about 900 `v1`; more are answered 431. */
export const LARGEST_HEADER = 64 * 1024;

/** How broken HTTP is answered, by Node's code for it; anything else with 400. */
const BROKEN: { readonly [code: string]: string } = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** A reply as the record keeps it. */
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
  const receiving = new WeakSet<Socket>();
  let count = 0;
  const server = world.createServer({
    maxHeaderSize: LARGEST_HEADER,
    requireHostHeader: false,
    keepAliveTimeout: 75_000,
    requestTimeout: 60_000,
    headersTimeout: 30_000,
  });
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    receiving.add(request.socket);
    request.once('end', () => receiving.delete(request.socket));
    void receive(request, response, options, connections.get(request.socket) ?? 0);
  };
  server.on('connection', socket => connections.set(socket, ++count));
  server.on('request', onRequest);
  // Otherwise Node answers an unknown expectation by itself, and nobody sees the request.
  server.on('checkExpectation', onRequest);
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) => {
    const { code = 'HTTP_ERROR', rawPacket = Buffer.alloc(0) } = error;
    // A connection that breaks is not broken HTTP. One that ends within a body is noticed where the body is read.
    const ended = code === 'HPE_INVALID_EOF_STATE' && receiving.has(socket);
    if (/^(HPE|ERR_HTTP)_/.test(code) && !ended) options.malformed(code, rawPacket);
    const status = BROKEN[code] ?? '400 Bad Request';
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
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

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    const taken = cause.code === 'EADDRINUSE';
    throw new HarnessError('receiver-cannot-listen', 'unreachable', `the receiver cannot listen on ${host}:${port}`, {
      received: cause.code ?? cause.message,
      likely: taken ? 'another program uses that port' : 'the address is not one of this machine',
      next: 'set RECEIVER_PORT=0 for any free port, or RECEIVER_HOST to an address of this machine',
      cause,
    });
  });
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { path, stamp, probe, take, world }: ReceiverOptions,
  connection: number,
): Promise<void> {
  const { body, complete, tooLong } = await readBody(request);
  const { method = '', url = '', rawHeaders, socket } = request;
  const ours = path === undefined || url.split('?')[0] === path;
  const headers = pairsOf(rawHeaders);
  const arrival: Arrival = { at: stamp(), method, path: url, headers, body, complete, ours, connection };
  const proof = ours && complete ? probe?.(arrival) : undefined;
  if (proof) return respond(response, 200, proof);
  const taken = take(arrival);
  const reply = taken instanceof Promise ? await taken : taken;
  if (tooLong) respond(response, 413);
  else if (!ours) respond(response, 404);
  else if (reply.kind === 'status')
    respond(response, reply.status, reply.location === undefined ? [] : [['Location', reply.location]]);
  else if (reply.kind === 'drop') socket.destroy();
  else if (!socket.destroyed) {
    const timer = world.after(reply.holdMs, () => socket.destroy());
    socket.once('close', () => timer.cancel());
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
    // After any error comes `close`; without a listener the error would end the process.
    request.on('error', () => {});
  });
}

export function pairsOf(raw: readonly string[]): Headers {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);
}
