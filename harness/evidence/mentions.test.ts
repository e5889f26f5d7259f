import { expect, test } from 'vitest';
import type { Headers } from './evidence.ts';
import type { Readable } from './interpretation.ts';
import { cutOrder, mentions, namesForeignOrder, otherOrder, scalars } from './mentions.ts';

const readable = (json: unknown, headers: Headers = []): Readable => ({
  headers,
  body: { size: 0, sha256: '', text: typeof json === 'string' ? json : JSON.stringify(json) },
});

test('Every string and number of a delivery is a scalar at its place', () => {
  expect([...scalars(readable({ id: 'e', n: 7, on: true, none: null, list: ['x'] }, [['X-Id', 'h']]))]).toEqual([
    { place: '/id', value: 'e' },
    { place: '/n', value: '7' },
    { place: '/list/0', value: 'x' },
    { place: 'header:x-id', value: 'h' },
  ]);
  expect([...scalars(readable('not json', [['A', 'b']]))]).toEqual([{ place: 'header:a', value: 'b' }]);
});

test('A value equal to an order mentions it, in the body or in a header', () => {
  const orders = new Set(['ord_1', 'ord_2', '17']);
  expect(mentions(readable({ a: 'ord_1', b: 'ord_3', c: 17 }, [['X-Order', 'ord_2']]), orders)).toEqual([
    { place: '/a', order: 'ord_1' },
    { place: '/c', order: '17' },
    { place: 'header:x-order', order: 'ord_2' },
  ]);
});

test('A value that contains an order counts only if none is equal to one', () => {
  const orders = new Set(['ord_1', 'ord_2']);
  const link = 'https://host/orders/ord_2?x=1';
  expect(mentions(readable({ link, id: 'ord_1' }), orders)).toEqual([{ place: '/id', order: 'ord_1' }]);
  expect(mentions(readable({ link }), orders)).toEqual([{ place: '/link', order: 'ord_2' }]);
  expect(mentions(readable({ note: 'about ord_1&ord_2=ord_3' }), orders).map(({ order }) => order)).toEqual([
    'ord_1',
    'ord_2',
  ]);
  expect(mentions(readable({ link: 'xord_1' }), orders)).toEqual([]);
});

test.each([
  ['1/17', []],
  ['11/17', ['17']],
])('Only a value of more than four characters may contain an order: %s', (value, expected) => {
  expect(mentions(readable({ value }), new Set(['17']))).toEqual(expected.map(order => ({ place: '/value', order })));
});

test('In a body that is not JSON, an order counts as a whole word', () => {
  const orders = new Set(['ord_1', 'ord_2', 'ord.3', '17']);
  const named = (text: string, headers: Headers = []) => mentions(readable(text, headers), orders);
  expect(named('event=paid&order=ord_2 (ord.3)')).toEqual([
    { place: 'text', order: 'ord_2' },
    { place: 'text', order: 'ord.3' },
  ]);
  expect(named('{"order":"ord_1", "cut')).toEqual([{ place: 'text', order: 'ord_1' }]);
  expect(named('xord_1 ord_1x 170')).toEqual([]);
  expect(named('order=ord_2', [['X-Order', 'ord_1']])).toEqual([{ place: 'header:x-order', order: 'ord_1' }]);
  expect(named('order=ord_2', [['Link', '/orders/ord_1']])).toEqual([{ place: 'header:link', order: 'ord_1' }]);
  expect(named('"about ord_1, it is"')).toEqual([]);
  expect(mentions({ headers: [], body: { size: 1, sha256: '', base64: '/w==' } }, orders)).toEqual([]);
});

const holding = (order: unknown, header = 'none') => ({
  headers: [['X-Order', header]] as const,
  body: { size: 0, sha256: '', text: JSON.stringify({ data: { order } }) },
});

const UUIDS = ['6f1f5f0a-3d4e-4b7c-9a51-0d7f6f1a2b3c', '0b7c6f1a-9a51-4d7f-8f1f-5f0a2b3c3d4e'] as const;

