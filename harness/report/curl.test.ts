import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Exchange } from '../evidence/evidence.ts';
import { curlOf } from './curl.ts';
import { body } from './testing/fixture.ts';
import { HOSTILE } from './testing/hostile.ts';

/** What cURL would be called with, and what it would read from standard input, after a POSIX shell read the command. */
function pasted(request: Exchange['request']): { words: string[]; input: Buffer } {
  const shell = 'curl() { for word in "$@"; do printf "%s\\0" "$word"; done; printf "\\0"; test -t 0 || cat; }\n';
  const { stdout, stderr } = spawnSync('sh', ['-c', shell + curlOf({ request })], {
    env: { API_KEY: 'sk_test_1', PATH: process.env.PATH },
    input: '',
  });
  expect(stderr.toString()).toBe('');
  const end = stdout.indexOf('\0\0');
  return { words: stdout.subarray(0, end).toString().split('\0'), input: stdout.subarray(end + 2) };
}

const url = "https://sandbox.invalid/v1/x?a='b'&c=$(id)";

test('A shell passes every word as recorded, and the key from the environment', () => {
  const text = `{"it's": "$HOME \`id\` \\"x\\"\n"}`;
  const { words } = pasted({
    method: 'POST',
    url,
    headers: [
      ['X-API-Key', '[redacted API_KEY]'],
      ['Content-Type', 'application/json'],
      ['Content-Length', '20'],
      ['X-Empty', ''],
    ],
    body: body(text),
  });
  expect(words).toEqual([
    ...['--include', '--request', 'POST', url],
    ...['--header', 'X-API-Key: sk_test_1', '--header', 'Content-Type: application/json', '--header', 'X-Empty;'],
    ...['--data-raw', text],
  ]);
});

test('A GET has neither a method option nor a body, and brackets in a URL are literal', () => {
  const { words } = pasted({ method: 'GET', url: 'https://sandbox.invalid/a/../x?id=[1]', headers: [] });
  expect(words).toEqual(['--include', '--globoff', '--path-as-is', 'https://sandbox.invalid/a/../x?id=[1]']);
});

test('A body with invisible characters is sent from base64, byte for byte', () => {
  for (const content of [Buffer.from([0xff, 0x00, 0x27]), HOSTILE.toWellFormed()]) {
    const { words, input } = pasted({ method: 'PUT', url, headers: [], body: body(content) });
    expect(words.slice(-4)).toEqual(['--header', 'Content-Type:', '--data-binary', '@-']);
    expect(input.equals(Buffer.from(content))).toBe(true);
  }
});

test('The command holds no invisible characters', () => {
  const request = { method: 'GET', url: `https://sandbox.invalid/${HOSTILE}`, headers: [['X-Evil', HOSTILE]] } as const;
  expect(curlOf({ request })).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
  expect(pasted(request).words).toHaveLength(5);
});
