import { createHash, createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NearMiss } from '../delivery.ts';
import { nearMissOf } from './near-miss.ts';
import { signatureOf } from './signature-header.ts';

const T = '1700000000';
const SECRET = 'whsec_c2VjcmV0IGtleQ==';
const JSON_BODY = ' {"b": 1, "a": {"z": "é", "y": [true, null]}}\n';
const BODY = Buffer.from(JSON_BODY);

const mac = (key: string | Buffer, message: string | Buffer, algorithm = 'sha256') =>
  createHmac(algorithm, key).update(message);
const hex = (key: string | Buffer, before: string, body: string | Buffer = BODY) =>
  mac(key, Buffer.concat([Buffer.from(before), Buffer.from(body)])).digest('hex');
const of = (digest: string, { t = T, body = BODY, secrets = [SECRET] as readonly string[] } = {}) =>
  nearMissOf([digest], t, body, secrets);

const CASES: readonly (readonly [NearMiss, string, string])[] = [
  ['uppercase-hex', 'the digest in upper case', hex(SECRET, `${T}.`).toUpperCase()],
  ['base64', 'the digest in base64', mac(SECRET, Buffer.concat([Buffer.from(`${T}.`), BODY])).digest('base64')],
  ['base64', 'the digest in base64url', mac(SECRET, Buffer.concat([Buffer.from(`${T}.`), BODY])).digest('base64url')],
  ['reserialised-body', 'compact JSON', hex(SECRET, `${T}.`, '{"b":1,"a":{"z":"é","y":[true,null]}}')],
  ['reserialised-body', 'indented JSON', hex(SECRET, `${T}.`, JSON.stringify(JSON.parse(JSON_BODY), null, 2))],
  [
    'reserialised-body',
    'JSON as Python writes it',
    hex(SECRET, `${T}.`, '{"b": 1, "a": {"z": "\\u00e9", "y": [true, null]}}'),
  ],
  ['reserialised-body', 'JSON with sorted members', hex(SECRET, `${T}.`, '{"a":{"y":[true,null],"z":"é"},"b":1}')],
  ['trimmed-body', 'the body without blanks around it', hex(SECRET, `${T}.`, JSON_BODY.trim())],
  ['bom', 'the body after a byte order mark', hex(SECRET, `${T}.`, `\ufeff${JSON_BODY}`)],
  ['line-feed', 'the body and a line feed', hex(SECRET, `${T}.`, `${JSON_BODY}\n`)],
  ['line-feed', 'the body and CRLF', hex(SECRET, `${T}.`, `${JSON_BODY}\r\n`)],
  ['line-ends', 'the body with CRLF for LF', hex(SECRET, `${T}.`, JSON_BODY.replace('\n', '\r\n'))],
  ['other-encoding', 'the body in Latin-1', hex(SECRET, `${T}.`, Buffer.from(JSON_BODY, 'latin1'))],
  ['other-encoding', 'the body in UTF-8 twice', hex(SECRET, `${T}.`, BODY.toString('latin1'))],
  ['other-encoding', 'the body in ASCII', hex(SECRET, `${T}.`, JSON_BODY.replace('é', '?'))],
  ['normalised-body', 'the body with accents apart', hex(SECRET, `${T}.`, JSON_BODY.normalize('NFD'))],
  ['padded-secret', 'the secret and a line feed', hex(`${SECRET}\n`, `${T}.`)],
  ['body-only', 'the body alone', hex(SECRET, '')],
  ['no-dot', 't and body without a dot', hex(SECRET, T)],
  ['other-separator', 'a comma for the dot', hex(SECRET, `${T},`)],
  ['other-separator', 'a colon for the dot', hex(SECRET, `${T}:`)],
  ['sha1', 'SHA-1', mac(SECRET, Buffer.concat([Buffer.from(`${T}.`), BODY]), 'sha1').digest('hex')],
  ['sha512', 'SHA-512', mac(SECRET, Buffer.concat([Buffer.from(`${T}.`), BODY]), 'sha512').digest('hex')],
  [
    'plain-sha256',
    'SHA-256 with the secret behind',
    createHash('sha256').update(`${T}.`).update(BODY).update(SECRET).digest('hex'),
  ],
  ['plain-sha256', 'SHA-256 without the secret', createHash('sha256').update(`${T}.`).update(BODY).digest('hex')],
  ['bare-secret', 'the secret without its prefix', hex(SECRET.slice(6), `${T}.`)],
  ['decoded-secret', 'the secret without its prefix, from base64', hex('secret key', `${T}.`)],
  ['unpadded-hex', 'bytes without their zeros', hex(SECRET, `${T}.`).replace(/../g, byte => byte.replace(/^0/, ''))],
  ['truncated', 'half of the digest', hex(SECRET, `${T}.`).slice(0, 32)],
  ['truncated', 'the shortest part that counts', hex(SECRET, `${T}.`).slice(0, 8)],
  ['truncated', 'a digest with something behind it', `${hex(SECRET, `${T}.`)}00`],
  ['other-t', 'a second later', hex(SECRET, '1700000001.')],
  ['other-t', 'two seconds earlier', hex(SECRET, '1699999998.')],
  ['other-t', 't in milliseconds', hex(SECRET, '1700000000000.')],
  ['other-t', 'a millisecond of the same second', hex(SECRET, '1700000000417.')],
  ['other-t', 't in microseconds', hex(SECRET, '1700000000000000.')],
  ['other-t', 't in nanoseconds', hex(SECRET, '1700000000000000000.')],
  ['other-t', 't as RFC 3339', hex(SECRET, '2023-11-14T22:13:20Z.')],
  ['other-t', 't as JavaScript writes it', hex(SECRET, '2023-11-14T22:13:20.000Z.')],
];

