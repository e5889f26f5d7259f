import { expect, test } from 'vitest';
import type { Headers } from './evidence.ts';
import type { Readable } from './locator.ts';
import { mentions, scalars } from './mentions.ts';

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
