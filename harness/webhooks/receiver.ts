import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { HarnessError, messageOf } from '../base/errors.ts';
import { headersOf } from '../base/json.ts';
import type { Answer, Arrival, Limit } from '../evidence/delivery.ts';
import type { Headers } from '../evidence/evidence.ts';
import { httpUrl } from '../world/loopback.ts';
import type { World } from '../world/world.ts';

/**
 * How to answer an arrival: with a status, at once or after `afterMs`; not at all (the connection closes after
 * `holdMs`); or by closing the connection at once.
 */
export type Reply =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly refused: boolean;
      readonly location?: string;
      readonly afterMs?: number;
    }
  | { readonly kind: 'slow'; readonly holdMs: number }
  | { readonly kind: 'drop'; readonly afterMs?: number };

/** A status that does not acknowledge a delivery. */
export const refusal = (status: number): Reply => ({ kind: 'status', status, refused: true });

/** The options of a receiver. */
export interface ReceiverOptions {
  readonly world: World;
  readonly host: string;
  /** 0 means any port. */
  readonly port: number;
  /** The path of webhooks. Requests to other paths are answered 404. Default: any path. */
  readonly path?: string;
  /** The clock of the record. */
  readonly stamp: () => number;
  /** Called before `take`. If it returns headers, the answer is 200 with them, and `take` is not called. */
  readonly probe?: (arrival: Arrival) => Headers | undefined;
  /**
   * Returns how to answer an arrival, unless {@link ownReply} does. `ended` resolves once the arrival was answered or
   * its connection closed, to whether the sender hung up first.
   */
  readonly take: (arrival: Arrival, ended: Promise<boolean>) => Reply | Promise<Reply>;
  /** Called with a request that is not valid HTTP. */
  readonly malformed: (code: string, packet: Buffer) => void;
  /** Called with an error of the server, such as too many open files, or of `take`. The receiver goes on. */
  readonly failed?: (message: string) => void;
}

/** A receiver that listens. */
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** The most bytes of a body. A longer one is answered 413. */
export const LARGEST_BODY = 16 * 1024 * 1024;
/** The most bytes of all bodies being received. A request beyond that is answered 503. */
const MOST_BUFFERED = 256 * 1024 * 1024;
/** The most bytes read of a body for another path. They are not kept. */
const LARGEST_STRAY = 64 * 1024;
/** The most bytes of all headers together, about 900 `v1`. More are answered 431. */
export const LARGEST_HEADER = 64 * 1024;

/** Node's code for a request that took longer than the receiver waits. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

/** The answers to broken HTTP by Node's error code. Default: 400. */
const BROKEN: { readonly [code: string]: string } = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  [TOO_SLOW]: '408 Request Timeout',
};

const TOO_LONG: Limit = {
  status: 413,
  message: `a webhook is longer than ${LARGEST_BODY} bytes, the receiver's limit`,
};
const TOO_MANY: Limit = { status: 503, message: `webhooks of more than ${MOST_BUFFERED} bytes arrive at once` };

/** The receiver's own answer to other paths and exceeded limits; `undefined` for other arrivals. */
export function ownReply({ ours, exceeds }: Pick<Arrival, 'ours' | 'exceeds'>): Reply | undefined {
  const status = ours ? exceeds?.status : 404;
  return status && { kind: 'status', status, refused: false };
}

/** A reply in the form of the record. */
export function answerOf(reply: Reply): Answer {
  if (reply.kind === 'slow') return { kind: 'slow', refused: true };
  const { kind, afterMs } = reply;
  const told = kind === 'drop' ? { kind, refused: true } : { kind, status: reply.status, refused: reply.refused };
  return { ...told, ...(afterMs !== undefined && { afterMs }) };
}

/**
 * Starts the webhook receiver: bare `node:http`, because signatures are over exact bytes and raw headers.
 * @throws HarnessError `receiver-cannot-listen` (unreachable)
 */
