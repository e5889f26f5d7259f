import { createHash, createHmac } from 'node:crypto';
import { BODY, CURRENT, digest, each, signed, type Table } from './draft.ts';

const UNSIGNED = 'an unsigned delivery is not to be acted on';
const COMMAS = 'pairs are separated by commas';

const hmac = (algorithm: string, ...parts: readonly (string | Buffer)[]) =>
  createHmac(algorithm, CURRENT)
    .update(Buffer.concat(parts.map(part => Buffer.from(part))))
    .digest('hex');
const sha256 = (...parts: readonly (string | Buffer)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map(part => Buffer.from(part))))
    .digest('hex');

/** Digests of other schemes, and headers of other forms. */
export const schemesCases: Table = ({ GOOD, NOW, reject, T }) => {
  const right = Buffer.from(GOOD, 'hex');
  const other = (digit = '') => (digit === 'f' ? '0' : 'f');
  /** What senders of other schemes, and mistaken ones of this scheme, put into `v1`. */
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
    ['last-digit', 'a digest with another last digit', GOOD.slice(0, -1) + other(GOOD.at(-1))],
    ['neighbour', 'a digest over t a second before', digest(CURRENT, String(NOW - 1))],
  ] as const;
  return [
    reject(
      'signature-mismatch',
      'rule 2 says what is computed, and how',
      each(wrongDigests, ([name, title, value]) => [name, [title, `t=${T},v1=${value}`]]),
    ),
    reject('no-header', UNSIGNED, {
      'no-header': ['no header', null],
      'empty-header': ['an empty header', ''],
    }),
    reject('no-timestamp', 'it has no pairs', {
      'blank-header': ['a header of spaces', '  '],
      'bare-digest': ['only the digest', GOOD],
    }),
    reject('no-timestamp', 'another scheme', {
      github: ['a header as GitHub writes it', `sha256=${hmac('sha256', BODY)}`],
      'standard-webhooks': ['a header as Standard Webhooks writes it', `v1,${right.toString('base64')}`],
    }),
    reject('no-timestamp', 'it has no pairs', { json: ['a header in JSON', JSON.stringify({ t: T, v1: GOOD })] }),
    reject('malformed-timestamp', COMMAS, {
      semicolons: ['pairs separated by semicolons', `t=${T};v1=${GOOD}`],
      ampersands: ['pairs as in a form', `t=${T}&v1=${GOOD}`],
      'blank-separated': ['pairs separated by spaces', `t=${T} v1=${GOOD}`],
    }),
    reject('no-timestamp', 'pairs are k=v', { colons: ['names and values separated by colons', `t:${T},v1:${GOOD}`] }),
    reject('no-timestamp', 'the header is taken as it stands', {
      'percent-encoded': ['the header percent-encoded', encodeURIComponent(signed(T))],
    }),
    reject('no-timestamp', 'WorkOS goes by position and ignores names', {
      positional: ['the right values under other names', `zz=${T},yy=${GOOD}`],
    }),
    reject('no-timestamp', 'nothing in it is t; nor may it throw', {
      noise: ['arbitrary bytes', '\u0001\u00ff=\u0080,,=\u00fe,\u007f'],
    }),
  ];
};
