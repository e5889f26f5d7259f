import type { Agent } from 'node:http';
import { headersOf } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { isOk, NO_ANSWER } from '../../evidence/answered.ts';
import type { WireExchange } from '../../evidence/evidence.ts';
import type { RunningTime } from '../../world/running-time.ts';
import { pause, type World } from '../../world/world.ts';
import type { Leak } from './leak.ts';

/** How long a backend may take to answer after it got the whole request, in milliseconds of our time. */
export const ANSWER_MS = 10_000;
/** How long a backend may take to accept an idle connection, in milliseconds of our time. */
const CONNECT_MS = 2_000;
/** How long `Expect: 100-continue` waits before it sends the body anyway, in milliseconds. */
const CONTINUE_MS = 1_000;
/** How long the rest of an answer may take after its status, in milliseconds. */
const REST_MS = 1_000;
/** How much of an answer is read, in bytes. */
const MOST_READ = 4_096;

/** A request to the backend. */
export interface Outgoing {
  /** Default: POST. */
  readonly method?: 'POST' | 'PUT' | 'GET' | 'HEAD';
  /** Default: the URL of the endpoint. */
  readonly url?: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
  /** Whether no backend may credit it. Default: no. */
  readonly isForged?: boolean;
}

/** How a request is sent. Default: at once, in one piece. */
export interface Manner {
  /** In this many chunks, without a length. */
  readonly chunks?: number;
  /** In two pieces with this pause between them, in milliseconds, and with a length. */
  readonly pauseMs?: number;
  /** With `Expect: 100-continue`. */
  readonly expectsContinue?: true;
  /** Cuts the connection this many milliseconds after the request was sent, before the answer is read. */
  readonly cutAfterMs?: number;
  /** Cuts the connection after the first half of the body. */
  readonly cutsWithin?: true;
  /** Delays the last byte until this resolves. */
  readonly held?: Promise<void>;
  /** The connection, which {@link World.connection} opened. Default: a new one. */
  readonly connection?: Agent;
  /** How long the answer may take, in milliseconds of our time. Default: {@link ANSWER_MS}. */
  readonly patienceMs?: number;
}

/** The outcome of a request. */
export type HandlerReply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly tookMs: number;
      readonly retryAfterMs?: number;
      readonly leak?: Leak;
    }
  /** Connected, but not answered in time. */
  | { readonly kind: 'timed-out' }
  /** The harness cut the connection on purpose. `isPartial`: within the body. */
  | { readonly kind: 'cut'; readonly isPartial?: true }
  /** No connection. */
  | { readonly kind: 'refused' }
  /** The connection ended without an answer. */
  | { readonly kind: 'dropped' };

/** Whether a reply acknowledges a webhook. */
export function acknowledges(reply: HandlerReply): boolean {
  return reply.kind === 'answered' && isOk(reply.status);
}

/** Statuses that refuse a request for now: locked, too early, too many requests, or no answer of the service itself. */
const BUSY: ReadonlySet<number> = new Set([423, 425, 429, ...NO_ANSWER]);

/** Whether a reply refuses a webhook only because the backend does something else. */
export function isBusy(reply: HandlerReply): boolean {
  return reply.kind === 'answered' && BUSY.has(reply.status);
}

/** A request without an answer: its failure in the record, and in words. */
const UNANSWERED = {
  'timed-out': ['timeout', `no answer within ${ANSWER_MS / 1000} s`],
  cut: ['aborted', 'cut before the answer is read'],
  refused: ['unreachable', 'no connection'],
  dropped: ['dropped', 'closed without an answer'],
} as const;

/** A reply in words: `200`, `no answer within 10 s`. */
export function replyInWords(reply: HandlerReply): string {
  return reply.kind === 'answered' ? String(reply.status) : UNANSWERED[reply.kind][1];
}

/** The connection to the backend. */
export interface Reach {
  readonly world: World;
  readonly time: RunningTime;
  /** The URL of the endpoint. */
  readonly url: string;
  /** Aborts every request. */
  readonly signal: AbortSignal;
}

/** The outcome of a request, and the exchange to record. */
export interface Sent {
  readonly reply: HandlerReply;
  readonly exchange: Omit<WireExchange, 'scenario'>;
  /** What {@link connectionOf} says of its connection; empty if there was none. */
  readonly connection: string;
}

let connections = 0;

/** A name for the connection of a socket. */
export const connectionOf: (socket: object) => string = oncePerObject(() => `connection ${++connections}`);