export async function startReceiver(options: ReceiverOptions) {
  const { world, host, port, path = '' } = options;
  const receiving = new WeakSet<Socket>();
  const buffered: Buffered = { bytes: 0 };
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
    receive(request, response, options, buffered).catch((thrown: unknown) => {
      options.failed?.(`a webhook could not be analysed: ${messageOf(thrown)}`);
      if (response.headersSent) request.socket.destroy();
      else respond(response, 500);
    });
  };
  server.on('request', onRequest);
  // Otherwise Node itself would answer an unknown expectation.
  server.on('checkExpectation', onRequest);
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) => {
    const { code = 'HTTP_ERROR', rawPacket = Buffer.alloc(0) } = error;
    // A broken connection is not broken HTTP. One that ends within a body is noticed where the body is read.
    const ended = code === 'HPE_INVALID_EOF_STATE' && receiving.has(socket);
    // Our own limit. It is unknown whether the sender, the network or this machine was slow.
    if (code === TOO_SLOW) options.failed?.('a request to the receiver did not end in time');
    else if (/^(HPE|ERR_HTTP)_/.test(code) && !ended) options.malformed(code, rawPacket);
    const status = BROKEN[code] ?? '400 Bad Request';
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  await listen(server, host, port);
  // For example EMFILE on accepting a connection. Without a listener it would end the process.
  server.on('error', error => options.failed?.(`the receiver: ${error.message}`));
  const { port: bound } = server.address() as AddressInfo;
  return {
    /** `http://host:port/path`, as seen from this machine. */
    url: httpUrl(host, bound) + path,
    host,
    port: bound,
    close: () =>
      new Promise<void>(resolve => {
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
  buffered: Buffered,
): Promise<void> {
  const { method = '', rawHeaders, socket } = request;
  const url = originForm(request.url ?? '');
  const ours = path === undefined || url.split('?', 1)[0] === path;
  const received = await readBody(request, ours ? buffered : undefined);
  const headers = headersOf(rawHeaders);
  const arrival: Arrival = { at: stamp(), method, path: url, headers, ...received, ours };
  const proof = ours && arrival.complete ? probe?.(arrival) : undefined;
  if (proof) return respond(response, 200, proof);
  const own = ownReply(arrival);
  let isDone = false;
  const ended = new Promise<boolean>(resolve => {
    if (socket.destroyed) resolve(true);
    response.once('close', () => resolve(!isDone));
  });
  const taken = take(arrival, ended);
  const reply = own ?? (taken instanceof Promise ? await taken : taken);
  const finish = () => {
    isDone = true;
    if (reply.kind !== 'status') socket.destroy();
    else respond(response, reply.status, reply.location === undefined ? [] : [['Location', reply.location]]);
  };
  const ms = reply.kind === 'slow' ? reply.holdMs : reply.afterMs;
  if (ms === undefined) return finish();
  if (socket.destroyed) return;
  const timer = world.after(ms, finish);
  void ended.then(() => timer.cancel());
}

/** A request target without scheme and authority, which a server must also accept (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  const rest = target.replace(/^https?:\/\/[^/?]*/i, '');
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`;
}

/** The number of buffered bytes of bodies. */
interface Buffered {
  bytes: number;
}

function respond(response: ServerResponse, status: number, headers: Headers = []): void {
  response.writeHead(status, { 'Content-Length': '0', ...Object.fromEntries(headers) });
  response.end();
}

/**
 * Reads a body to its end, or until it exceeds a limit.
 * @param buffered counts its bytes; absent for a body for another path, which is not kept
 */
function readBody(
  request: IncomingMessage,
  buffered: Buffered | undefined,
): Promise<Pick<Arrival, 'body' | 'complete' | 'exceeds'>> {
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let size = 0;
    let over = false;
    const done = (exceeds?: Limit) => {
      if (over) return;
      over = true;
      if (buffered) buffered.bytes -= size;
      resolve({ body: Buffer.concat(chunks), complete: request.complete && !exceeds, ...(exceeds && { exceeds }) });
      chunks.length = 0;
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (over) {
        // The rest is read up to a limit, so that the sender reads the answer.
        if (size > 2 * LARGEST_BODY) request.socket.destroy();
      } else if (buffered === undefined) {
        if (size > LARGEST_STRAY) done(TOO_LONG);
        else chunks.push(chunk);
      } else {
        buffered.bytes += chunk.length;
        chunks.push(chunk.subarray(0, LARGEST_BODY - (size - chunk.length)));
        if (size > LARGEST_BODY) done(TOO_LONG);
        else if (buffered.bytes > MOST_BUFFERED) done(TOO_MANY);
      }
    });
    request.once('end', () => done());
    request.once('close', () => done());
    // Every error is followed by `close`. Without a listener it would end the process.
    request.on('error', () => {});
  });
}
