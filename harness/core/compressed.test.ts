import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { replaceCompressed } from './compressed.ts';

const packed = (text: string) => gzipSync(text).toString('base64').replace(/=+$/, '');
const LONG = 'what is inside, and a little more so that it is long enough';

test('Each run of gzip in base64 is replaced, or left as it is', () => {
  const seen: string[] = [];
  const text = `{"a":"${packed(LONG)}","b":"${packed(LONG.toUpperCase())}"}`;
  const replaced = replaceCompressed(text, plain => {
    seen.push(plain);
    return plain === LONG ? '!' : undefined;
  });
  expect(seen).toEqual([LONG, LONG.toUpperCase()]);
  expect(replaced).toBe(`{"a":"!","b":"${packed(LONG.toUpperCase())}"}`);
});

test('A run without its end is decompressed as far as possible', () => {
  const text = packed(Array.from({ length: 5_000 }, (_, nth) => `secret ${nth}`).join()).slice(0, 2_000);
  expect(replaceCompressed(text, plain => (plain.startsWith('secret 0,') ? '!' : undefined))).toBe('!');
});

test.each(['H4sIAAAAAAAA', `H4sI${'A'.repeat(100)}`, 'no run'])('%.12s is left as it is', text => {
  expect(replaceCompressed(text, () => '!')).toBe(text);
});

test('After a run that is too long, no other is decompressed', () => {
  const bomb = packed('a'.repeat(2 * 1024 * 1024));
  const text = `${bomb} ${packed(LONG)}`;
  expect(replaceCompressed(text, () => '!')).toBe(text);
  expect(replaceCompressed(`${packed(LONG)} ${bomb}`, () => '!')).toBe(`! ${bomb}`);
});
