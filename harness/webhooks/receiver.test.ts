import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer, Arrival } from '../evidence/delivery.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { waiting } from '../testing/waiting.ts';
import {
  answerOf,
  LARGEST_BODY,
  LARGEST_HEADER,
  type Receiver,
  type ReceiverOptions,
  type Reply,
  refusal,
  startReceiver,
} from './receiver.ts';

const OK: Reply = { kind: 'status', status: 200, refused: false };

async function start(options: Partial<ReceiverOptions> = {}): Promise<Receiver> {
  const needed = { world: fakeWorld(), host: '127.0.0.1', port: 0, stamp: () => 0 };
  const receiver = await startReceiver({ ...needed, take: () => OK, malformed: () => {}, ...options });
  onTestFinished(() => receiver.close());
  return receiver;
}

/** A receiver that keeps its arrivals. `reply` answers the n-th arrival, from 0. */
async function open(reply: (arrival: Arrival, index: number, ended: Promise<boolean>) => Reply = () => OK) {
  const world = fakeWorld();
  const arrivals: Arrival[] = [];
  const malformed: { code: string; packet: string }[] = [];
  const { changed, until: untilFound } = waiting();
  const receiver = await start({
    world,
    path: '/hook',
    stamp: () => world.now() + 0.5,
    take: (arrival, ended) => {
      arrivals.push(arrival);
      changed();
      return reply(arrival, arrivals.length - 1, ended);
    },
    malformed: (code, packet) => {
      malformed.push({ code, packet: packet.toString('latin1') });
      changed();
    },
  });
  /** Resolves after this many arrivals or broken requests. */
  const until = (list: readonly unknown[], count: number) => untilFound(() => list[count - 1]);
  /** Opens a connection, and sends bytes on it. */
  const dial = async (...parts: readonly (string | Buffer)[]): Promise<Socket> => {
    const socket = connect(receiver.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    for (const part of parts) socket.write(part, 'latin1');
    return socket;
  };
  /** Sends bytes on a new connection. @returns everything received until it is closed */
  const send = async (...parts: readonly (string | Buffer)[]): Promise<string> => {
    const socket = await dial();
    let answer = '';
    socket.on('data', chunk => {
      answer += chunk.toString('latin1');
    });
    for (const part of parts) socket.write(part, 'latin1');
    await once(socket, 'close');
    return answer;
  };
  /** Sends bytes on a new connection. @returns the status of the answer */
  const status = async (...parts: readonly (string | Buffer)[]) => statusOf(await send(...parts));
  return { world, receiver, arrivals, malformed, until, dial, send, status };
}

const post = (body: string | Buffer, more = '', path = '/hook'): readonly (string | Buffer)[] => [
  `POST ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  body,
];

/** A delivery that keeps its connection open. */
const KEPT = post('{}').join('').replace('Connection: close\r\n', '');

/** The head of a delivery with a chunked body. */
const CHUNKED = 'POST /hook HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n';

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

test('An arrival keeps its exact bytes and headers', async () => {
  const { send, arrivals, world } = await open();
  const body = Buffer.from([0xef, 0xbb, 0xbf, 0x00, 0xff, 0x0d, 0x0a, 0x20]);
  const types = 'Content-Type: one\r\nContent-type: two\r\nContent-Encoding: gzip\r\n';
  const answer = await send(...post(body, `X-Twice: a\r\nx-twice:  b \r\n${types}X-Byte: \u00e9\r\n`));
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Length: 0\r\n/);
  expect(arrivals).toEqual([
    {
      at: world.now() + 0.5,
      method: 'POST',
      path: '/hook',
      headers: [
        ['Host', 'h'],
        ['Connection', 'close'],
        ['X-Twice', 'a'],
        ['x-twice', 'b'],
        ['Content-Type', 'one'],
        ['Content-type', 'two'],
        ['Content-Encoding', 'gzip'],
        ['X-Byte', '\u00e9'],
        ['Content-Length', '8'],
      ],
      body,
      complete: true,
      ours: true,
    },
  ]);
});

test('An arrival may be chunked, slow, without a body, or HTTP/1.0', async () => {
  const { send, arrivals } = await open();
  const head = 'POST /hook HTTP/1.1\r\nHost: h\r\nConnection: close\r\n';
  await send(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`, '1;x=y\r\n\n\r\n0\r\nTrailer: t\r\n\r\n');
  await send(...Array.from(post('{"a":1}').join('')));
  await send(`${head}\r\n`);
  await send('POST /hook HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}');
  await send('GET /hook HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
  expect(arrivals.map(({ method, body, complete }) => [method, body.toString(), complete])).toEqual([
    ['POST', '{}\n', true],
    ['POST', '{"a":1}', true],
    ['POST', '', true],
    ['POST', '{}', true],
    ['GET', '', true],
  ]);
});

