import { Duplex } from 'node:stream';

/** Carries something to the other end of a connection, after what was sent before it. `bytes` is its size. */
export type Carry = (bytes: number, arrive: () => void) => void;

/** One end of a connection in memory. It behaves as a TCP socket does as far as `node:http` and undici can tell. */
export class MemorySocket extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  readonly #carry: Carry;
  #peer: MemorySocket | undefined;
  #hasEnded = false;

  private constructor(carry: Carry) {
    super({ allowHalfOpen: true });
    this.#carry = carry;
    // An error that nobody listens to would end the process; `close` follows it.
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
      // Who writes to an end that is closed gets a reset.
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

  // What a TCP socket has and a connection in memory has no use for.
  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

/** The error of a connection that the other side broke. */
function reset(): NodeJS.ErrnoException {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
}
