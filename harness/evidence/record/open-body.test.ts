import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MOST_KEPT, openBody } from './keep-body.ts';

const MIB = 1024 * 1024;
const LONG = JSON.stringify({ filler: 'x'.repeat(MIB), id: 'evt_1' });

test.each([
  ['as it is', Buffer.from(LONG), []],
  ['in gzip', gzipSync(LONG), [['Content-Encoding', 'gzip']]],
] as const)('A body above 1 MiB %s is parsed only where its sender is known', (_, bytes, headers) => {
  expect(openBody(bytes, headers, false).text).toBe(LONG.slice(0, MOST_KEPT));
  expect(JSON.parse(openBody(bytes, headers, true).text)).toMatchObject({ id: 'evt_1' });
});

test('A shortened body keeps a long number as its text, and a shorter one exactly', () => {
  const text = `{"a":${'9'.repeat(500)},"b":-12345678901234567890,"c":"12345678901234567890","d":${'1,'.repeat(3)}`;
  const body = Buffer.from(`${text.slice(0, -6)}[${'1,'.repeat(MIB)}0.5]}`);
  expect(openBody(body, [], true).text).toBe(
    `{"a":"${'9'.repeat(500)}","b":-12345678901234567890,"c":"12345678901234567890","d":[${'1,'.repeat(99)}1]}`,
  );
});