test('An arrival is accepted without a Host, and with any Expect', async () => {
  const { send, status, arrivals } = await open();
  expect(await status('POST /hook HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}')).toBe(200);
  expect(await status(...post('{}', 'Expect: a-miracle\r\n'))).toBe(200);
  expect(await send(...post('{}', 'Expect: 100-continue\r\n'))).toMatch(/^HTTP\/1\.1 100 .*\r\n\r\nHTTP\/1\.1 200 /);
  expect(arrivals).toHaveLength(3);
});

test.each([
  ['/hook', true],
  ['/hook?a=b', true],
  ['/hook/', false],
  ['/', false],
  ['/hooks', false],
  ['/HOOK', false],
  ['/x?/hook', false],
  ['http://a.test:80/hook?a=b', true, '/hook?a=b'],
  ['HTTPS://a.test/hook', true, '/hook'],
  ['http://a.test', false, '/'],
  ['http://a.test?/hook', false, '/?/hook'],
])('The path %s belongs to the run: %s', async (target, ours, path = target) => {
  const { status, arrivals, receiver } = await open();
  expect(receiver.url).toBe(`http://127.0.0.1:${receiver.port}/hook`);
  expect(await status(...post('{}', '', target))).toBe(ours ? 200 : 404);
  expect(arrivals.map(arrival => [arrival.path, arrival.ours, arrival.body.toString()])).toEqual([[path, ours, '{}']]);
});

test('A body at the limit is complete; a longer one is cut and answered 413', async () => {
  const { status, arrivals } = await open();
  expect(await status(...post(Buffer.alloc(LARGEST_BODY, 'a')))).toBe(200);
  expect(await status(...post(Buffer.alloc(LARGEST_BODY + 1, 'a')))).toBe(413);
  expect(arrivals.map(({ body, complete }) => [body.length, complete])).toEqual([
    [LARGEST_BODY, true],
    [LARGEST_BODY, false],
  ]);
});

test('A header may contain nine hundred v1; ten thousand are answered 431 and kept as evidence', async () => {
  const { status, arrivals, malformed } = await open();
  const signature = (count: number) => `Service-Signature: t=1${`,v1=${'f'.repeat(64)}`.repeat(count)}\r\n`;
  expect(await status(...post('{}', signature(900)))).toBe(200);
  expect(await status(...post('{}', `X-Long: ${'a'.repeat(LARGEST_HEADER - 200)}\r\n`))).toBe(200);
  expect(await status(...post('{}', signature(10_000)))).toBe(431);
  expect(arrivals).toHaveLength(2);
  expect(new Set(malformed.map(({ code }) => code))).toEqual(new Set(['HPE_HEADER_OVERFLOW']));
  expect(malformed[0]?.packet).toMatch(/f{10}/);
});

test.each(['end', 'resetAndDestroy'] as const)(
  'A sender that stops in the middle of a body (%s) leaves what it sent',
  async how => {
    const { dial, arrivals, malformed, until } = await open();
    const socket = await dial('POST /hook HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n');
    await once(socket, 'data');
    socket.write('{"a":', () => socket[how]());
    await until(arrivals, 1);
    expect(arrivals[0]).toMatchObject({ complete: false, ours: true });
    expect('{"a":'.startsWith(arrivals[0]?.body.toString() ?? 'nothing')).toBe(true);
    expect(malformed).toEqual([]);
  },
);

test('A sender that stops between requests, or before one, is ignored', async () => {
  const { dial, send, arrivals, malformed, until } = await open();
  const socket = await dial(KEPT);
  await Promise.all([until(arrivals, 1), once(socket, 'data')]);
  socket.resetAndDestroy();
  (await dial()).resetAndDestroy();
  (await dial()).end();
  await send(...post('{}'));
  expect(arrivals).toHaveLength(2);
  expect(malformed).toEqual([]);
});

test.each([
  ['another protocol', 'EHLO example\r\n', 'HPE_INVALID_METHOD'],
  ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001', 'HPE_INVALID_METHOD'],
  ['a blank in a header name', 'POST /hook HTTP/1.1\r\nHost: h\r\nA b: c\r\n\r\n', 'HPE_INVALID_HEADER_TOKEN'],
  [
    'two lengths',
    'POST /hook HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    'HPE_UNEXPECTED_CONTENT_LENGTH',
  ],
])('Broken HTTP is answered 400 and kept as evidence: %s', async (_, packet, code) => {
  const { status, arrivals, malformed } = await open();
  expect(await status(packet)).toBe(400);
  expect(malformed).toEqual([{ code, packet }]);
  expect(arrivals).toEqual([]);
});