test.each<readonly [ours: string, theirs: string]>([
  ['co_a8ef1f18a28f9132098093f4', 'co_75d20b0c11aa4f0c93bd01ef'],
  ['ord_7', 'ord_1234'],
  ['17', '99999'],
  UUIDS,
  ['order-2026-a1b2', 'order-2027-c3d4'],
])('A delivery names a foreign order if orders are like %s: %s', (ours, theirs) => {
  expect(namesForeignOrder(holding(theirs), ['/data/order'], new Set([ours]))).toBe(true);
  expect(namesForeignOrder(holding(1, theirs), ['header:x-order'], new Set([ours]))).toBe(true);
  expect(namesForeignOrder(holding(ours), ['/data/order'], new Set([ours]))).toBe(false);
  expect(namesForeignOrder(holding(theirs), ['/data/order'], new Set([ours, theirs]))).toBe(false);
  expect(namesForeignOrder(holding(theirs), ['/elsewhere'], new Set([ours]))).toBe(false);
  expect(namesForeignOrder(holding(theirs), [], new Set([ours]))).toBe(false);
});

test.each([
  ['co_a8ef1f18a28f9132098093f4', 'evt_75d20b0c11aa4f0c93bd01ef'],
  ['co_a8ef1f18a28f9132098093f4', 'co_75d2'],
  ['co_a8ef1f18a28f9132098093f4', ''],
  ['co_a8ef1f18a28f9132098093f4', null],
  ['ord_7', 'pending'],
  [UUIDS[0], '6f1f5f0a3d4e4b7c9a510d7f6f1a2b3c'],
])('An id of another shape is not a foreign order: %s, %s', (ours, theirs) => {
  expect(namesForeignOrder(holding(theirs), ['/data/order'], new Set([ours]))).toBe(false);
});

const EVENT = 'evt_1';
test('A delivery names another order if it holds an unknown id with the prefix of the order and not the order', () => {
  expect(otherOrder(holding('co_2b'), 'co_1a', EVENT)).toBe('co_2b');
  expect(otherOrder(holding(7, 'co-2b'), 'co-1a', undefined)).toBe('co-2b');
});

test.each([
  ['its own is there too', holding('co_2b', 'co_1a'), 'co_1a'],
  ['nothing is like it', holding('ev_2b'), 'co_1a'],
  ['what is like it has another length', holding('co_2bc'), 'co_1a'],
  ['ids of orders begin with no word', holding('17'), '18'],
  ['ids of events begin with the same word', holding('evt_2'), 'evt_3'],
])('A delivery names no other order if %s', (_, delivery, order) => {
  expect(otherOrder(delivery, order, EVENT)).toBeUndefined();
});

test.each([
  ['co_a8ef1f18a28f9132', 'co_a8ef1f18a28f913'],
  ['6f1f5f0a-3d4e-4b7c-9a51-0d7f6f1a2b3c', '6f1f5f0a-3d4e-4b7c-9a51-0d7f6f1a2b3'],
])('%s is recognized when it is truncated', (order, cut) => {
  expect(cutOrder(holding(cut), order)).toBe(cut);
  expect(cutOrder(holding('none', cut), order)).toBe(cut);
  expect(cutOrder(holding(cut, order), order)).toBeUndefined();
});

test.each([
  ['order-2026-a1b2', 'order-2026'],
  ['co_a8ef1f18a28f9132', 'co_a8ef'],
  ['co_a8ef1f18a28f9132', 'co_a8ef1f18a28f9133'],
  ['co_a8ef1f18a28f9132', 'a8ef1f18a28f9132'],
  ['co_a8ef1f18a28f-9132', 'co_a8ef1f18a28f'],
])('%s does not count as truncated in %s', (order, value) => {
  expect(cutOrder(holding(value), order)).toBeUndefined();
});
