import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { headersOf } from '../../../base/json.ts';
import type { World } from '../../../world/world.ts';
import {
  type HandlerParts,
  handle,
  type Running,
  receivedOf,
  type Storage,
  toItsEnd,
  UNVERIFIED,
  type WebhookPlaces,
} from '../../mistakes/handler.ts';
import { connectionOf } from '../sender.ts';

export const SECRET = 'whsec_of_the_backend';

/** The default places of a webhook's data. */
const PLACES: WebhookPlaces = {
  signatureHeader: 'Service-Signature',
  eventId: '/id',
  eventType: '/type',
  orderId: '/data/order_id',
};

/** The parts of a handler in a test. */
export interface TestParts extends HandlerParts {
  /** The status of an acknowledgement. Default 200. */
  readonly acknowledgement?: number;
  /** How far its clock is ahead, in milliseconds. Default 0. */
  readonly aheadMs?: number;
  /** Whether it accepts a request by another method or at another path without verifying it. Default: never. */
  readonly unguarded?: (method: string, path: string) => boolean;
  /** Closes the connection of every n-th request without processing it. Default: never. */
  readonly dropsEach?: number;
}

/** A backend in this process, over HTTP. Tests can kill and restart it. */
export class TestBackend {
  readonly stored: Storage = { credits: [], seen: new Set() };
  #memory: Storage = { credits: [], seen: new Set() };
  #process = 0;
  #isAlive = false;
  #server: Server | undefined;
  #port = 0;
  readonly #sockets = new Set<Socket>();
  #asked = 0;
  readonly #world: World;
  readonly #parts: TestParts;

  constructor(world: World, parts: TestParts = {}) {
    this.#world = world;
    this.#parts = parts;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/webhooks`;
  }

  /** Starts a process. The port stays reserved while no process runs. */
  async start(): Promise<this> {
    this.#process++;
    this.#isAlive = true;
    this.#memory = { credits: [], seen: new Set() };
    if (this.#server === undefined) {
      const server = this.#world.createServer({});
      server.on('request', (request, response) => this.#answer(request, response));
      server.prependListener('connection', socket => {
        if (!this.#isAlive) return void socket.destroy();
        this.#sockets.add(socket);
        socket.once('close', () => this.#sockets.delete(socket));
      });
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      this.#server = server;
      this.#port = (server.address() as AddressInfo).port;
    }
    const begun = toItsEnd(this.#parts.begin?.(this.#running(() => false)));
    this.#work(begun, () => {});
    return this;
  }

  /** Ends the process at once, as `kill -9` does. */
  kill(): void {
    this.#process++;
    this.#isAlive = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends the process and releases the port. */
  async close(): Promise<void> {
    this.kill();
    await new Promise(resolve => this.#server?.close(resolve));
  }

  async restart(): Promise<void> {
    this.kill();
    await this.start();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('error', () => {});
    request.once('end', () => {
      if (++this.#asked % (this.#parts.dropsEach ?? Number.POSITIVE_INFINITY) === 0)
        return void request.socket.destroy();
      const { method = '', url = '' } = request;
      const isOther = method !== 'POST' || url !== '/webhooks';
      if (isOther && !this.#parts.unguarded?.(method, url)) return void response.writeHead(404).end();
      const parts = isOther ? { ...this.#parts, accepts: () => true } : this.#parts;
      const received = receivedOf(
        {
          headers: headersOf(request.rawHeaders),
          body: Buffer.concat(pieces),
          pieces: pieces.length,
          connection: connectionOf(request.socket),
        },
        PLACES,
      );
      const running = this.#running(() => request.socket.destroyed);
      this.#work(handle(parts, received, running), status => {
        const date = new Date(this.#now()).toUTCString();
        const told = status === UNVERIFIED ? this.#parts.tells?.(received, running) : undefined;
        const { acknowledgement = 200 } = this.#parts;
        const answer = status === UNVERIFIED ? 401 : status === 200 ? acknowledgement : status;
        response.writeHead(answer, { date }).end(told);
      });
    });
  }

  /** Does work with waits until the process is killed. */
  #work<T>(work: Generator<number, T>, end: (value: T) => void): void {
    const alive = this.#life();
    const { done, value } = work.next();
    if (!done) this.#world.after(value, () => alive() && this.#work(work, end));
    else if (alive()) end(value);
  }

  /** Whether the current process is still running, for later calls. */
  #life(): () => boolean {
    const own = this.#process;
    return () => own === this.#process;
  }

  #now(): number {
    return this.#world.now() + (this.#parts.aheadMs ?? 0);
  }

  #running(isCut: () => boolean): Running {
    const alive = this.#life();
    return {
      ...{ stored: this.stored, memory: this.#memory, secret: SECRET, isCut },
      die: () => this.kill(),
      now: () => this.#now(),
      later: (work, ms) => void this.#world.after(ms, () => alive() && work()),
      printed: order => order.slice(0, 20),
      chance: order => Number.parseInt(order.slice(-2), 16) % 3 === 0,
    };
  }
}
