import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { World } from '../../core/world.ts';

export const SECRET = 'whsec_of_the_backend';

/** A webhook as a backend gets it. */
export interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** In how many pieces the body came. */
  readonly pieces: number;
}

/** What a backend keeps. */
export interface Storage {
  /** One order id for each credit. */
  readonly credits: string[];
  readonly seen: Set<string>;
}

/** A running process of a backend. */
export interface Running {
  /** Survives a crash. */
  readonly stored: Storage;
  /** Does not. */
  readonly memory: Storage;
  /** The time of its clock, in milliseconds since the Unix epoch. */
  now(): number;
  /** Something that takes a moment. It never ends where the process was killed meanwhile. */
  moment(ms?: number): Promise<void>;
  /** Whether the sender has cut the connection. */
  isCut(): boolean;
  /** Ends the process, as an error that nothing catches does. */
  die(): void;
  /** Does something after the answer; not where the process was killed meanwhile. */
  later(work: () => void, ms?: number): void;
}

/** What an event says. */
export interface Said {
  readonly id: string;
  readonly type: string;
  readonly order: string;
  readonly status: string;
  /** In milliseconds since the Unix epoch. */
  readonly madeAt: number;
}

/** The parts of a handler, each of which can be wrong. Defaults are right. */
export interface Parts {
  readonly verify?: (received: Received, now: number, running: Running) => boolean;
  /** What is remembered of an event. */
  readonly key?: (said: Said, received: Received) => string;
  readonly credits?: (said: Said) => boolean;
  /** Credits an event that was verified, once. @returns whether it is acknowledged */
  readonly process?: (said: Said, key: string, running: Running, received: Received) => Promise<boolean> | boolean;
  /** When a process begins. */
  readonly begin?: (running: Running) => unknown;
  /** The status for what is acknowledged. Default 200. */
  readonly acknowledgement?: number;
  /** Before anything is verified. */
  readonly first?: (said: Said | undefined, received: Received, running: Running) => number | undefined;
  /** How far its clock is ahead, in milliseconds. Default 0. */
  readonly aheadMs?: number;
  /** The status for what is refused. Default 400. */
  readonly refusal?: number;
}

/** A backend in this process, over HTTP, that can be killed and started again. */
export class TestBackend {
  readonly stored: Storage = { credits: [], seen: new Set() };
  #memory: Storage = { credits: [], seen: new Set() };
  #process = 0;
  #isAlive = false;
  #server: Server | undefined;
  #port = 0;
  readonly #sockets = new Set<Socket>();
  readonly #world: World;
  readonly #parts: Parts;

  constructor(world: World, parts: Parts = {}) {
    this.#world = world;
    this.#parts = parts;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/webhooks`;
  }

  /** Starts a process. The port stays taken while none runs, so that nobody else gets it. */
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
    this.#parts.begin?.(this.#running(() => false));
    return this;
  }

  /** Ends the process at once, as `kill -9` does. */
  kill(): void {
    this.#process++;
    this.#isAlive = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends the process, and gives the port back. */
  async close(): Promise<void> {
    this.kill();
    await new Promise(resolve => this.#server?.close(resolve));
  }

  async restart(): Promise<void> {
    this.kill();
    await this.start();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', () => {});
    request.once('end', async () => {
      const own = this.#process;
      if (request.method !== 'POST' || request.url !== '/webhooks') return void response.writeHead(404).end();
      const { headers, rawHeaders } = request;
      const received = { headers, rawHeaders, body: Buffer.concat(parts), pieces: parts.length };
      const running = this.#running(() => request.socket.destroyed);
      const status = await this.#handle(received, running).catch(() => 500);
      const date = new Date(this.#now()).toUTCString();
      if (own === this.#process) response.writeHead(status, { date }).end();
    });
  }

  async #handle(received: Received, running: Running): Promise<number> {
    const { verify = verifies, key = ({ id }) => id, process = creditOnce, first } = this.#parts;
    const { refusal = 400, acknowledgement = 200 } = this.#parts;
    const { credits = ({ type }) => type === 'disbursement.completed' } = this.#parts;
    const said = read(received.body);
    const early = first?.(said, received, running);
    if (early !== undefined) return early;
    if (!verify(received, this.#now() / 1000, running) || said === undefined) return refusal;
    if (!credits(said)) return acknowledgement;
    return (await process(said, key(said, received), running, received)) ? acknowledgement : 500;
  }

  #now(): number {
    return this.#world.now() + (this.#parts.aheadMs ?? 0);
  }

  #running(isCut: () => boolean): Running {
    const own = this.#process;
    const alive = () => own === this.#process;
    return {
      stored: this.stored,
      memory: this.#memory,
      isCut,
      die: () => this.kill(),
      now: () => this.#now(),
      moment: (ms = 0) => new Promise(resolve => this.#world.after(ms, () => alive() && resolve())),
      later: (work, ms = 0) => void this.#world.after(ms, () => alive() && work()),
    };
  }
}

/** Credits an event that was not seen, and remembers it, in one transaction. */
export function creditOnce({ order }: Said, key: string, { stored }: Running): boolean {
  if (stored.seen.has(key)) return true;
  stored.seen.add(key);
  stored.credits.push(order);
  return true;
}

/** The pairs of the signature header. */
export function pairs({ headers }: Received): readonly (readonly [string, string])[] {
  const text = String(headers['service-signature'] ?? '');
  return text.split(',').map(pair => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? ''] as const);
}

/** The values of one kind of pair. */
export function valuesOf(received: Received, name: string): readonly string[] {
  return pairs(received).flatMap(([key, value]) => (key === name ? [value] : []));
}

/** The digest that a message should carry. */
export function digestOf(message: string | Buffer, secret = SECRET): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** The message that is signed. */
export function messageOf(received: Received, body: Buffer = received.body): Buffer {
  return Buffer.concat([Buffer.from(`${valuesOf(received, 't')[0] ?? ''}.`), body]);
}

/** Whether two digests are equal, in constant time. */
export function same(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** Whether `t` is within the tolerance. */
export function isTimely(received: Received, now: number): boolean {
  const [t = ''] = valuesOf(received, 't');
  return /^\d+$/.test(t) && Math.abs(now - Number(t)) <= 300;
}

/** A right verifier. */
export function verifies(received: Received, now: number): boolean {
  const digest = digestOf(messageOf(received));
  return isTimely(received, now) && valuesOf(received, 'v1').some(v1 => same(v1, digest));
}

function read(body: Buffer): Said | undefined {
  try {
    const event = JSON.parse(body.toString());
    const { order_id: order, status } = event.data ?? {};
    return { id: event.id, type: event.type, order, status, madeAt: Date.parse(event.created_at) };
  } catch {
    return undefined;
  }
}