test.each(CASES)('%s: %s', (name, _, digest) => {
  expect(of(digest)).toBe(name);
  expect(nearMissOf(['0'.repeat(64), digest], T, BODY, ['another', SECRET])).toBe(name);
});

test('The digest of a compressed body that was made before its compression is named before-coding', () => {
  expect(of(hex(SECRET, `${T}.`), { body: gzipSync(BODY) })).toBe('before-coding');
});

test.each([
  ['1700000000123', '1700000000.'],
  ['1700000000123', '2023-11-14T22:13:20.123Z.'],
  ['1700000000123456789', '1700000000123.'],
  ['2023-11-14T22:13:20Z', '1700000000.'],
  ['2023-11-15T00:13:20+02:00', '1700000000000.'],
])('A t of %s that was signed as "%s" is named other-t', (t, signed) => {
  expect(of(hex(SECRET, signed), { t })).toBe('other-t');
});

test.each([
  ['hexadecimal', '736563726574', 'secret'],
  ['base64', 'c2VjcmV0', 'secret'],
])('A secret that the sender decoded from %s is named decoded-secret', (_, secret, key) => {
  expect(of(hex(key, `${T}.`), { secrets: [secret] })).toBe('decoded-secret');
});

test.each([
  ['a digest of something else', hex('unrelated', 'x')],
  ['an empty one', ''],
  ['seven characters of the right one', hex(SECRET, `${T}.`).slice(0, 7)],
  ['the right one itself', signatureOf(T, BODY, SECRET)],
  ['three seconds later', hex(SECRET, '1700000003.')],
  ['the end of the right one', hex(SECRET, `${T}.`).slice(8)],
])('No near miss %s', (_, digest) => {
  expect(of(digest)).toBeUndefined();
});

test('No near miss without candidates or secrets', () => {
  expect(nearMissOf([], T, BODY, [SECRET])).toBeUndefined();
  expect(of(hex(SECRET, ''), { secrets: [] })).toBeUndefined();
});

test.each([' whsec_1', '"whsec_1"', 'whsec_1\n'])(
  'A secret with something around it is named padded-secret: %j',
  secret => {
    expect(of(hex('whsec_1', `${T}.`), { secrets: [secret] })).toBe('padded-secret');
  },
);

test('A byte order mark that was not signed is named bom', () => {
  expect(of(hex(SECRET, `${T}.`), { body: Buffer.from(`\ufeff${JSON_BODY}`) })).toBe('bom');
});

test('A body with invalid UTF-8 that was signed as decoded text is named other-encoding', () => {
  const body = Buffer.concat([BODY, Buffer.from([0xff])]);
  expect(of(hex(SECRET, `${T}.`, Buffer.from(body.toString())), { body })).toBe('other-encoding');
});

test('A body that is not JSON is not re-serialised', () => {
  const body = Buffer.from('{"b":');
  expect(of(hex(SECRET, '', body), { body })).toBe('body-only');
  expect(of(hex(SECRET, `${T}.`, '{}'), { body })).toBeUndefined();
});

test.each([
  ...['', '0', '9'.repeat(16), '9'.repeat(24), '9'.repeat(1000)],
  ...['+1700000000', 'NaN', '-1', '275760-09-13', '\u00e9'],
])('Accepts any t: %s', t => {
  expect(of('0'.repeat(64), { t })).toBeUndefined();
  expect(of(hex(SECRET, ''), { t })).toBe('body-only');
});

test('A body is serialized again if it has at most 64 levels; a deeper one is tried as it is', () => {
  for (const depth of [64, 65]) {
    const body = Buffer.from(`${' ['.repeat(depth)}${']'.repeat(depth)}`);
    const compact = body.toString().replaceAll(' ', '');
    expect(of(hex(SECRET, `${T}.`, compact), { body })).toBe(depth > 64 ? undefined : 'reserialised-body');
    expect(of(hex(SECRET, '', body), { body })).toBe('body-only');
  }
});

test('Never throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.uint8Array(), fc.array(fc.string()), fc.array(fc.string()), (t, bytes, v1, secrets) => {
      expect([undefined, 'truncated']).toContain(nearMissOf(v1, t, Buffer.from(bytes), secrets));
    }),
  );
});
