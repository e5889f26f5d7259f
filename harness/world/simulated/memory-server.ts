import { Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MemoryNetwork } from './memory-network.ts';

/** An HTTP server that is bound to a network in memory. */
export class MemoryServer extends Server {
  readonly #network: MemoryNetwork;
  #address: AddressInfo | undefined;

  constructor(network: MemoryNetwork, options: ServerOptions) {
    // Node measures these in real time.
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
    // Node's own server was never bound, and says so.
    return super.close(() => closed?.());
  }
}
