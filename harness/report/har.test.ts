import type { Entry } from 'har-format';
import { expect, test } from 'vitest';
import { renderHar } from './har.ts';
import { evidence, index } from './testing/fixture.ts';

const { log } = renderHar(index);

function entry(id: string): Entry {
  const found = log.entries.find(({ _id }) => _id === id);
  if (found === undefined) throw new Error(`no entry ${id}`);
  return found;
}

test('The HAR has an entry for every exchange and delivery, ordered by time', () => {
  expect(log.version).toBe('1.2');
  expect(log.entries.map(({ _id }) => _id)).toEqual(['x1', 'x2', 'd1', 'x3', 'd2', 'x4', 'd3', 'd4']);
  for (const { timings, time, startedDateTime } of log.entries) {
    expect(timings).toEqual({ send: 0, wait: time, receive: 0 });
    expect(new Date(startedDateTime).toISOString()).toBe(startedDateTime);
  }
});

test('The HAR entry of an exchange has its request, its response and custom fields', () => {
  const x2 = entry('x2');
  expect(x2).toMatchObject({ _kind: 'exchange', _journey: 'j1', _scenario: 'collection/happy-path', time: 12 });
  expect(x2.request).toMatchObject({ method: 'POST', queryString: [{ name: 'dry', value: 'no' }] });
  expect(x2.request.postData?.text).toContain('deposit_detected');
  expect(entry('x1').request).not.toHaveProperty('postData');
});

test('The HAR entry of a delivery is the request to the receiver, with its exact bytes and its answer', () => {
  const d1 = entry('d1');
  expect(d1).toMatchObject({ _kind: 'delivery', _journey: 'j1' });
  expect(d1.request.url).toBe('http://receiver.invalid/hook?a=1');
  expect(d1.response.status).toBe(503);
  expect(Buffer.from(String(d1._bodyBase64), 'base64').toString()).toBe(evidence.deliveries[0]?.body.text);
  expect(entry('d3').response).toMatchObject({ status: 0, _error: 'connection dropped' });
  expect(entry('d4')._journey).toBeUndefined();
});

test('The HAR entry of an exchange without a response has status 0 and the reason', () => {
  expect(entry('x4').response).toMatchObject({ status: 0, bodySize: -1 });
  expect(entry('x4')).toMatchObject({ _error: expect.stringContaining('no answer') });
});

test('The HAR has a binary body in base64', () => {
  expect(entry('x3').response.content).toMatchObject({ encoding: 'base64', text: '/wA8', size: 3 });
});
