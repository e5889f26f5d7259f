import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { undoCodings } from './content-coding.ts';

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

describe('Broken bytes of a coding', () => {
  test.each(CODED.filter(([header]) => !header.includes(',')))(
    'cut off, %s gives what came before',
    (header, bytes) => {
      const { plain, whole } = undoCodings(bytes.subarray(0, bytes.length - 20), header);
      expect(whole).toBe(false);
      expect(TEXT.startsWith(plain.toString())).toBe(true);
      if (header !== 'zstd') expect(plain.length).toBeGreaterThan(100);
    },
  );

  test('with a wrong checksum give everything before it', () => {
    const bytes = gzipSync(PLAIN);
    bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 1;
    const { plain, whole } = undoCodings(bytes, 'gzip');
    expect([plain.toString(), whole]).toEqual([TEXT, false]);
  });

  test('that are not encoded at all give nothing', () => {
    expect(undoCodings(PLAIN, 'gzip')).toEqual({ coding: 'gzip', plain: Buffer.alloc(0), whole: false });
  });

  test('that decode to too much give a part of it', () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, 'a'));
    const { plain, whole } = undoCodings(bomb, 'gzip');
    expect(whole).toBe(false);
    expect(plain.length).toBeGreaterThan(1024 * 1024);
    expect(plain.length).toBeLessThanOrEqual(4 * 1024 * 1024);
  });

  test('never throw', () => {
    const names = fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'gzip, br');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), names, (bytes, name) => {
        expect(undoCodings(Buffer.from(bytes), name).plain).toBeInstanceOf(Buffer);
      }),
    );
  });
});
