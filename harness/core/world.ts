import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Server, ServerOptions } from 'node:http';
import type { Dispatcher } from 'undici';

/** A pending timer; `cancel` is idempotent. */
export interface Timer {
  cancel(): void;
}

/** How a client dials: limits in milliseconds. */
export interface DialOptions {
  /** Time to a connection. Default 10 000 ms. */
  readonly connectTimeoutMs?: number;
  /** Time to the response's headers, and between two parts of its body. Default 30 000 ms. */
  readonly responseTimeoutMs?: number;
  /** Connections kept alive to one host. Default 16. */
  readonly connections?: number;
  /**
   * Goes through HTTP_PROXY and HTTPS_PROXY where NO_PROXY does not say otherwise. Default no: what is of this process (the
   * embedded sandbox, the receiver) is never behind a proxy.
   */
  readonly proxied?: boolean;
}

/**
 * The one seam between the harness and everything outside it: clock, randomness, dialling, listening, spawning.
 * Rooms take a `World` instead of reaching for globals, so that a seed replays a run and a test can own time.
 */
export interface World {
  /** Wall clock, in milliseconds since the Unix epoch. */
  now(): number;
  /** Monotonic clock, in milliseconds since an arbitrary moment. */
  monotonic(): number;
  /** Calls `fire` once after `ms` milliseconds. A pending timer does not keep the process alive. */
  after(ms: number, fire: () => void): Timer;
  /** `size` random bytes. */
  randomBytes(size: number): Buffer;
  /** A random UUID, version 4. */
  uuid(): string;
  /** A new dispatcher for HTTP requests; whoever dials closes it. */
  dial(options?: DialOptions): Dispatcher;
  /** A new HTTP server, not yet bound; whoever listens closes it. */
  createServer(options: ServerOptions): Server;
  /** Starts a child process. */
  spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess;
}