/** Sends a request. `ready`: all but the held byte is written. `sent` never rejects. */
export function send(reach: Reach, outgoing: Outgoing, manner: Manner = {}) {
  const { world, time, signal } = reach;
  const { method = 'POST', url = reach.url, headers, body } = outgoing;
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<
    Pick<WireExchange, 'response'> & { reply: HandlerReply }
  >();
  const sentAt = world.now();
  let began = world.monotonic();
  const {
    chunks = 0,
    pauseMs,
    expectsContinue,
    cutsWithin,
    cutAfterMs,
    held,
    connection,
    patienceMs = ANSWER_MS,
  } = manner;
  const hasBody = method === 'POST' || method === 'PUT';
  const request = world.request(url, {
    method,
    headers: {
      ...headers,
      ...(hasBody && chunks === 0 && { 'Content-Length': String(body.length) }),
      ...(expectsContinue && { Expect: '100-continue' }),
    },
    signal,
    ...(connection && { agent: connection }),
  });
  const giveUp = () => settle({ kind: connected ? 'timed-out' : 'refused' });
  const timers = [time.after(patienceMs, giveUp)];
  let response: WireExchange['response'];
  const settle = (found: HandlerReply) => {
    for (const timer of timers) timer.cancel();
    setReady();
    end({ reply: found, ...(response && { response }) });
    request.destroy();
  };
  let connected = false;
  let name = '';
  request.on('socket', socket => {
    socket.setNoDelay(true);
    name = connectionOf(socket);
    connected = !socket.connecting;
    if (connected) return;
    socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
      connected = true;
    });
  });
  let answered: (() => void) | undefined;
  // What follows a status may not be HTTP, such as a body after a 204. The status is still the answer.
  request.on('error', () => {
    if (answered) return answered();
    settle({ kind: connected ? (signal.aborted ? 'cut' : 'dropped') : 'refused' });
  });
  request.once('response', incoming => {
    const { statusCode: status = 0, rawHeaders } = incoming;
    const parts: Buffer[] = [];
    const head = { status, headers: headersOf(rawHeaders) };
    response = { ...head, body: Buffer.alloc(0) };
    const done = () => {
      response = { ...head, body: Buffer.concat(parts).subarray(0, MOST_READ) };
      const retryAfterMs = Number(incoming.headers['retry-after']) * 1000;
      const after = retryAfterMs >= 0 ? { retryAfterMs } : {};
      if (cutAfterMs === undefined) settle({ kind: 'answered', status, tookMs: world.monotonic() - began, ...after });
    };
    answered = done;
    incoming.on('data', (part: Buffer) => {
      if (parts.reduce((sum, one) => sum + one.length, 0) < MOST_READ) parts.push(part);
    });
    incoming.once('close', done);
    incoming.on('error', () => {});
    // The status is the answer, even if its body never ends.
    timers.push(world.after(REST_MS, done));
  });
  request.once('finish', () => {
    if (response !== undefined) return;
    // The time for the answer starts once the request was sent completely.
    timers.pop()?.cancel();
    began = world.monotonic();
    timers.push(time.after(patienceMs, giveUp));
    if (cutAfterMs !== undefined) timers.push(world.after(cutAfterMs, () => settle({ kind: 'cut' })));
  });
  const write = async () => {
    if (!hasBody) return void request.end();
    if (expectsContinue) await continued(request, world);
    const pieces = cutInto(body, pauseMs === undefined && !cutsWithin ? chunks : 2);
    for (const piece of pieces.slice(0, -1)) {
      await new Promise(resolve => request.write(piece, resolve));
      if (cutsWithin) return settle({ kind: 'cut', isPartial: true });
      if (pauseMs !== undefined) await pause(world, pauseMs);
    }
    const last = pieces.at(-1) ?? Buffer.alloc(0);
    if (held !== undefined) {
      await new Promise(resolve => request.write(last.subarray(0, -1), resolve));
      setReady();
      await held;
    }
    request.end(held === undefined ? last : last.subarray(-1));
    setReady();
  };
  void write();
  const sent = ended.then(({ reply, ...answer }): Sent => {
    const request = { method, url, headers: Object.entries(headers), body };
    const exchange = { attempt: 0, sentAt, endedAt: world.now(), request, ...answer };
    if (reply.kind === 'answered') return { reply, exchange, connection: name };
    const [kind, message] = UNANSWERED[reply.kind];
    return { reply, exchange: { ...exchange, failure: { kind, message } }, connection: name };
  });
  return { ready, sent };
}

/** Opens an idle connection, which the end of the backend's process closes; `undefined` if the backend accepts none. */
export function hold({ world, time, url, signal }: Reach) {
  const request = world.request(url, { method: 'HEAD', signal });
  let isOpen = true;
  const held = { isOpen: () => isOpen, close: () => void request.destroy() };
  const { promise, resolve } = Promise.withResolvers<typeof held | undefined>();
  const end = () => {
    isOpen = false;
    resolve(undefined);
  };
  const timer = time.after(CONNECT_MS, end);
  request.on('error', end);
  request.once('socket', socket => {
    socket.once('close', end);
    if (socket.connecting) socket.once('connect', () => resolve(held));
    else resolve(held);
  });
  return promise.then(found => {
    timer.cancel();
    if (found === undefined) request.destroy();
    return found;
  });
}

function continued(request: ReturnType<World['request']>, world: World): Promise<void> {
  return new Promise(resolve => {
    const timer = world.after(CONTINUE_MS, resolve);
    request.once('continue', () => {
      timer.cancel();
      resolve();
    });
    request.flushHeaders();
  });
}

function cutInto(body: Buffer, pieces: number): readonly Buffer[] {
  const size = Math.max(1, Math.ceil(body.length / Math.max(1, pieces)));
  return Array.from({ length: Math.ceil(body.length / size) }, (_, nth) => body.subarray(nth * size, (nth + 1) * size));
}
