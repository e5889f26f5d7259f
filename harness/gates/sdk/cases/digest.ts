import { createHash, createHmac } from 'node:crypto';
import { BODY, CURRENT, digest, each, signed, type Table, type Tables } from './draft.ts';

const BASE64 = 'c2VjcmV0LWJ5dGVzLW9mLXRoZS1rZXk=';

/** Secrets that look like something other than text. */
const UNUSUAL = [
  ['base64', 'looks like base64', BASE64],
  ['prefix', 'is base64 with the prefix whsec_', `whsec_${BASE64}`],
  ['hex', 'looks like hex', '00112233445566778899aabbccddeeff'],
  ['blanks', 'has spaces at both ends', ' whsec_blank '],
  ['comma', 'holds a comma', 'whsec_a,b'],
  ['unicode', 'has characters beyond ASCII', 'whsec_sécrèt_🔑'],
  ['block', 'is as long as a block of SHA-256', 'k'.repeat(64)],
  ['long', 'is longer than a block of SHA-256', `whsec_${'k'.repeat(120)}`],
  ['short', 'is one character', 'k'],
] as const;

/** Wrong keys: a title, the receiver's secret, and the key that signs. */
const DERIVED = [
  ['base64-decoded', 'the decoded secret', BASE64, Buffer.from(BASE64, 'base64')],
  ['prefix-stripped', 'the secret without whsec_', 'whsec_gate_current', 'gate_current'],
  ['prefix-stripped-and-decoded', 'the key of Standard Webhooks', `whsec_${BASE64}`, Buffer.from(BASE64, 'base64')],
  ['hex-decoded', 'the secret read as hex', '00112233', Buffer.from('00112233', 'hex')],
  ['trimmed', 'the secret without its spaces', ' whsec_blank ', 'whsec_blank'],
  ['untrimmed', 'the secret and a line feed', 'whsec_line', 'whsec_line\n'],
  ['cut-at-a-block', 'the first 64 bytes of a longer secret', 'k'.repeat(65), 'k'.repeat(64)],
  ['latin-1', 'the secret in Latin-1', 'whsec_é', Buffer.from('whsec_é', 'latin1')],
  ['other-case', 'the secret in upper case', 'whsec_case', 'WHSEC_CASE'],
] as const;

/** The key is the secret's text, unchanged. */
const secretsCases: Table['cases'] = ({ accept, reject, T }) => [
  accept(
    'its text, in UTF-8, is the key',
    each(UNUSUAL, ([name, title, secret]) => [
      name,
      [`the secret ${title}`, signed(T, BODY, secret), { secrets: [secret] }],
    ]),
  ),
  reject(
    'signature-mismatch',
    'the key is the whole text of the secret, unchanged and in UTF-8',
    each(DERIVED, ([name, title, known, key]) => [
      name,
      [`signed under ${title}`, signed(T, BODY, key), { secrets: [known] }],
    ]),
  ),
];

type Parts = readonly (string | Buffer)[];
const joined = (parts: Parts) => Buffer.concat(parts.map(part => Buffer.from(part)));
const hmac = (algorithm: string, ...parts: Parts) => createHmac(algorithm, CURRENT).update(joined(parts)).digest('hex');
const sha256 = (...parts: Parts) => createHash('sha256').update(joined(parts)).digest('hex');

