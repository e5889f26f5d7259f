import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Agent, ClientRequest, RequestOptions, Server, ServerOptions } from 'node:http';
import type { Dispatcher } from 'undici';

/** A pending timer; `cancel` is idempotent. */
export interface Timer {
  cancel(): void;
}

/** The options of a client's connections. */
export interface DialOptions {
  /** Time to connect, in milliseconds. Default 10 000. */
  readonly connectTimeoutMs?: number;
  /** Time to the headers of the response, and between two parts of its body, in milliseconds. Default 30 000. */
  readonly responseTimeoutMs?: number;
  /** Connections to one host. Default 16. */
  readonly connections?: number;
  /**
   * Whether to use HTTP_PROXY and HTTPS_PROXY, unless NO_PROXY excludes the host. Default no: the embedded sandbox and
   * the receiver, in this process, are never behind a proxy.
   */
  readonly proxied?: boolean;
}

/**
 * Everything that the harness uses outside itself: clock, randomness, connections, servers and processes. Rooms take a
 * `World` instead of globals, so that a seed repeats a run and a test controls time.
 */
export interface World {
  /** Wall clock, in milliseconds since the Unix epoch. */
  now(): number;
  /** Monotonic clock, in milliseconds since an arbitrary moment. */
  monotonic(): number;
  /** Calls `fire` once after `ms` milliseconds. A pending timer does not keep the process alive. */
  after(ms: number, fire: () => void): Timer;
  /** Keeps the process alive until it is cancelled, even if the process only waits for timers. */
  stayAlive(): Timer;
  /** `size` random bytes. */
  randomBytes(size: number): Buffer;
  /** A random UUID, version 4. */
  uuid(): string;
  /** A new dispatcher for HTTP requests; the caller closes it. */
  dial(options?: DialOptions): Dispatcher;
  /** A connection for several requests in sequence, and a new one if the server closes it; the caller destroys it. */
  connection(url: string): Agent;
  /** One HTTP request on a separate connection (default) or on that of its `agent`. The caller writes its bytes. */
  request(url: string, options: RequestOptions): ClientRequest;
  /** A new HTTP server, not yet bound; the caller closes it. */
  createServer(options: ServerOptions): Server;
  /** Starts a child process. */
  spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess;
}

/** Environment variables by name. */
export type Environment = { readonly [name: string]: string | undefined };

/** Waits this many milliseconds, or until the signal aborts. */
export function pause(world: Pick<World, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      timer.cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = world.after(ms, done);
    signal?.addEventListener('abort', done);
    if (signal?.aborted) done();
  });
}
