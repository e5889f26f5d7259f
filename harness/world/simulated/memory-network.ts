import { Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import type { VirtualTime } from './virtual-time.ts';

/** Carries data to the other end of a connection, after earlier data. `bytes` is its size. */
type Carry = (bytes: number, arrive: () => void) => void;

/** One end of a connection in memory. To `node:http` and undici, it behaves like a TCP socket. */
class MemorySocket extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  readonly #carry: Carry;
  #peer: MemorySocket | undefined;
  #hasEnded = false;

  private constructor(carry: Carry) {
    super({ allowHalfOpen: true });
    this.#carry = carry;
    // An error without a listener would end the process; `close` follows it.
    this.on('error', () => {});
  }

  /** The two ends of a new connection. */
  static pair(carry: () => Carry): readonly [MemorySocket, MemorySocket] {
    const [one, other] = [new MemorySocket(carry()), new MemorySocket(carry())];
    one.#peer = other;
    other.#peer = one;
    return [one, other];
  }

  /** Breaks the connection: both ends see a reset. */
  cut(): void {
    for (const end of [this, this.#peer]) end?.destroy(reset());
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk);
    done();
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void): void {
    this.#end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#end();
    done(error);
  }

  #send(chunk: Buffer): void {
    this.#carry(chunk.length, () => {
      const peer = this.#peer;
      // Writing to a closed end causes a reset.
      if (peer?.destroyed) this.destroy(reset());
      else peer?.push(chunk);
    });
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#carry(0, () => {
      if (!this.#peer?.destroyed) this.#peer?.push(null);
    });
  }
}

// Methods of TCP sockets that have no effect in memory.
for (const name of ['setTimeout', 'setNoDelay', 'setKeepAlive', 'ref', 'unref'])
  Reflect.set(MemorySocket.prototype, name, function same(this: MemorySocket) {
    return this;
  });

function reset(): NodeJS.ErrnoException {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
}

/** The machine that opens a connection: the harness to call the service, or the service to deliver. */
export type Side = 'harness' | 'service';

/** The behavior of connections. */
export interface Conditions {
  /** How long the next bytes take from one end of a connection to the other, in milliseconds. */
  delayMs(): number;
  /** Whether a connection is refused at this moment. */
  refuses(from: Side): boolean;
  /** After how many bytes, in either direction, a new connection is cut; `undefined`: never. */
  cutAfter(): number | undefined;
}

/** Receives an open connection, or the error. */
export type Connected = (...result: [error: null, socket: MemorySocket] | [error: Error, socket: null]) => void;

/** Servers and connections in one process, without sockets of the operating system. */
export class MemoryNetwork {
  readonly #time: VirtualTime;
  readonly #conditions: Conditions;
  readonly #servers = new Map<number, Server>();
  readonly #connections = new Map<MemorySocket, Side>();
  #nextPort = 49_152;

  constructor(time: VirtualTime, conditions: Conditions) {
    this.#time = time;
    this.#conditions = conditions;
  }

  /** Binds a server to a port; 0 for any free one. @returns the port */
  bind(server: Server, port: number): number {
    const own = port === 0 ? this.#nextPort++ : port;
    this.#servers.set(own, server);
    return own;
  }

  /** Frees a port. Connections stay open. */
  release(port: number): void {
    this.#servers.delete(port);
  }

  /** Opens a connection to a port, after its delay. `done` gets an error with the code ECONNREFUSED if that fails. */
  connect(from: Side, port: number, done: Connected): void {
    this.#time.after(this.#conditions.delayMs(), () => {
      const server = this.#servers.get(port);
      if (server && !this.#conditions.refuses(from)) done(null, this.#open(from, server));
      else done(refused(port), null);
    });
  }

  /** Cuts every open connection, or all of one side. */
  cutAll(of?: Side): void {
    for (const [socket, from] of this.#connections) if (of === undefined || of === from) socket.cut();
  }

  #open(from: Side, server: Server): MemorySocket {
    const room = { bytes: this.#conditions.cutAfter() };
    const [client, peer] = MemorySocket.pair(() => this.#carrier(bytes => this.#cuts(client, room, bytes)));
    this.#connections.set(client, from);
    client.once('close', () => this.#connections.delete(client));
    server.emit('connection', peer);
    return client;
  }

  /** Counts the bytes of a connection, and cuts it when its limit is reached. */
  #cuts(client: MemorySocket, room: { bytes: number | undefined }, bytes: number): boolean {
    if (room.bytes === undefined) return false;
    room.bytes -= bytes;
    if (room.bytes >= 0) return false;
    client.cut();
    return true;
  }

  /** Data arrives in order, however long each part takes. */
  #carrier(cuts: (bytes: number) => boolean): Carry {
    let last = 0;
    return (bytes, arrive) => {
      const { elapsed } = this.#time;
      last = Math.max(last, elapsed + this.#conditions.delayMs());
      this.#time.after(last - elapsed, () => {
        if (!cuts(bytes)) arrive();
      });
    };
  }
}

function refused(port: number): NodeJS.ErrnoException {
  return Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' });
}

/** An HTTP server that is bound to a network in memory. */
export class MemoryServer extends Server {
  readonly #network: MemoryNetwork;
  #address: AddressInfo | undefined;

  constructor(network: MemoryNetwork, options: ServerOptions) {
    // Node measures these timeouts in real time.
    super({ ...options, keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
    this.#network = network;
  }

  // biome-ignore lint/suspicious/noExplicitAny: overrides all forms of `listen`, of which the harness uses one
  override listen(port?: any, host?: any, listening?: any): this {
    this.#address = { port: this.#network.bind(this, Number(port)), address: String(host), family: 'IPv4' };
    process.nextTick(() => {
      this.emit('listening');
      if (typeof listening === 'function') listening();
    });
    return this;
  }

  override address(): AddressInfo | null {
    return this.#address ?? null;
  }

  override close(closed?: (error?: Error) => void): this {
    if (this.#address) this.#network.release(this.#address.port);
    this.#address = undefined;
    // Node's own server was never bound, and reports that.
    return super.close(() => closed?.());
  }
}