test('Broken HTTP includes a head that is cut', async () => {
  const { dial, malformed, until } = await open();
  (await dial()).end('POST /hook HTTP/1.1\r\nHo');
  await until(malformed, 1);
  expect(malformed).toEqual([{ code: 'HPE_INVALID_EOF_STATE', packet: '' }]);
});

test('Broken HTTP in a chunk is kept, and so is the delivery that it breaks', async () => {
  const { dial, arrivals, malformed, until } = await open();
  const socket = await dial(`${CHUNKED}2\r\n{}\r\nzz\r\n`);
  await until(malformed, 1);
  socket.destroy();
  await until(arrivals, 1);
  expect(malformed[0]?.code).toBe('HPE_INVALID_CHUNK_SIZE');
  expect(arrivals[0]).toMatchObject({ complete: false, body: Buffer.from('{}') });
});

test('The answer may be a dropped connection', async () => {
  const { send, arrivals } = await open(() => ({ kind: 'drop' }));
  expect(await send(...post('{}'))).toBe('');
  expect(arrivals).toHaveLength(1);
});

test.each<[string, Reply, number, number]>([
  ['dropped connection', { kind: 'slow', holdMs: 10_000 }, 10_000, Number.NaN],
  ['status', { kind: 'status', status: 202, refused: false, afterMs: 600 }, 600, 202],
])('The answer may be a %s that comes later', async (_, reply, ms, expected) => {
  const { status, world } = await open(() => reply);
  const answered = status(...post('{}'));
  expect(await world.timerSet(1)).toBe(ms);
  world.advance(ms - 1);
  expect(world.pending).toBe(1);
  world.advance(1);
  expect(await answered).toBe(expected);
});

test.each([
  { kind: 'slow', holdMs: 10_000 },
  { kind: 'status', status: 200, refused: false, afterMs: 10_000 },
] as const)('The answer of the kind $kind is held no longer than the sender waits', async reply => {
  const endings: Promise<boolean>[] = [];
  const { dial, world } = await open((_, __, ended) => {
    endings.push(ended);
    return reply;
  });
  const socket = await dial(...post('{}'));
  await world.timerSet(1);
  socket.destroy();
  expect(await Promise.all(endings)).toEqual([true]);
  expect(world.pending).toBe(0);
});

const LATE: Reply = { kind: 'status', status: 503, refused: true, afterMs: 600 };

test.each<[string, Reply, Answer]>([
  ['a status', OK, { kind: 'status', status: 200, refused: false }],
  ['a refusal', refusal(500), { kind: 'status', status: 500, refused: true }],
  ['a late refusal', LATE, { kind: 'status', status: 503, refused: true, afterMs: 600 }],
  ['a slow answer', { kind: 'slow', holdMs: 5 }, { kind: 'slow', refused: true }],
  ['a dropped connection', { kind: 'drop' }, { kind: 'drop', refused: true }],
])('The answer is recorded with what refuses a delivery: %s', (_, reply, answer) => {
  expect(answerOf(reply)).toEqual(answer);
});

test('If a webhook cannot be processed, the receiver reports it, answers 500 and goes on', async () => {
  const failures: string[] = [];
  const takes = [
    () => {
      throw new Error('no room');
    },
    () => Promise.reject(new Error('no time')),
  ];
  const take = () => takes.shift()?.() ?? OK;
  const receiver = await start({ take, failed: message => failures.push(message) });
  const post = async () => (await fetch(receiver.url, { method: 'POST', body: '{}' })).status;
  expect([await post(), await post(), await post()]).toEqual([500, 500, 200]);
  expect(failures).toEqual(['a webhook could not be analysed: no room', 'a webhook could not be analysed: no time']);
});

test.each([
  ['a port that is in use', '127.0.0.1', 'EADDRINUSE', 'another program uses that port'],
  ['an address of another machine', '192.0.2.1', 'EADDRNOTAVAIL', 'the address is not one of this machine'],
])('Listening on %s fails with a clear error', async (_, host, received, likely) => {
  const { port } = await start();
  await expect(start({ host, port })).rejects.toMatchObject({
    name: 'HarnessError',
    code: 'receiver-cannot-listen',
    kind: 'unreachable',
    message: `the receiver cannot listen on ${host}:${port}`,
    details: { received, likely },
  });
});

test('A receiver can be closed with idle, busy or held connections', async () => {
  const { dial, receiver, arrivals, until } = await open((_, index) =>
    index === 0 ? OK : { kind: 'slow', holdMs: 1e6 },
  );
  const sockets = [await dial(KEPT)];
  await until(arrivals, 1);
  sockets.push(await dial(KEPT.slice(0, -1)), await dial(KEPT));
  await until(arrivals, 2);
  const closed = Promise.all(sockets.map(socket => once(socket, 'close')));
  await receiver.close();
  await closed;
  await expect(fetch(receiver.url)).rejects.toThrow();
});
