import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Reply, refusal } from '../webhooks/receiver.ts';
import { ORDER, openEndpoint } from './testing/open-endpoint.ts';
import { HeldAnswers, type WebhookEndpoint } from './webhook-endpoint.ts';

const event = (id: string, more: object = {}) =>
  JSON.stringify({ id, type: 'a.b', data: { order_id: ORDER }, ...more });

test('A compressed webhook is refused on purpose, and its redelivery is recognised', async () => {
  const zipped = { 'Content-Encoding': 'gzip' };
  const { endpoint, send, tracker } = await openEndpoint('/hook');
  const refused = endpoint.refuseNext(ORDER, [refusal(503), refusal(500)]);
  expect(await send(gzipSync(event('evt_1')), zipped)).toBe(503);
  // Another event must not be taken for the redelivery, nor a body that is compressed differently for another event.
  expect(await send(gzipSync(event('evt_2')), zipped)).toBe(200);
  expect(await send(event('evt_1'))).toBe(500);
  expect(await send(gzipSync(event('evt_1')), zipped)).toBe(200);
  expect(refused.deliveries.map(({ delivery: { body } }) => body.text)).toEqual([event('evt_1'), event('evt_1')]);
  expect(tracker.of(ORDER)).toHaveLength(4);
});

test('A request that only asks, without body and signature, is no delivery; any other is', async () => {
  const { endpoint, lines } = await openEndpoint('/hook');
  const ours = async (method: string, init: RequestInit = {}) => {
    expect((await fetch(endpoint.url, { method, ...init })).status).toBe(200);
    return JSON.parse(lines.at(-1) ?? '').ours;
  };
  expect([await ours('HEAD'), await ours('OPTIONS'), await ours('GET')]).toEqual([false, false, false]);
  expect([await ours('POST'), await ours('PUT'), await ours('OPTIONS', { body: '{}' })]).toEqual([true, true, true]);
  expect(await ours('GET', { headers: { 'Service-Signature': 't=1,v1=2' } })).toBe(true);
});

/** Takes a delivery of one event. @param ended as a receiver passes it */
function take(endpoint: WebhookEndpoint, ended: Promise<boolean>): Reply {
  const body = Buffer.from(event('evt_1'));
  const request = { at: 1, method: 'POST', path: '/hook', headers: [], complete: true, ours: true };
  return endpoint.take({ ...request, body }, ended);
}

test.each([
  ['held', { kind: 'slow', holdMs: 50 } as const],
  ['not answered yet', { ...refusal(500), afterMs: 50 }],
])('While a delivery is %s, one copy gets the same answer and the next is accepted', async (_, reply) => {
  const { endpoint, tracker } = await openEndpoint('/hook');
  const refused = endpoint.refuseNext(ORDER, [reply, refusal(503)]);
  const never = new Promise<boolean>(() => {});
  const replies = [1, 2, 3, 4].map(() => take(endpoint, never));
  expect(replies.slice(0, 2)).toEqual([reply, reply]);
  expect(replies.slice(2)).toMatchObject([{ status: 200 }, { status: 200 }]);
  const [first, second] = tracker.of(ORDER).map(({ delivery }) => delivery.answer);
  expect(second).toEqual({ ...first, joined: true });
  expect(refused.deliveries.map(({ delivery }) => delivery.answer)).toEqual([first]);
});

test('Once a held delivery is closed, its redelivery gets the next answer, though a copy is still held', async () => {
  const { endpoint, inbox } = await openEndpoint('/hook');
  const slow = { kind: 'slow', holdMs: 50 } as const;
  const refused = endpoint.refuseNext(ORDER, [slow, slow]);
  const [closed, never] = [Promise.withResolvers<boolean>(), new Promise<boolean>(() => {})];
  expect([take(endpoint, closed.promise), take(endpoint, never)]).toEqual([slow, slow]);
  const woken = inbox.until(() => refused.deliveries[0]?.ended, Number.POSITIVE_INFINITY);
  closed.resolve(true);
  expect(await woken).toMatchObject({ outcome: 'came', value: { hungUp: true } });
  expect([take(endpoint, never), take(endpoint, never)]).toEqual([slow, slow]);
  expect(take(endpoint, never)).toMatchObject({ status: 200 });
  expect(refused.deliveries).toHaveLength(2);
});

test('A redelivery that carries the name of an account holder is recognised', async () => {
  const { endpoint, send, lines } = await openEndpoint('/hook');
  const body = event('evt_1', { account_name: 'Ada Obi' });
  const refused = endpoint.refuseNext(ORDER, [refusal(503), refusal(500)]);
  expect([await send(body), await send(body), await send(body)]).toEqual([503, 500, 200]);
  expect(refused.deliveries).toHaveLength(2);
  expect(lines.join()).not.toContain('Ada');
});

test('A delivery that is held is recorded once the hold ends, and acknowledged at once', async () => {
  const { endpoint, send, recorder } = await openEndpoint('/hook');
  const { deliveries } = recorder.evidence;
  endpoint.refuseNext(ORDER, [refusal(503)]);
  await endpoint.hold(async () => {
    expect(await send(gzipSync(event('evt_1')), { 'Content-Encoding': 'gzip' })).toBe(200);
    expect(deliveries).toEqual([]);
  });
  expect(deliveries.map(({ body, answer }) => [body.text, answer.status])).toEqual([[event('evt_1'), 200]]);
});

test('Binary bodies that are not the same are not taken for redeliveries', async () => {
  const { endpoint, send, tracker } = await openEndpoint('/hook');
  tracker.alone = ORDER;
  endpoint.refuseNext(ORDER, [refusal(503), refusal(500)]);
  expect(await send(Buffer.from([0xff, 1]))).toBe(503);
  expect(await send(Buffer.from([0xff, 2]))).toBe(200);
  expect(await send(Buffer.from([0xff, 1]))).toBe(500);
});

/** Holds answers and takes deliveries: `0 hold, 2000 delivery, 4000 end`. @returns for how long senders were held up */
async function heldUp(line: string) {
  let now = 0;
  const held = new HeldAnswers(() => now);
  const open: (() => void)[] = [];
  for (const word of line.split(', ')) {
    const [at, what] = word.split(' ');
    now = Number(at);
    if (what === 'delivery') held.arrived();
    else if (what === 'end') open.shift()?.();
    else if (what === 'hold') held.hold(new Promise<void>(resolve => open.push(resolve)));
    await Promise.resolve();
  }
  return held.lasted;
}

test.each([
  ['from then on, while an answer is held', '1000 hold, 5000 now', 4_000],
  ['until it ends', '1000 hold, 4000 end, 5000 now', 3_000],
  ['only since the last delivery, which shows a sender that is free', '0 hold, 2000 delivery, 4000 end', 2_000],
  ['as a whole where the end is seen just after the next delivery', '0 hold, 4000 delivery, 4002 end', 4_002],
  ['once for two at a time', '0 hold, 1000 delivery, 1000 hold, 3000 end, 4000 end, 5000 now', 3_000],
  ['not while none is held', '0 hold, 1000 end, 2000 delivery, 5000 now', 1_000],
])('Time in which senders are held up counts %s', async (_, line, held) => {
  expect(await heldUp(line)).toBe(held);
});
