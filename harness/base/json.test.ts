import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Body } from '../evidence/evidence.ts';
import {
  briefly,
  bytesOf,
  escapePointer,
  header,
  isObject,
  type Json,
  jsonOf,
  readingsOf,
  resolvePointer,
  walk,
} from './json.ts';

const bodyOf = (parts: Partial<Body>): Body => ({ size: 0, sha256: '', ...parts });

test('Only an object is an object', () => {
  expect([{}, { a: 1 }, [], null, 'a', 1, true, undefined].filter(isObject)).toEqual([{}, { a: 1 }]);
});

test.each([
  ['{"a":[1]}', { value: { a: [1] } }],
  ['null', { value: null }],
  ['""', { value: '' }],
  [' 7\n', { value: 7 }],
  ['', undefined],
  ['{"a":1', undefined],
  ['\ufeff{}', undefined],
  [undefined, undefined],
])('The JSON of a body %j is %j', (text, value) => {
  expect(jsonOf(bodyOf(text === undefined ? { base64: 'e30=' } : { text }))).toEqual(value);
});

test('A body is parsed once', () => {
  const body = bodyOf({ text: '{"a":1}' });
  expect(jsonOf(body)).toBe(jsonOf(body));
});

test('The bytes of a body come from its text or its base64', () => {
  expect(bytesOf(bodyOf({ text: '\ufeffé' }))).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0xc3, 0xa9]));
  expect(bytesOf(bodyOf({ base64: '/wA=' }))).toEqual(Buffer.from([0xff, 0x00]));
  expect(bytesOf(bodyOf({}))).toEqual(Buffer.alloc(0));
});

test('A header is found in any case, and its first line counts', () => {
  const headers = [
    ['Request-Id', 'first'],
    ['request-id', 'second'],
  ] as const;
  expect(header(headers, 'REQUEST-ID')).toBe('first');
  expect(header(headers, 'request')).toBeUndefined();
});

test('A walk visits every value once, parents first, in the order of the text', () => {
  expect([...walk({ 'a/b': [1, { '~': null }], c: 'd' })]).toEqual([
    { pointer: '', value: { 'a/b': [1, { '~': null }], c: 'd' } },
    { pointer: '/a~1b', key: 'a/b', value: [1, { '~': null }] },
    { pointer: '/a~1b/0', value: 1 },
    { pointer: '/a~1b/1', value: { '~': null } },
    { pointer: '/a~1b/1/~0', key: '~', value: null },
    { pointer: '/c', key: 'c', value: 'd' },
  ]);
});

test('Every pointer of a walk resolves to its first value, also within strings that hold an object', () => {
  const inStrings = fc.jsonValue().map(value => {
    const held = JSON.stringify({ value });
    return { held, encoded: Buffer.from(held).toString('base64') };
  });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), inStrings), value => {
      const places = Map.groupBy(walk(value as Json), ({ pointer }) => pointer);
      for (const [pointer, [first]] of places) expect(resolvePointer(value as Json, pointer)).toEqual(first?.value);
    }),
  );
  for (const held of ['{"id":7}', Buffer.from('{"id":7}').toString('base64')])
    expect(resolvePointer({ held }, '/held/id')).toBe(7);
});

test('A tree nested as deep as a megabyte allows is walked to where pointers become too long', () => {
  const depth = 250_000;
  const value = JSON.parse(`${'['.repeat(depth)}"leaf"${']'.repeat(depth)}`) as Json;
  const places = [...walk(value)];
  expect(places).toHaveLength(501);
  expect(places.at(-1)?.pointer).toBe('/0'.repeat(500));
});

test('A number of more than 400 characters is its text, and is never converted', () => {
  const value = (number: string) => jsonOf(bodyOf({ text: number }))?.value;
  expect(value('9'.repeat(400))).toBe(BigInt('9'.repeat(400)));
  expect(value('9'.repeat(401))).toBe('9'.repeat(401));
  expect(value(`0.${'3'.repeat(400)}`)).toBe(`0.${'3'.repeat(400)}`);
});

test.each([
  ['', { a: { '': 1 }, b: ['x', 'y'] }],
  ['/a', { '': 1 }],
  ['/a/', 1],
  ['/b/1', 'y'],
  ['/b/2', undefined],
  ['/b/-', undefined],
  ['/b/01', undefined],
  ['/b/1.0', undefined],
  ['/b/length', undefined],
  ['/b/1/length', undefined],
  ['/c/d', undefined],
  ['/toString', undefined],
  ['/__proto__', undefined],
])('The pointer "%s" resolves to %j', (pointer, value) => {
  expect(resolvePointer({ a: { '': 1 }, b: ['x', 'y'] }, pointer)).toEqual(value);
});

test('An escaped name can be restored', () => {
  expect(escapePointer('~1/~0')).toBe('~01~1~00');
  expect(resolvePointer({ '~1': 'right', '/': 'wrong' }, '/~01')).toBe('right');
});

test.each([
  [undefined, 'nothing'],
  [null, 'null'],
  [[1], 'array [1]'],
  [100.5, 'number 100.5'],
  ['a', 'string "a"'],
  [{ a: 1 }, 'object {"a":1}'],
  ['x'.repeat(78), `string "${'x'.repeat(78)}"`],
  ['x'.repeat(79), `string "${'x'.repeat(79)}…`],
])('%j is briefly %s', (value, text) => {
  expect(briefly(value)).toBe(text);
});

test('The caller chooses the length', () => {
  expect(briefly('abcdef', 4)).toBe('string "abc…');
});

test.each([
  ['{"a":1,"a":"1"}', [{ a: '1' }, { a: 1 }]],
  ['{"a":{"b":1,"b" : 2},"c":[{"b":3}]}', [2, 1].map(b => ({ a: { b }, c: [{ b: 3 }] }))],
  ['[{"a":null,"\\u0061":"a","a":3}]', [[{ a: 3 }], [{ a: null }]]],
  ['{"a":1,"a":1}', [{ a: 1 }]],
  ['{"a":"\\"a\\":1","b":["a","a"],"A":"{\\"b\\":2}"}', [{ a: '"a":1', b: ['a', 'a'], A: '{"b":2}' }]],
  ['{"a":1', []],
  ['', []],
])('Parsers may read %s as %j', (text, values) => {
  expect(readingsOf(bodyOf({ text }))).toEqual(values);
});

test('A body without repeated names has one reading, whatever it holds', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      const body = bodyOf({ text });
      expect(readingsOf(body)).toEqual([jsonOf(body)?.value]);
    }),
  );
});
