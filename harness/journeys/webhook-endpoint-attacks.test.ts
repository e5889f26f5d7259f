import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MOST_KEPT } from '../evidence/record/keep-body.ts';
import { LARGEST_BODY, refusal } from '../webhooks/receiver.ts';
import { ORDER, openEndpoint } from './testing/open-endpoint.ts';

const MIB = 1024 * 1024;

const webhook = (more: object = {}) => JSON.stringify({ ...more, id: 'evt_1', type: 'a.b', data: { order_id: ORDER } });

/** Thirty headers that each nearly are the signature of a body. */
const nearMisses = (body: string): { [name: string]: string } =>
  Object.fromEntries(
    Array.from({ length: 30 }, (_, nth) => [
      `X-Signature-${nth}`,
      `t=${nth + 1},v1=${'0'.repeat(64)},n=${body.length}`,
    ]),
  );

const LONG_NAME = JSON.stringify({ account_name: `Ada (${'a|b) *'.repeat(7_000)}` });
const MANY_NAMES = JSON.stringify(Array.from({ length: 8_000 }, (_, nth) => ({ account_name: `Ada Obi ${nth}` })));
const LONG_KEY = webhook({ [`k${'x'.repeat(150_000)}`]: Array.from({ length: 75_000 }, (_, nth) => nth % 10) });
const DEEP = `${'['.repeat(100_000)}"${ORDER}"${']'.repeat(100_000)}`;
const TWICE = `{${'"a":1,'.repeat(100_000)}"order_id":"${ORDER}"}`;

test.each([
  ['one name of 40 KB', LONG_NAME],
  ['eight thousand names', MANY_NAMES],
  ['75,000 values below a name of 150,000 characters', LONG_KEY],
  ['a hundred thousand levels', DEEP],
  ['a name that is repeated a hundred thousand times', TWICE],
])('Small requests %s: answered on the path and beside it, without a name in the record', async (_, body) => {
  const { send, lines, tracker, endpoint } = await openEndpoint('/hook');
  endpoint.refuseNext('another', [refusal(503)]);
  expect(await send(body)).toBe(200);
  expect(await send(body, {}, endpoint.url.replace('/hook', '/'))).toBe(404);
  expect(tracker.completed(ORDER)).toBe(false);
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toContain('Ada');
  expect(Math.max(...lines.map(line => line.length))).toBeLessThan(3 * MOST_KEPT);
});

test('Small requests with thirty near misses of a signature beside a megabyte of JSON: eight are checked', async () => {
  const { send, endpoint, recorder } = await openEndpoint('/hook');
  for (const body of [webhook({ pad: 'x'.repeat(MIB) }), webhook({ pad: Array(40_000).fill([1, 2]) })]) {
    expect(await send(body, nearMisses(body))).toBe(200);
    expect(await send(body, nearMisses(body), endpoint.url.replace('/hook', '/x'))).toBe(404);
  }
  const checked = recorder.evidence.deliveries.map(({ ours, signatures }) => [ours, signatures.length]);
  expect(checked).toEqual([
    [true, 8],
    [false, 0],
    [true, 8],
    [false, 0],
  ]);
});

test('Our limits let a webhook of 16 MiB through: verified whole, kept in part, and read as before', async () => {
  const { send, signed, lines, tracker, recorder } = await openEndpoint('/hook');
  const body = webhook({ pad: 'x'.repeat(LARGEST_BODY - 200) });
  expect(await send(body, signed(body))).toBe(200);
  const [delivery] = recorder.evidence.deliveries;
  expect(delivery).toMatchObject({
    complete: true,
    signatures: [{ slots: [0] }],
    body: { size: body.length, cut: expect.any(Number) },
  });
  expect(JSON.parse(delivery?.body.text ?? '')).toMatchObject({ id: 'evt_1', data: { order_id: ORDER } });
  expect(lines[1]?.length).toBeLessThan(10_000);
  expect(tracker.of(ORDER)).toHaveLength(1);
  expect(recorder.evidence.troubles).toEqual([]);
});

test('Our limits are recorded as our trouble, with the answer that was sent', async () => {
  const { send, recorder } = await openEndpoint('/hook');
  expect(await send(Buffer.alloc(LARGEST_BODY + 1, '1'))).toBe(413);
  const { deliveries, troubles } = recorder.evidence;
  expect(deliveries).toMatchObject([
    { complete: false, answer: { kind: 'status', status: 413, refused: false }, signatures: [], body: { text: '' } },
  ]);
  expect(troubles).toMatchObject([{ kind: 'receiver-limit', message: expect.stringMatching(/longer than 16777216/) }]);
});

test('Our limits meet a bomb, which is trouble and not evidence', async () => {
  const { send, recorder } = await openEndpoint('/hook');
  const bomb = gzipSync(Buffer.alloc(64 * MIB));
  expect(await send(bomb, { 'Content-Encoding': 'gzip' })).toBe(200);
  expect(recorder.evidence.deliveries).toMatchObject([{ complete: false, answer: { status: 200 } }]);
  expect(recorder.evidence.troubles).toMatchObject([{ kind: 'receiver-limit' }]);
});

test('An error of the server is trouble, and the receiver goes on', async () => {
  const { servers, send, recorder } = await openEndpoint('/hook');
  servers[0]?.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  expect(await send(webhook())).toBe(200);
  expect(recorder.evidence.troubles).toMatchObject([
    { kind: 'receiver-limit', message: 'the receiver: accept EMFILE' },
  ]);
});

test('A thousand requests that are not webhooks are recorded, and no more', async () => {
  const { send, endpoint, recorder } = await openEndpoint('/hook');
  const to = endpoint.url.replace('/hook', '/.env');
  for (let batch = 0; batch < 22; batch++) await Promise.all(Array.from({ length: 50 }, () => send('', {}, to, 'GET')));
  expect(recorder.evidence.deliveries).toHaveLength(1_000);
  expect(recorder.evidence.troubles).toHaveLength(1);
  expect(await send(webhook())).toBe(200);
  // Numbers without a gap show that nothing is lost.
  expect(recorder.evidence.deliveries.map(({ id }) => id)).toEqual(
    Array.from({ length: 1_001 }, (_, nth) => `d${nth + 1}`),
  );
});

test('Without a path, a delivery that neither verifies nor names an order belongs to no journey', async () => {
  const { endpoint, send, signed, tracker, recorder } = await openEndpoint();
  tracker.alone = ORDER;
  const nameless = JSON.stringify({ id: 'evt_9', type: 'a.b' });
  const forged = { 'Service-Signature': `t=1,v1=${'0'.repeat(64)}` };
  for (const method of ['HEAD', 'GET', 'OPTIONS']) expect(await send('', {}, endpoint.url, method)).toBe(200);
  expect(await send(nameless)).toBe(200);
  expect(await send(nameless, forged)).toBe(200);
  expect(await send('{"account_name":"x"}', {}, `${endpoint.url}/wp-login.php`)).toBe(200);
  expect(recorder.evidence.deliveries.filter(({ ours }) => ours)).toEqual([]);
  expect(await send(nameless, signed(nameless))).toBe(200);
  expect(await send(webhook(), forged)).toBe(200);
  expect(recorder.evidence.deliveries.filter(({ ours }) => ours)).toHaveLength(2);
  expect(tracker.of(ORDER)).toHaveLength(2);
});
