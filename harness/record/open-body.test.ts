import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { growthOf, LINEAR } from '../testing/growth.ts';
import { MOST_KEPT } from './keep-body.ts';
import { openBody } from './open-body.ts';

const MIB = 1024 * 1024;
const LONG = JSON.stringify({ filler: 'x'.repeat(MIB), id: 'evt_1' });

test.each([
  ['as it is', Buffer.from(LONG), []],
  ['in gzip', gzipSync(LONG), [['Content-Encoding', 'gzip']]],
] as const)('A body above 1 MiB %s is parsed only where its sender is known', (_, bytes, headers) => {
  expect(openBody(bytes, headers, false).text).toBe(LONG.slice(0, MOST_KEPT));
  expect(JSON.parse(openBody(bytes, headers, true).text)).toMatchObject({ id: 'evt_1' });
});

test('A long number is kept as its text where a long body is cut, and a shorter one exactly', () => {
  const text = `{"a":${'9'.repeat(500)},"b":-12345678901234567890,"c":"12345678901234567890","d":${'1,'.repeat(3)}`;
  const body = Buffer.from(`${text.slice(0, -6)}[${'1,'.repeat(MIB)}0.5]}`);
  expect(openBody(body, [], true).text).toBe(
    `{"a":"${'9'.repeat(500)}","b":-12345678901234567890,"c":"12345678901234567890","d":[${'1,'.repeat(99)}1]}`,
  );
});

describe('The time to open a body that is parsed grows linearly with', () => {
  test.each<[string, (size: number) => string]>([
    ['the digits of a number', size => `{"a":${'9'.repeat(size)}}`],
    ['the digits of a fraction', size => `{"a":0.${'9'.repeat(size)}}`],
    ['its long numbers', size => `[${'12345678901234567890,'.repeat(size / 21)}1]`],
    ['its small numbers', size => `[${'1,'.repeat(size / 2)}12345678901234567890]`],
    ['its depth', size => '['.repeat(size / 2) + ']'.repeat(size / 2)],
    ['its members', size => `{${Array.from({ length: size / 10 }, (_, nth) => `"k${nth}":1`)}}`],
    ['its repeated members', size => `{${'"a":1,'.repeat(size / 6)}"a":2}`],
    ['its escapes', size => `{"a":"${'\\u0041'.repeat(size / 6)}"}`],
    ['its backslashes', size => `{"a":"${'\\\\'.repeat(size / 2)}"}`],
    ['its objects', size => `[${'{},'.repeat(size / 3)}{}]`],
    ['what is no JSON', size => '-'.repeat(size)],
  ])('%s', (_, text) => {
    expect(growthOf(size => openBody(Buffer.from(text(size)), [], true), 300_000)).toBeLessThan(LINEAR);
  });
});
