import { expect, test } from 'vitest';
import { canonicalLocator, locate, type Readable, typeOf, valueAt } from './interpretation.ts';

const delivery = (body: unknown, headers: Readable['headers'] = []): Readable => ({
  headers,
  body: { size: 0, sha256: '', text: typeof body === 'string' ? body : JSON.stringify(body) },
});

test.each([
  ['/id', 'evt_1'],
  ['/data/number', '12'],
  ['/data', undefined],
  ['/flag', undefined],
  ['/none', undefined],
  ['', undefined],
  ['header:X-Event', 'from a header'],
  ['header:x-event', 'from a header'],
  ['header:X-Other', undefined],
])('The place "%s" holds %j', (place, value) => {
  const readable = delivery({ id: 'evt_1', data: { number: 12 }, flag: true }, [['X-Event', 'from a header']]);
  expect(valueAt(readable, place)).toBe(value);
});

test('A body that is not JSON has no places, but its headers do', () => {
  const readable = delivery('{"id":', [['X-Id', 'h']]);
  expect(valueAt(readable, '/id')).toBeUndefined();
  expect(valueAt(readable, 'header:X-Id')).toBe('h');
});

test('A scalar body is found at the root', () => {
  expect(valueAt(delivery('"evt_1"'), '')).toBe('evt_1');
});

test('Without a locator nothing is found', () => {
  expect(locate(delivery({ id: 'evt_1' }), undefined)).toBeUndefined();
  expect(typeOf(delivery({ type: 'a' }), undefined)).toBeUndefined();
});

const BY_TYPE = { a: '/a_id', b: '/b_id' };

test('A locator by type is read at the place for the type, even if another holds a value', () => {
  expect(locate(delivery({ a_id: '1', b_id: '2' }), BY_TYPE, 'b')).toBe('2');
  expect(locate(delivery({ a_id: '1' }), BY_TYPE, 'b')).toBeUndefined();
});

test.each([undefined, 'c', 'constructor', '__proto__', 'toString'])(
  'Of a type that is not listed (%s), the first place that holds anything is read',
  type => expect([{ b_id: '2' }, {}].map(body => locate(delivery(body), BY_TYPE, type))).toEqual(['2', undefined]),
);

test('A type counts only at the place that is listed for it', () => {
  const locator = { 'deposit.seen': '/event', 'disbursement.completed': '/type' };
  const read = (event: string, type: string) => typeOf(delivery({ event, type }), locator);
  expect(read('webhook', 'disbursement.completed')).toBe('disbursement.completed');
  expect(read('deposit.seen', 'object')).toBe('deposit.seen');
  expect(read('ping', 'object')).toBe('ping');
  expect(typeOf(delivery({ type: 'ping' }), '/type')).toBe('ping');
});

test('The canonical form of a locator has header names in lower case', () => {
  expect(canonicalLocator('header:X-Event-Id')).toBe('header:x-event-id');
  expect(canonicalLocator('/Data/Id')).toBe('/Data/Id');
  expect(canonicalLocator({ a: 'header:X-Id', B: '/Id' })).toEqual({ a: 'header:x-id', B: '/Id' });
});
