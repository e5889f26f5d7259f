import { Agent, type Dispatcher, errors } from 'undici';
import type { DialOptions, Timer } from '../world.ts';
import type { Connected } from './memory-network.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Opens a connection to a port. */
type Connect = (port: number, done: Connected) => void;

/** A dispatcher whose connections are in memory, and whose time-outs are those of a virtual clock. */
export function memoryDispatcher(connect: Connect, time: VirtualTime, options: DialOptions): Dispatcher {
  const { responseTimeoutMs = 30_000, connections = 16 } = options;
  const agent = new Agent({
    connections,
    pipelining: 1,
    // Undici measures these in real time.
    keepAliveTimeout: 600_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: ({ port }, done) => connect(Number(port), done as never),
  });
  return agent.compose(dispatch => (request, handler) => {
    const { headersTimeout = responseTimeoutMs, bodyTimeout = responseTimeoutMs } = request;
    const guarded = new Guarded(handler, time, headersTimeout ?? 0, bodyTimeout ?? 0);
    return dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, guarded);
  });
}

/** Passes a response on, and aborts it where its headers or the next part of its body take too long. */
class Guarded implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #time: VirtualTime;
  readonly #headersMs: number;
  readonly #bodyMs: number;
  #timer: Timer | undefined;

  constructor(handler: Dispatcher.DispatchHandler, time: VirtualTime, headersMs: number, bodyMs: number) {
    this.#handler = handler;
    this.#time = time;
    this.#headersMs = headersMs;
    this.#bodyMs = bodyMs;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#wait(this.#headersMs, () => controller.abort(new errors.HeadersTimeoutError()));
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStarted(): void {
    this.#handler.onResponseStarted?.();
  }

  onResponseStart(controller: Dispatcher.DispatchController, ...head: Head): void {
    this.#waitForBody(controller);
    this.#handler.onResponseStart?.(controller, ...head);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#waitForBody(controller);
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: Head[1]): void {
    this.#timer?.cancel();
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.#timer?.cancel();
    this.#handler.onResponseError?.(controller, error);
  }

  onBodySent(chunk: Buffer): void {
    this.#handler.onBodySent?.(chunk);
  }

  onRequestSent(): void {
    this.#handler.onRequestSent?.();
  }

  #waitForBody(controller: Dispatcher.DispatchController): void {
    this.#wait(this.#bodyMs, () => controller.abort(new errors.BodyTimeoutError()));
  }

  #wait(ms: number, abort: () => void): void {
    this.#timer?.cancel();
    this.#timer = ms > 0 ? this.#time.after(ms, abort) : undefined;
  }
}

/** The head of a response, as undici passes it on: status, headers, message of the status. */
type Head = [status: number, headers: NodeJS.Dict<string | string[]>, message?: string];