/** Digests of other schemes, and headers in other forms. */
const schemesCases: Table['cases'] = ({ GOOD, NOW, reject, T }) => {
  const right = Buffer.from(GOOD, 'hex');
  const flipped = (digit: string, bits: number) => String.fromCharCode(digit.charCodeAt(0) ^ bits);
  const other = (digit = '') => (digit === 'f' ? '0' : 'f');
  /** What senders of other schemes, or incorrect senders of this one, put into `v1`. */
  const wrongDigests = [
    ['sha-1', 'HMAC-SHA1', hmac('sha1', `${T}.`, BODY)],
    ['sha-512', 'HMAC-SHA512', hmac('sha512', `${T}.`, BODY)],
    ['sha-512-cut', 'HMAC-SHA512 cut to 64 characters', hmac('sha512', `${T}.`, BODY).slice(0, 64)],
    ['base64url', 'the digest in base64url', right.toString('base64url')],
    ['body-alone', 'a digest over only the body', hmac('sha256', BODY)],
    ['no-dot', 'a digest without the dot', hmac('sha256', T, BODY)],
    ['comma', 'a digest with a comma for the dot', hmac('sha256', `${T},`, BODY)],
    ['colon', 'a digest with a colon for the dot', hmac('sha256', `${T}:`, BODY)],
    ['body-first', 'a digest over the body, a dot and t', hmac('sha256', BODY, `.${T}`)],
    ['with-id', 'a digest over an id, t and the body', hmac('sha256', `evt_7Qm2.${T}.`, BODY)],
    ['t-alone', 'a digest over only t', hmac('sha256', `${T}.`)],
    ['unkeyed', 'a hash without a key', sha256(`${T}.`, BODY)],
    ['key-before', 'a hash over the secret and the message', sha256(CURRENT, `${T}.`, BODY)],
    ['key-behind', 'a hash over the message and the secret', sha256(`${T}.`, BODY, CURRENT)],
    ['swapped', 'key and message swapped', createHmac('sha256', BODY).update(`${T}.${CURRENT}`).digest('hex')],
    ['ms', 'a digest over t in milliseconds', digest(CURRENT, `${T}000`)],
    ['first-digit', 'a digest with another first digit', other(GOOD[0]) + GOOD.slice(1)],
    ...[8, 16, 32, 48].map(
      place =>
        [
          `digit-${place + 1}`,
          `a digest with another digit in place ${place + 1}`,
          GOOD.slice(0, place) + other(GOOD[place]) + GOOD.slice(place + 1),
        ] as const,
    ),
    ['letters', 'a digest with q to v in place of a to f', GOOD.replace(/[a-f]/g, one => flipped(one, 16))],
    ['line-feed', 'a digest whose last digit differs by a line feed', GOOD.slice(0, -1) + flipped(GOOD.slice(-1), 10)],
    ['last-digit', 'a digest with another last digit', GOOD.slice(0, -1) + other(GOOD.at(-1))],
    ['neighbour', 'a digest over t a second before', digest(CURRENT, String(NOW - 1))],
  ] as const;
  return [
    reject(
      'signature-mismatch',
      'rule 2 says what is computed, and how',
      each(wrongDigests, ([name, title, value]) => [name, [title, `t=${T},v1=${value}`]]),
    ),
    reject('no-header', 'an unsigned delivery is not to be acted on', {
      'no-header': ['no header', null],
      'empty-header': ['an empty header', ''],
    }),
    reject('no-timestamp', 'no pair in it is named t; nor may it throw', {
      'blank-header': ['a header of spaces', '  '],
      'bare-digest': ['only the digest', GOOD],
      github: ['a header as GitHub writes it', `sha256=${hmac('sha256', BODY)}`],
      'standard-webhooks': ['a header as Standard Webhooks writes it', `v1,${right.toString('base64')}`],
      json: ['a header in JSON', JSON.stringify({ t: T, v1: GOOD })],
      colons: ['names and values separated by colons', `t:${T},v1:${GOOD}`],
      'percent-encoded': ['the header percent-encoded', encodeURIComponent(signed(T))],
      positional: ['the right values under other names', `zz=${T},yy=${GOOD}`],
      noise: ['arbitrary bytes', '\u0001\u00ff=\u0080,,=\u00fe,\u007f'],
    }),
    reject('malformed-timestamp', 'pairs are separated by commas', {
      semicolons: ['pairs separated by semicolons', `t=${T};v1=${GOOD}`],
      ampersands: ['pairs as in a form', `t=${T}&v1=${GOOD}`],
      'blank-separated': ['pairs separated by spaces', `t=${T} v1=${GOOD}`],
    }),
  ];
};

/** Positions of digest bytes below 16. Their hex starts with a zero, which careless conversions drop. */
const LOW_BYTES = [
  ['none', 'no byte below 16', []],
  ['first', 'a first byte below 16', [0]],
  ['inner', 'an inner byte below 16', [16]],
  ['last', 'a last byte below 16', [31]],
] as const;

/** Rule 2: the digest is hex, two digits per byte. Bodies are chosen for the bytes of their digest. */
const digestBytesCases: Table['cases'] = ({ accept, T }) => [
  accept(
    'the digest is 64 hex digits, two for each byte',
    each(LOW_BYTES, ([name, title, places]) => {
      const body = bodyWithLowBytes(T, places);
      return [name, [`the digest has ${title}`, signed(T, body), { body }]];
    }),
  ),
];

/** Searches for a body whose digest has bytes below 16 in exactly these positions. About one in a few hundred has. */
function bodyWithLowBytes(t: string, places: readonly number[]): Buffer {
  for (let number = 0; ; number++) {
    const body = Buffer.from(`{"id":"evt_${number}"}`);
    const low = [...Buffer.from(digest(CURRENT, t, body), 'hex')].flatMap((byte, place) => (byte < 16 ? [place] : []));
    if (low.join() === places.join()) return body;
  }
}

/** Cases about the digest: its key, its scheme and its notation. */
export const DIGEST_TABLES: Tables = {
  secrets: { requirement: 'signature.hmac', cases: secretsCases },
  schemes: { requirement: 'signature.hmac', cases: schemesCases },
  'digest-bytes': { requirement: 'signature.hmac', cases: digestBytesCases },
};
