import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { Exchange, OutgoingRequest, WireExchange } from '../../evidence/evidence.ts';
import { fakeWorld } from '../../testing/fake-world.ts';
import { listenOnLoopback } from '../../testing/listen-on-loopback.ts';
import { type CallContext, Transport } from './transport.ts';

/** A transport over the real network, with a clock that stands still, and what it has recorded. */
function open({ timeoutMs }: { readonly timeoutMs?: number } = {}) {
  const world = fakeWorld();
  const dispatcher = world.dial({});
  const abort = new AbortController();
  const recorded: WireExchange[] = [];
  let stamps = 0;
  const transport = new Transport({
    world,
    dispatcher,
    record: wire => {
      recorded.push(wire);
      return { id: `x${recorded.length}` } as Exchange;
    },
    stamp: () => ++stamps,
    signal: abort.signal,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  onTestFinished(() => dispatcher.destroy());
  let timers = 0;
  /** Sends a call through the pauses that are expected of it. After it, no timer is pending. */
  const send = async (request: OutgoingRequest, context: CallContext = {}, ...pauses: readonly number[]) => {
    const sent = transport.send(request, context);
    for (const ms of pauses) {
      expect(await world.timerSet(++timers)).toBe(ms);
      world.advance(ms);
    }
    const { wire, exchange } = await sent;
    expect(world.pending).toBe(0);
    return { wire, exchange };
  };
  /** The status or failure of each attempt, and its number. */
  const attempts = () =>
    recorded.map(({ attempt, response, failure }) => `${attempt}: ${response?.status ?? failure?.kind}`);
  return { world, transport, abort, recorded, send, attempts };
}

/** Serves HTTP; the n-th request, from 0, is answered by `answer`. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse, index: number) => void) {
  const server = fakeWorld().createServer({});
  const requests: { method: string; url: string; headers: readonly string[]; body: string }[] = [];
  server.on('request', async (request, response) => {
    const { method = '', url = '', rawHeaders: headers } = request;
    requests.push({ method, url, headers, body: await text(request) });
    answer(request, response, requests.length - 1);
  });
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return { url, requests };
}

/** Answers each connection with bytes, HTTP or not, once something has come in. */
async function speak(answer: (socket: Socket, index: number) => void): Promise<{ url: string; count: () => number }> {
  let count = 0;
  const server = createServer(socket => {
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.once('data', () => answer(socket, count++));
  });
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return { url: `${url}/x`, count: () => count };
}

/** An address at which nothing listens. */
async function closedUrl(): Promise<string> {
  const { url, close } = await listenOnLoopback(createServer());
  await close();
  return `${url}/x`;
}

const OK = 'HTTP/1.1 200 OK\r\n';
/** An answer whose body does not come to its end. */
const BEGUN = `${OK}Content-Length: 10\r\n\r\n{"a":`;
const STEP = { operation: 'simulateCollectionOrder' } as const;
const EMPTY = { ...STEP, condition: 'without-event' } as const;
const GET = (url: string): OutgoingRequest => ({ method: 'GET', url, headers: [['Accept', 'application/json']] });
const POST = (url: string): OutgoingRequest => ({
  method: 'POST',
  url,
  headers: [
    ['Idempotency-Key', 'uuid-1'],
    ['Content-Type', 'application/json'],
  ],
  body: Buffer.from('{"a":1}'),
});

test('An exchange is recorded as it was sent and received, with its times and purpose', async () => {
  const body = Buffer.from([0xff, 0x00, 0x0d, 0x0a]);
  // The body is no gzip: it is kept as it came.
  const names = ['Content-Encoding', 'gzip', 'X-Twice', 'a', 'x-twice', 'b', 'Content-Length', '4'];
  const { url, requests } = await serve((_, response) => response.writeHead(201, names).end(body));
  const { send, recorded } = open();
  const request = POST(`${url}/v1/path?q=1%20a`);
  const context = { scenario: 's', journey: 'j', operation: 'o', condition: 'known' } as const;
  const { exchange, wire } = await send(request, context);
  expect(exchange).toEqual({ id: 'x1' });
  expect(recorded).toEqual([wire]);
  const response = { status: 201, headers: expect.anything(), body };
  expect(wire).toEqual({ ...context, attempt: 0, sentAt: 1, endedAt: 2, request, response });
  expect(wire.response?.headers.slice(0, 4).flat()).toEqual(names);
  expect(requests).toMatchObject([{ method: 'POST', url: '/v1/path?q=1%20a', body: '{"a":1}' }]);
  expect(requests[0]?.headers.join()).toContain('Idempotency-Key,uuid-1,Content-Type,application/json');
});

test.each([
  ['', '/'],
  ['/v1/%2e/a', '/v1/%2e/a'],
  ['//v1/x/../a/?b=%20#c', '//v1/x/../a/?b=%20'],
  ['?a', '/?a'],
])('An exchange of a GET to "%s" keeps its path as it is written, and sends no body', async (path, sent) => {
  const { url, requests } = await serve((_, response) => response.end());
  await open().send(GET(url + path));
  expect(requests).toMatchObject([{ method: 'GET', url: sent, body: '' }]);
});

test.each([200, 204, 302, 400, 401, 404, 500])('An exchange answered %i is sent once', async status => {
  const { url, requests } = await serve((_, response) => response.writeHead(status, { Location: '/other' }).end());
  const { send, attempts } = open();
  expect((await send(GET(url))).wire.failure).toBeUndefined();
  expect([attempts(), requests.length]).toEqual([[`0: ${status}`], 1]);
});

const CHUNK = `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`;

test.each<[string, (socket: Socket) => unknown, string, string?]>([
  ['closes', socket => socket.end(), 'dropped', 'UND_ERR_SOCKET'],
  ['resets', socket => socket.resetAndDestroy(), 'dropped', 'ECONNRESET'],
  ['stops within the head', socket => socket.end(`${OK}Cont`), 'dropped', 'UND_ERR_SOCKET'],
  ['speaks another protocol', socket => socket.end('220 smtp ready\r\n'), 'not-http'],
  ['sends HTML alone', socket => socket.end('<html></html>'), 'not-http'],
  ['sends a broken head', socket => socket.end(`${OK}a b: c\r\n\r\n`), 'not-http'],
  ['sends an endless head', socket => socket.end(OK + 'a'.repeat(1e5)), 'not-http', 'UND_ERR_HEADERS_OVERFLOW'],
  ['switches protocols', socket => socket.end('HTTP/1.1 101 S\r\n\r\n'), 'not-http', 'ERR_ASSERTION'],
  ['says nothing', () => {}, 'timeout', 'UND_ERR_HEADERS_TIMEOUT'],
])('A POST is not repeated if the other side %s: its outcome is unknown', async (_, act, kind, code) => {
  const { url, count } = await speak(act);
  const { send, recorded } = open({ timeoutMs: 50 });
  const { wire } = await send(POST(url));
  expect(wire.failure).toEqual({ kind, ...(code && { code }), message: expect.stringMatching(/./) });
  expect(wire).not.toHaveProperty('response');
  expect([recorded.length, count()]).toEqual([1, 1]);
});

test.each([
  ['nothing listens', closedUrl, 'ECONNREFUSED'],
  ['the name is nobody’s', async () => 'http://nobody.invalid/x', 'ENOTFOUND'],
  ['the address is none', async () => 'nonsense', 'ERR_INVALID_URL'],
  ['the protocol is another', async () => 'ftp://127.0.0.1/x', 'UND_ERR_INVALID_ARG'],
])('Without an answer because %s, a POST is not sent at all', async (_, url, code) => {
  const { send, recorded } = open();
  const { wire } = await send(POST(await url()));
  expect(wire.failure).toEqual({ kind: 'unreachable', code, message: expect.stringMatching(/./) });
  expect(recorded).toHaveLength(1);
});

test.each([
  ['refused', 'unreachable'],
  ['reset', 'dropped'],
])('Without an answer, a GET that is %s is sent three times, each time recorded, ever later', async (how, kind) => {
  const url = how === 'refused' ? await closedUrl() : (await speak(socket => socket.resetAndDestroy())).url;
  const { send, recorded, attempts } = open();
  expect((await send(GET(url), { operation: 'o' }, 100, 200)).wire.attempt).toBe(2);
  expect(attempts()).toEqual([0, 1, 2].map(attempt => `${attempt}: ${kind}`));
  expect(recorded.map(({ operation }) => operation)).toEqual(['o', 'o', 'o']);
});

test('Without an answer, a GET is sent again only until it is answered', async () => {
  const found = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n';
  const { url, count } = await speak((socket, index) => (index === 0 ? socket.destroy() : socket.end(found)));
  const { send, attempts } = open();
  expect((await send(GET(url), {}, 100)).exchange).toEqual({ id: 'x2' });
  expect([attempts(), count()]).toEqual([['0: dropped', '1: 404'], 2]);
});

test.each<[string, (socket: Socket) => unknown, string]>([
  ['length', socket => socket.end(BEGUN), 'UND_ERR_SOCKET'],
  ['chunks', socket => socket.end(CHUNK), 'UND_ERR_SOCKET'],
  ['time', socket => socket.write(BEGUN), 'UND_ERR_BODY_TIMEOUT'],
])('What came of an answer without its end (%s) is kept, and the call is not sent again', async (_, act, code) => {
  const { url, count } = await speak(act);
  const { send, recorded } = open({ timeoutMs: 50 });
  const { wire } = await send(GET(url));
  expect(wire.response).toMatchObject({ status: 200, body: Buffer.from('{"a":') });
  expect(wire.failure).toEqual({ kind: 'cut', code, message: expect.stringMatching(/./) });
  expect([recorded.length, count()]).toEqual([1, 1]);
});

test('Of an answer without an end, the beginning is kept; at the limit, the answer is whole', async () => {
  const limit = 8 * 1024 * 1024;
  const { url } = await serve(({ url }, response) => response.end(Buffer.alloc(url === '/long' ? 2 * limit : limit)));
  const long = (await open().send(GET(`${url}/long`))).wire;
  expect(long.failure).toEqual({ kind: 'cut', message: `the answer is longer than ${limit} bytes` });
  expect(long.response?.body.length).toBeGreaterThan(limit);
  expect(long.response?.body.length).toBeLessThan(limit + 1024 * 1024);
  const { wire } = await open().send(GET(url));
  expect([wire.failure, wire.response?.body.length]).toEqual([undefined, limit]);
});

test('After three calls without an answer in time, the fourth is given up soon, and was not cut', async () => {
  const { url } = await speak((socket, index) => (index < 3 ? undefined : socket.write(BEGUN)));
  const { transport, recorded, world } = open({ timeoutMs: 50 });
  for (let call = 0; call < 3; call++) await transport.send(POST(url), {});
  const begun = new Promise<void>(resolve => subscribe('undici:request:headers', () => resolve()));
  const sent = transport.send(GET(url), {});
  await begun;
  world.advance(await world.timerSet(1));
  const { wire } = await sent;
  expect(wire.failure).toEqual({ kind: 'timeout', message: 'there is no whole answer after 50 ms' });
  expect(wire).not.toHaveProperty('response');
  expect(recorded).toHaveLength(4);
});

const down = (status: number) =>
  serve((_, response, index) => response.writeHead(index === 0 ? status : 200, { 'Retry-After': '2' }).end());

test.each([
  [503, 'a read', GET, {}],
  [503, 'a name enquiry', POST, { operation: 'resolveBankAccount' }],
  [503, 'a simulate call without an event', POST, EMPTY],
  [503, 'a simulate call that cannot be read', POST, { ...STEP, condition: 'unreadable-body: empty' }],
  [429, 'a read', GET, {}],
  [429, 'any other call, with the same Idempotency-Key', POST, {}],
] as const)('After Retry-After of %i to %s, the call is sent again as it was', async (status, _, request, context) => {
  const { url, requests } = await down(status);
  const { send, attempts } = open();
  await send(request(url), context, 2000);
  expect(attempts()).toEqual([`0: ${status}`, '1: 200']);
  expect(requests).toEqual([requests[0], requests[0]]);
});

test.each([
  ['a step', STEP],
  ['a step without a key, which may need none', { ...STEP, condition: 'without-key' }],
  ['a step for an unknown order, which may have an effect', { ...STEP, condition: 'unknown-order' }],
] as const)('After Retry-After of 503 to %s, no other call follows, which might hide an effect', async (_, context) => {
  const { url, requests } = await down(503);
  expect((await open().send(POST(url), context)).wire.response?.status).toBe(503);
  expect(requests).toHaveLength(1);
});

test('An unanswered simulate call that changes nothing is repeated unchanged after a second', async () => {
  const { url, requests } = await serve((request, response, index) =>
    index === 0 ? request.socket.destroy() : response.end('{}'),
  );
  expect((await open().send(POST(url), EMPTY, 1000)).wire).toMatchObject({ attempt: 1, response: { status: 200 } });
  expect(requests[1]).toEqual(requests[0]);
});

test('A simulate call that changes nothing is sent once after three unanswered calls', async () => {
  const { url, requests } = await serve(request => request.socket.destroy());
  const { send } = open();
  for (let call = 0; call < 3; call++)
    expect((await send(POST(url), EMPTY, 1000, 2000)).wire.failure?.kind).toBe('dropped');
  await send(POST(url), EMPTY);
  expect(requests).toHaveLength(10);
});

const toward = (status: number, location: string) =>
  serve(({ url }, response) => {
    if (url === '/v2') response.writeHead(202).end('{}');
    else response.writeHead(status, { Location: location }).end();
  });

test.each([307, 308])(
  'A redirect of simulate on the same origin keeps the method, headers and body: %i',
  async status => {
    const { url, requests } = await toward(status, '/v2');
    const { send, attempts } = open();
    const { wire } = await send(POST(url), EMPTY);
    expect([wire.response?.status, wire.request.url, wire.condition]).toEqual([202, `${url}/v2`, 'without-event']);
    expect(attempts()).toEqual([`0: ${status}`, '1: 202']);
    expect(requests[1]).toEqual({ ...requests[0], url: '/v2' });
  },
);

test.each([
  ['to another origin, which may not see the key', EMPTY, 307, 'http://127.0.0.1:1/v2'],
  ['that changes the method', EMPTY, 302, '/v2'],
  ['without an address', EMPTY, 307, ''],
  ['of a call whose statuses are specified', { operation: 'resolveBankAccount' }, 307, '/v2'],
] as const)('A redirect of a simulate call is not followed %s', async (_, context, status, location) => {
  const { url, requests } = await toward(status, location);
  expect((await open().send(POST(url), context)).wire.response?.status).toBe(status);
  expect(requests).toHaveLength(1);
});

test('A circular redirect of a simulate call is given up', async () => {
  const { url, requests } = await serve(({ url: at }, response) =>
    response.writeHead(307, { Location: at === '/a' ? '/b' : '/a' }).end(),
  );
  expect((await open().send(POST(url), EMPTY)).wire.response?.status).toBe(307);
  expect(requests).toHaveLength(4);
});

const limited = (retryAfter: string | undefined, times = 1) =>
  serve((_, response, index) => {
    if (index >= times) response.writeHead(200).end('{}');
    else response.writeHead(429, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end();
  });
const now = fakeWorld().now();
const date = (ms: number) => new Date(now + ms).toUTCString();

test.each([
  [undefined, [250, 500, 1_000, 2_000, 4_000]],
  ['1', [1_000, 1_000]],
])('An answer of 429 with Retry-After "%s" is sent again after %j ms', async (retryAfter, pauses) => {
  const { url, requests } = await limited(retryAfter, 99);
  const { send, recorded } = open();
  const { wire } = await send(POST(url), {}, ...pauses);
  expect(wire).toMatchObject({ attempt: pauses.length, response: { status: 429 } });
  const times = pauses.length + 1;
  expect([recorded.length, requests.length]).toEqual([times, times]);
});

test('A call that is answered 429 each time is sent once from the fourth on', async () => {
  const { url, requests } = await limited(undefined, 99);
  const { send } = open();
  for (let call = 0; call < 3; call++) await send(GET(url), {}, 250, 500, 1_000, 2_000, 4_000);
  expect(requests).toHaveLength(18);
  await send(GET(url));
  expect(requests).toHaveLength(19);
});

test('An answer of 429 is not waited for any more once the pauses took ten minutes', async () => {
  const { url, requests } = await serve((_, response, index) =>
    response.writeHead(index % 3 === 2 ? 200 : 429, { 'Retry-After': '30' }).end(),
  );
  const { send } = open();
  for (let call = 0; call < 10; call++)
    expect((await send(GET(url), {}, 30_000, 30_000)).wire.response?.status).toBe(200);
  expect((await send(GET(url))).wire.response?.status).toBe(429);
  expect(requests).toHaveLength(31);
});

test.each([
  ['0', 0],
  [' 1 ', 1000],
  ['30', 30_000],
  ['31', 30_000],
  ['9'.repeat(400), 30_000],
  ['2026', 30_000],
  [date(5000), 6000],
  [date(3_600_000), 30_000],
  [date(-5000), 0],
  ['soon', 250],
  ['', 250],
  ['-1', 250],
  ['1.5', 1500],
])('An answer of 429 with Retry-After "%.40s" is sent again after %i ms', async (value, ms) => {
  const { url } = await limited(value);
  await open().send(GET(url), {}, ms);
});

test.each<[string, (socket: Socket, stop: () => void) => unknown]>([
  ['what is under way', (_, stop) => stop()],
  ['an answer in the middle of its body', (socket, stop) => socket.write(BEGUN, stop)],
])('The end of a run ends %s, and nothing is repeated', async (_, act) => {
  const { url, count } = await speak(socket => act(socket, () => abort.abort()));
  const { send, abort, recorded } = open();
  const { wire } = await send(GET(url));
  expect(wire.failure).toMatchObject({ kind: 'aborted', message: expect.stringMatching(/./) });
  expect([recorded.length, count()]).toEqual([1, 1]);
});

test('The end of a run ends a pause, and no attempt is recorded that was not made', async () => {
  const { url, requests } = await serve((_, response) => response.writeHead(429).end());
  const { transport, abort, recorded, world } = open();
  const sent = transport.send(POST(url), {});
  await world.timerSet(1);
  abort.abort();
  expect((await sent).exchange).toEqual({ id: 'x1' });
  expect([recorded.length, requests.length, world.pending]).toEqual([1, 1, 0]);
});
