import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import { keepBody, LARGEST_DECODED, MOST_KEPT, openBody, undoCodings } from './keep-body.ts';

test('A body up to the limit is kept as it is', () => {
  for (const text of ['', '{"a": 1}', `"${'x'.repeat(MOST_KEPT - 2)}"`, 'x'.repeat(MOST_KEPT)])
    expect(keepBody(text)).toEqual({ text, cut: 0 });
});

test('A longer text that is not JSON keeps its beginning', () => {
  const text = 'abc'.repeat(MOST_KEPT);
  expect(keepBody(text)).toEqual({ text: text.slice(0, MOST_KEPT), cut: 2 * MOST_KEPT });
});

const LONG = 'x'.repeat(2 * MOST_KEPT);

test.each<[string, Json]>([
  ['a long string', LONG],
  ['many strings', Array(1_000).fill('x'.repeat(1_000))],
  ['many numbers', Array(300_000).fill(1)],
  ['many members', Object.fromEntries(Array.from({ length: 100_000 }, (_, nth) => [`k${nth}`, nth]))],
  ['a long name', { [LONG]: 1 }],
  ['objects below each other', nested(2_000)],
  ['members of special names', { __proto__: 1, constructor: LONG, toString: [LONG] } as Json],
])('Longer JSON stays JSON and keeps the values near its root: beside %s', (_, filler) => {
  const data = '{"order":{"id":"co_1","at":1234567890123456789}}';
  const text = `{"filler":${JSON.stringify(filler)},"data":${data},"amount":"100.00"}`;
  const kept = keepBody(text.padEnd(MOST_KEPT + 1));
  expect(kept.text.length).toBeLessThanOrEqual(MOST_KEPT);
  expect(kept.cut).toBe(Math.max(text.length, MOST_KEPT + 1) - kept.text.length);
  expect(kept.text).toContain('"order":{"id":"co_1","at":1234567890123456789}');
  expect(JSON.parse(kept.text)).toMatchObject({ amount: '100.00' });
});

test('JSON of a hundred thousand levels keeps the values near its root', () => {
  const text = `{"filler":${'['.repeat(200_000)}${']'.repeat(200_000)},"id":"co_1"}`;
  expect(JSON.parse(keepBody(text).text)).toMatchObject({ id: 'co_1' });
});

function nested(depth: number): Json {
  let value: Json = LONG;
  for (let level = 0; level < depth; level++) value = { a: value, b: 'x'.repeat(500) };
  return value;
}

const TEXT = JSON.stringify({ id: 'evt_1', list: Array.from({ length: 400 }, (_, index) => `item ${index * 7919}`) });
const PLAIN = Buffer.from(TEXT);

const CODED: readonly (readonly [header: string, bytes: Buffer, coding: string])[] = [
  ['gzip', gzipSync(PLAIN), 'gzip'],
  ['X-GZIP', gzipSync(PLAIN), 'x-gzip'],
  [' gzip ', gzipSync(PLAIN), 'gzip'],
  ['deflate', deflateSync(PLAIN), 'deflate'],
  ['deflate', deflateRawSync(PLAIN), 'deflate'],
  ['br', brotliCompressSync(PLAIN), 'br'],
  ['zstd', zstdCompressSync(PLAIN), 'zstd'],
  ['identity, gzip', gzipSync(PLAIN), 'gzip'],
  ['gzip,br', brotliCompressSync(gzipSync(PLAIN)), 'gzip, br'],
];

test.each(CODED)('Undoes the coding "%s"', (header, bytes, coding) => {
  const opened = undoCodings(bytes, header);
  expect({ ...opened, plain: opened.plain.toString() }).toEqual({ coding, plain: TEXT, whole: true });
});

test.each([undefined, '', 'identity', ' , ', 'compress', 'aes128gcm', 'gzip, compress', '__proto__'])(
  'under "%s" bytes stay as they are',
  header => {
    const bytes = gzipSync(PLAIN);
    expect(undoCodings(bytes, header)).toEqual({ plain: bytes, whole: true });
  },
);

test('An empty body stays empty under any coding', () => {
  expect(undoCodings(Buffer.alloc(0), 'gzip')).toEqual({ plain: Buffer.alloc(0), whole: true });
});

test.each(CODED.filter(([header]) => !header.includes(',')))(
  'Broken bytes of a coding cut off, %s gives what came before',
  (header, bytes) => {
    const { plain, whole } = undoCodings(bytes.subarray(0, bytes.length - 20), header);
    expect(whole).toBe(false);
    expect(TEXT.startsWith(plain.toString())).toBe(true);
    if (header !== 'zstd') expect(plain.length).toBeGreaterThan(100);
  },
);

test('Bytes of a coding that are plain text stay as they are, so that they are redacted', () => {
  expect(undoCodings(PLAIN, 'gzip')).toEqual({ plain: PLAIN, whole: true });
});

test.each([
  ['gzip', gzipSync],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['zstd', zstdCompressSync],
] as const)('Broken bytes of a coding that decode to too much (%s) are not decoded', (coding, compress) => {
  const bomb = compress(Buffer.alloc(64 * 1024 * 1024));
  expect(undoCodings(bomb, coding)).toEqual({ coding, plain: Buffer.alloc(0), whole: false, tooLarge: true });
  expect(undoCodings(compress(Buffer.alloc(LARGEST_DECODED)), coding).plain).toHaveLength(LARGEST_DECODED);
});

test('Broken bytes stay as they are under more codings than anybody uses', () => {
  const bytes = gzipSync('{}');
  expect(undoCodings(bytes, 'gzip, '.repeat(9_000))).toEqual({ plain: bytes, whole: true });
});

test('Broken bytes of a coding never throw', () => {
  const names = fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'gzip, br');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), names, (bytes, name) => {
      expect(undoCodings(Buffer.from(bytes), name).plain).toBeInstanceOf(Buffer);
    }),
  );
});

const MIB = 1024 * 1024;
const LONG_JSON = JSON.stringify({ filler: 'x'.repeat(MIB), id: 'evt_1' });

test.each([
  ['as it is', Buffer.from(LONG_JSON), []],
  ['in gzip', gzipSync(LONG_JSON), [['Content-Encoding', 'gzip']]],
] as const)('A body above 1 MiB %s is parsed only where its sender is known', (_, bytes, headers) => {
  expect(openBody(bytes, headers, false).text).toBe(LONG_JSON.slice(0, MOST_KEPT));
  expect(JSON.parse(openBody(bytes, headers, true).text)).toMatchObject({ id: 'evt_1' });
});

test('A shortened body keeps a long number as its text, and a shorter one exactly', () => {
  const text = `{"a":${'9'.repeat(500)},"b":-12345678901234567890,"c":"12345678901234567890","d":${'1,'.repeat(3)}`;
  const body = Buffer.from(`${text.slice(0, -6)}[${'1,'.repeat(MIB)}0.5]}`);
  expect(openBody(body, [], true).text).toBe(
    `{"a":"${'9'.repeat(500)}","b":-12345678901234567890,"c":"12345678901234567890","d":[${'1,'.repeat(99)}1]}`,
  );
});
