import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LARGEST_DECODED, undoCodings } from './content-coding.ts';

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
