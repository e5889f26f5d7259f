import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { headersOf } from '../../base/json.ts';
import type { Exchange, Headers, WireExchange } from '../../evidence/evidence.ts';
import { fakeWorld } from '../../testing/fake-world.ts';
import { listenOnLoopback } from '../../testing/listen-on-loopback.ts';
import { ServiceClient } from './service-client.ts';
import { Transport } from './transport.ts';

/** What the service answers: a status with a body, or nothing at all. */
type Answer =
  | { readonly status: number; readonly body?: string; readonly headers?: { [name: string]: string } }
  | 'drop';

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A client of a service that answers as it is told. */
async function open(
  answer: Answer | ((index: number) => Answer),
  { key = 'sk_test_1' as string | null, path = '' } = {},
) {
  const world = fakeWorld();
  const server = world.createServer({});
  const asked: Asked[] = [];
  server.on('request', async (request, response) => {
    const { method = '', url = '', rawHeaders } = request;
    asked.push({ method, url, headers: headersOf(rawHeaders), body: await text(request) });
    const given = typeof answer === 'function' ? answer(asked.length - 1) : answer;
    if (given === 'drop') return request.socket.destroy();
    response.writeHead(given.status, given.headers ?? { 'Content-Type': 'application/json' }).end(given.body);
  });
  const { url: origin, close } = await listenOnLoopback(server);
  const dispatcher = world.dial();
  onTestFinished(() => dispatcher.destroy().then(close));
  const recorded: WireExchange[] = [];
  const transport = new Transport({
    world,
    dispatcher,
    record: wire => {
      recorded.push(wire);
      return { id: `x${recorded.length}` } as Exchange;
    },
    stamp: () => 0,
    signal: new AbortController().signal,
  });
  let uuids = 0;
  const client = new ServiceClient(
    transport,
    {
      baseUrl: `${origin}${path && `${path}/base`}`,
      sandboxUrl: `${origin}${path && `${path}/sandbox`}`,
      ...(key !== null && { apiKey: key }),
    },
    () => `uuid-${++uuids}`,
  );
  return { client, asked, recorded, world, origin };
}

const JSON_OK: Answer = { status: 200, body: '{"status":true}' };
const ACCOUNT = { account_number: '0123456789', bank_code: '044' };
/** What every HTTP client adds. */
const sentHeaders = (asked: Asked | undefined) =>
  Object.fromEntries(asked?.headers.filter(([name]) => !/^(host|connection|content-length)$/i.test(name)) ?? []);

describe('A request', () => {
  test('has no key where none is known', async () => {
    const { client, asked } = await open(JSON_OK, { key: null });
    await client.getOnrampOrder('a');
    await client.sendRaw({ method: 'GET', server: 'base', path: '/v1/x' }, {});
    expect(asked.map(one => sentHeaders(one))).toEqual([
      { Accept: 'application/json' },
      { Accept: 'application/json' },
    ]);
  });

  test('keeps the path of its address', async () => {
    const { client, asked } = await open(JSON_OK, { path: '/some/where' });
    await client.resolveBankAccount(ACCOUNT);
    await client.getOnrampOrder('a');
    await client.simulate('b', { event: 'fail' });
    await client.sendRaw({ method: 'GET', server: 'base', path: '/v1/x?y=z' }, {});
    await client.sendRaw({ method: 'POST', server: 'sandbox', path: '/sandbox/x' }, {});
    expect(asked.map(({ url }) => url)).toEqual([
      '/some/where/base/v1/banks/resolve',
      '/some/where/base/v1/onramp/orders/a',
      '/some/where/sandbox/sandbox/collection-orders/b/simulate',
      '/some/where/base/v1/x?y=z',
      '/some/where/sandbox/sandbox/x',
    ]);
  });

  test('has a fresh Idempotency-Key, kept when a 429 makes it go again', async () => {
    const { client, asked, recorded, world } = await open(index => (index === 1 ? { status: 429 } : JSON_OK));
    await client.simulate('a', { event: 'fail' });
    const second = client.simulate('a', { event: 'fail' });
    await world.timerSet(1);
    world.advance(250);
    await second;
    await client.resolveBankAccount(ACCOUNT);
    expect(asked.map(one => sentHeaders(one)['Idempotency-Key'])).toEqual(['uuid-1', 'uuid-2', 'uuid-2', 'uuid-3']);
    expect(recorded.map(({ attempt }) => attempt)).toEqual([0, 0, 1, 0]);
  });
});

describe('An outcome', () => {
  test.each([200, 201, 202, 299])('is the data of a %i', async status => {
    const { client } = await open({ status, body: '{"status":true,"data":{"account_name":"A"}}' });
    expect(await client.resolveBankAccount(ACCOUNT)).toEqual({
      kind: 'data',
      status,
      data: { status: true, data: { account_name: 'A' } },
      exchange: { id: 'x1' },
    });
  });

  test.each([400, 401, 404, 500])('is the error of a %i', async status => {
    const error = { code: 'c', error: 'e', status: false };
    const { client } = await open({ status, body: JSON.stringify(error) });
    expect(await client.resolveBankAccount(ACCOUNT)).toEqual({ kind: 'error', status, error, exchange: { id: 'x1' } });
  });

  test.each<[string, Exclude<Answer, 'drop'>]>([
    ['a 200 that is not JSON', { status: 200, body: '<html></html>' }],
    ['a 200 that is broken JSON', { status: 200, body: '{"a":' }],
    ['a 200 without a body', { status: 200 }],
    ['a 200 with a length of 0', { status: 200, body: '', headers: { 'Content-Length': '0' } }],
    ['a 204', { status: 204 }],
    ['a 205', { status: 205 }],
    ['a 304', { status: 304 }],
    ['a 302 without a body', { status: 302, headers: { Location: '/x' } }],
    ['an error without a body', { status: 500 }],
    ['an error that is not JSON', { status: 502, body: 'Bad Gateway' }],
    ['an error that is null', { status: 400, body: 'null' }],
    ['an error that is a string', { status: 400, body: '"no"' }],
    ['a status that is none', { status: 600, body: 'x' }],
  ])('is undocumented: %s', async (_, answer) => {
    const { client } = await open(answer);
    const calls = [
      await client.getOnrampOrder('a'),
      await client.resolveBankAccount(ACCOUNT),
      await client.simulate('a', { event: 'fail' }),
    ];
    const { status } = answer;
    expect(calls).toEqual(['x1', 'x2', 'x3'].map(id => ({ kind: 'undocumented', status, exchange: { id } })));
  });

  test('is failed without an answer', async () => {
    const { client, recorded } = await open('drop');
    expect(await client.simulate('a', { event: 'fail' })).toEqual({ kind: 'failed', exchange: { id: 'x1' } });
    expect(recorded).toMatchObject([{ failure: { kind: 'dropped' } }]);
  });

  test('is failed where the answer is cut short, though what came may read as data', async () => {
    const { client, recorded } = await open({
      status: 200,
      body: '{"id":"a"}',
      headers: { 'Content-Length': '11', Connection: 'close' },
    });
    expect(await client.resolveBankAccount(ACCOUNT)).toEqual({ kind: 'failed', exchange: { id: 'x1' } });
    expect(recorded).toMatchObject([{ failure: { kind: 'cut' }, response: { body: Buffer.from('{"id":"a"}') } }]);
  });
});
