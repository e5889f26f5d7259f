import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { bodyOf, headersOf } from '../../../base/json.ts';
import type { Exchange } from '../../../evidence/evidence.ts';
import { pause, type World } from '../../../world/world.ts';
import type { Method } from '../protocol.ts';

/** A request of an SDK, and its answer. Times are milliseconds since the epoch. */
export interface WireRequest extends Pick<Exchange, 'sentAt' | 'endedAt' | 'request'> {
  /** Path and query as in the request line. */
  readonly target: string;
  readonly answer: WireAnswer;
  /** The numbers of two events at this service: the arrival, and the end of the answer. */
  readonly arrived: number;
  answered?: number;
  /** Whether the SDK provably received the answer: another request followed on the same connection. */
  received?: true;
}

/** The answer to a request. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
  /**
   * `whole`: at once · `gzip`: compressed, if the request accepts it · `slow`: after a delay · `trickle`: in parts ·
   * `cut`: ends early · `drop`: no answer.
   */
  readonly manner: 'whole' | 'gzip' | 'slow' | 'trickle' | 'cut' | 'drop';
}

/**
 * The delay of a slow answer, in milliseconds. The first exceeds a timeout of one second, which some clients have. The
 * second outlasts clients that give up late.
 */
const SLOW_MS = { first: 1250, again: 3750 };
/** The pause between the parts of a trickling answer, in milliseconds. */
const TRICKLE_MS = 120;

/** How the record describes deliberately broken answers. */
const FAILURES = {
  drop: { failure: { kind: 'dropped', message: 'the connection was closed without an answer, on purpose' } },
  cut: { failure: { kind: 'cut', message: 'the answer was cut short, on purpose' } },
} as const;

/** A service on loopback that gives every request the same answer and keeps the requests. */
export class Wire {
  readonly url: string;
  readonly #server: Server;
  readonly #world: World;
  /** The requests since the last `script`. */
  asked: WireRequest[] = [];
  /** The HTTP parser's error code for an unreadable request since the last `script`. */
  unread: string | undefined;
  #again = false;
  /** Numbers the events of this service. */
  #moment = 0;
  /** Called when the next request arrives on a connection: the previous answer was received. */
  readonly #latest = new WeakMap<Socket, () => void>();
  #answer: WireAnswer = { status: 404, headers: {}, body: Buffer.alloc(0), manner: 'whole' };

  /** Opens a service on any free port. @param host the host name in its URL */
  static async open(world: World, host: string): Promise<Wire> {
    const server = world.createServer({ keepAliveTimeout: 30_000 });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new Wire(server, world, host);
  }

  private constructor(server: Server, world: World, host: string) {
    this.#server = server;
    this.#world = world;
    this.url = `http://${host}:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#take(request, response));
    server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
      if (code.startsWith('HPE_')) this.unread ??= code;
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    });
  }

  /** Sets the answer to all further requests and forgets earlier ones. @param again whether the call is repeated */
  script(answer: WireAnswer, again = false): void {
    this.asked = [];
    this.unread = undefined;
    this.#again = again;
    this.#answer = answer;
  }

  /** The first requests since the last `script`, at most `most` of them, with their answers as in the record. */
  exchanges(method: Method, most: number): readonly Omit<Exchange, 'id' | 'scenario'>[] {
    return this.asked.slice(0, most).map(({ sentAt, endedAt, request, answer }) => {
      const { status, headers, body, manner } = answer;
      const response = { status, headers: Object.entries(headers), body: bodyOf(body) };
      return {
        operation: method === 'simulate' ? 'simulateCollectionOrder' : method,
        ...{ attempt: 0, sentAt, endedAt, request },
        ...(manner !== 'drop' && { response }),
        ...((manner === 'drop' || manner === 'cut') && FAILURES[manner]),
      };
    });
  }

  close(): Promise<void> {
    return new Promise(resolve => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = encoded(this.#answer, request);
    const asked = this.asked;
    const sentAt = this.#world.now();
    this.#latest.get(request.socket)?.();
    const body = await buffer(request).catch(() => undefined);
    // The SDK stopped while it sent the request.
    if (body === undefined) return;
    const { method = '', url: target = '', rawHeaders } = request;
    const sent = { method, url: this.url + target, headers: headersOf(rawHeaders), body: bodyOf(body) };
    const times = { sentAt, endedAt: this.#world.now(), arrived: ++this.#moment };
    const seen: WireRequest = { ...times, request: sent, target, answer };
    asked.push(seen);
    this.#latest.set(request.socket, () => {
      if (response.writableEnded) seen.received = true;
    });
    response.once('finish', () => {
      seen.answered = ++this.#moment;
    });
    await this.#reply(answer, request, response);
  }

  async #reply(
    { status, headers, body, manner }: WireAnswer,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (manner === 'drop') return void request.socket.destroy();
    if (manner === 'slow') await pause(this.#world, this.#again ? SLOW_MS.again : SLOW_MS.first);
    if (manner === 'trickle') {
      response.writeHead(status, headers);
      // Cut within a non-ASCII character, if there is one, so that no part is valid text by itself.
      const cut = body.findIndex(byte => byte >= 0xc0) + 1 || Math.ceil(body.length / 2);
      for (const part of [body.subarray(0, 1), body.subarray(1, cut), body.subarray(cut)]) {
        response.write(part);
        await pause(this.#world, TRICKLE_MS);
      }
      return void response.end();
    }
    response.writeHead(status, { ...headers, ...(status !== 204 && { 'Content-Length': String(body.length) }) });
    if (manner !== 'cut') return void response.end(body);
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => request.socket.destroy());
  }
}

/** The answer as sent: compressed if it is to be, and if the request accepts that. */
function encoded(answer: WireAnswer, { headers }: IncomingMessage): WireAnswer {
  const offers = String(headers['accept-encoding'] ?? '').split(',');
  const isAccepted = offers.some(offer => /^\s*gzip\s*(?!.*;\s*q=0(\.0*)?\s*$)(;|$)/i.test(offer));
  if (answer.manner !== 'gzip' || !isAccepted) return answer;
  return { ...answer, headers: { ...answer.headers, 'Content-Encoding': 'gzip' }, body: gzipSync(answer.body) };
}
