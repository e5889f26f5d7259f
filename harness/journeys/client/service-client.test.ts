import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenClient, openClient } from '../../testing/open-client.ts';
import { type Asked, type OpenService, openService, type WholeAnswer } from '../../testing/open-service.ts';

let service: OpenService;
let opened: OpenClient;
beforeAll(async () => {
  service = await openService();
  opened = openClient(service.url);
});
beforeEach(() => service.forget());
afterAll(async () => {
  await opened.close();
  await service.close();
});

const ACCOUNT = { account_number: '0123456789', bank_code: '044' };

/** What comes of a name enquiry that is answered so. */
function enquire(answer: WholeAnswer | 'drop') {
  service.answers = [answer];
  return opened.client.resolveBankAccount(ACCOUNT);
}

test('A request has no key if none is known', async () => {
  const { client, close } = openClient({ baseUrl: service.url, sandboxUrl: service.url });
  await client.getOnrampOrder('a');
  await client.sendRaw({ method: 'GET', server: 'base', path: '/v1/x' }, {});
  await close();
  expect(service.asked).toHaveLength(2);
  for (const { headers } of service.asked) expect(headers).not.toHaveProperty('x-api-key');
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('A POST has a new UUID as its Idempotency-Key, which only its repetition keeps, and a GET has none', async () => {
  const { client } = opened;
  const posts = [
    () => client.resolveBankAccount(ACCOUNT),
    () => client.simulate('co_1', { event: 'expire' }),
    () => client.sendRaw({ method: 'POST', server: 'base', path: '/v1/banks/resolve', body: {} }, {}),
    () => client.preview('selectClientSession'),
  ];
  const used = new Set<unknown>();
  for (const post of [...posts, ...posts]) {
    service.forget();
    service.answers = [429, 400];
    await post();
    const [key, again] = service.asked.map(({ headers }) => headers['idempotency-key']);
    expect(key).toMatch(UUID);
    expect(again).toBe(key);
    used.add(key);
  }
  expect(used.size).toBe(2 * posts.length);
  await client.getOnrampOrder('onr_1');
  expect(service.asked.at(-1)?.headers).not.toHaveProperty('idempotency-key');
});

test('A request keeps the path of its address', async () => {
  const at = `${service.url}/some/where`;
  const { client, close } = openClient({ baseUrl: `${at}/base`, sandboxUrl: `${at}/sandbox`, apiKey: 'sk_test_1' });
  await client.resolveBankAccount(ACCOUNT);
  await client.getOnrampOrder('a');
  await client.simulate('b', { event: 'fail' });
  await client.sendRaw({ method: 'GET', server: 'base', path: '/v1/x?y=z' }, {});
  await client.sendRaw({ method: 'POST', server: 'sandbox', path: '/sandbox/x' }, {});
  await close();
  expect(service.asked.map(({ target }: Asked) => target)).toEqual([
    '/some/where/base/v1/banks/resolve',
    '/some/where/base/v1/onramp/orders/a',
    '/some/where/sandbox/sandbox/collection-orders/b/simulate',
    '/some/where/base/v1/x?y=z',
    '/some/where/sandbox/sandbox/x',
  ]);
});

test.each([
  ...[200, 201, 202, 299].map(status => [status, 'data', { status: true, data: { account_name: 'A' } }] as const),
  ...[400, 401, 404, 500].map(status => [status, 'error', { code: 'c', error: 'e', status: false }] as const),
])('The outcome of a %i is its %s, whatever its media type', async (status, kind, told) => {
  const body = JSON.stringify(told);
  expect(await enquire({ status, body })).toMatchObject({ kind, status, [kind]: told });
  const asText = { status, body, headers: { 'Content-Type': 'text/plain' } };
  expect(await enquire(asText)).toMatchObject({ kind, status, [kind]: told });
});

test.each<[string, WholeAnswer]>([
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
])('The outcome of each operation is undocumented if the answer is %s', async (_, answer) => {
  const { client } = opened;
  service.answers = [answer, answer, answer];
  const calls = [
    await client.getOnrampOrder('a'),
    await client.resolveBankAccount(ACCOUNT),
    await client.simulate('a', { event: 'fail' }),
  ];
  expect(calls.map(({ kind, exchange }) => [kind, exchange.response?.status])).toEqual(
    calls.map(() => ['undocumented', answer.status]),
  );
});

test.each<[string, WholeAnswer | 'drop', string]>([
  ['is none', 'drop', 'dropped'],
  [
    'is cut short, though what came may read as data',
    { status: 200, body: '{"id":"a"}', headers: { 'Content-Length': '11', Connection: 'close' } },
    'cut',
  ],
])('The outcome is a failure if the answer %s', async (_, answer, kind) => {
  expect(await enquire(answer)).toMatchObject({ kind: 'failed', exchange: { failure: { kind } } });
});
