import { createHash, createHmac } from 'node:crypto';
import type { SignatureCase } from '../signature-case.ts';
import { BODY, CURRENT, type Draft, digest, signed } from './draft.ts';

/** Digests of other schemes, and headers of other forms. */
export function schemesCases({ GOOD, NOW, reject, T }: Draft): readonly SignatureCase[] {
  const hmac = (algorithm: string, ...parts: readonly (string | Buffer)[]) => {
    const mac = createHmac(algorithm, CURRENT);
    for (const part of parts) mac.update(part);
    return mac.digest();
  };
  const sha256 = (...parts: readonly (string | Buffer)[]) => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest('hex');
  };
  const right = Buffer.from(GOOD, 'hex');
  const other = (digit = '') => (digit === 'f' ? '0' : 'f');

  /** What senders of other schemes, and mistaken ones of this, put into `v1`. */
  const WRONG_DIGESTS = [
    ['sha-1', 'HMAC-SHA1', hmac('sha1', `${T}.`, BODY).toString('hex')],
    ['sha-512', 'HMAC-SHA512', hmac('sha512', `${T}.`, BODY).toString('hex')],
    ['sha-512-cut', 'HMAC-SHA512 cut to 64 characters', hmac('sha512', `${T}.`, BODY).toString('hex').slice(0, 64)],
    ['base64url', 'the digest in base64url', right.toString('base64url')],
    ['body-alone', 'a digest over the body alone', hmac('sha256', BODY).toString('hex')],
    ['no-dot', 'a digest without the dot', hmac('sha256', T, BODY).toString('hex')],
    ['comma', 'a digest with a comma for the dot', hmac('sha256', `${T},`, BODY).toString('hex')],
    ['colon', 'a digest with a colon for the dot', hmac('sha256', `${T}:`, BODY).toString('hex')],
    ['body-first', 'a digest over the body, a dot and t', hmac('sha256', BODY, `.${T}`).toString('hex')],
    ['with-id', 'a digest over an id, t and the body', hmac('sha256', `evt_7Qm2.${T}.`, BODY).toString('hex')],
    ['t-alone', 'a digest over t alone', hmac('sha256', `${T}.`).toString('hex')],
    ['unkeyed', 'a hash without a key', sha256(`${T}.`, BODY)],
    ['key-before', 'a hash over the secret and the message', sha256(CURRENT, `${T}.`, BODY)],
    ['key-behind', 'a hash over the message and the secret', sha256(`${T}.`, BODY, CURRENT)],
    ['swapped', 'key and message changed round', createHmac('sha256', BODY).update(`${T}.${CURRENT}`).digest('hex')],
    ['ms', 'a digest over t in milliseconds', digest(CURRENT, `${T}000`, BODY)],
    ['first-digit', 'a digest of which the first digit is another', other(GOOD[0]) + GOOD.slice(1)],
    ['last-digit', 'a digest of which the last digit is another', GOOD.slice(0, -1) + other(GOOD.at(-1))],
    ['neighbour', 'a digest over t a second before', digest(CURRENT, String(NOW - 1), BODY)],
  ] as const;
  return [
    ...WRONG_DIGESTS.map(([name, title, value]) =>
      reject(
        `schemes/${name}`,
        title,
        `t=${T},v1=${value}`,
        'signature-mismatch',
        'rule 2 says what is computed, and how',
      ),
    ),
    reject('schemes/no-header', 'no header', null, 'no-header', 'an unsigned delivery is not to be acted on'),
    reject('schemes/empty-header', 'an empty header', '', 'no-header', 'an unsigned delivery is not to be acted on'),
    reject('schemes/blank-header', 'a header of blanks', '  ', 'no-timestamp', 'no pairs'),
    reject('schemes/bare-digest', 'the digest alone', GOOD, 'no-timestamp', 'no pairs'),
    reject(
      'schemes/github',
      'a header as GitHub writes it',
      `sha256=${hmac('sha256', BODY).toString('hex')}`,
      'no-timestamp',
      'another scheme',
    ),
    reject(
      'schemes/standard-webhooks',
      'a header as Standard Webhooks writes it',
      `v1,${right.toString('base64')}`,
      'no-timestamp',
      'another scheme',
    ),
    reject('schemes/json', 'a header in JSON', JSON.stringify({ t: T, v1: GOOD }), 'no-timestamp', 'no pairs'),
    reject(
      'schemes/semicolons',
      'pairs separated by semicolons',
      `t=${T};v1=${GOOD}`,
      'malformed-timestamp',
      'pairs are separated by commas',
    ),
    reject(
      'schemes/ampersands',
      'pairs as in a form',
      `t=${T}&v1=${GOOD}`,
      'malformed-timestamp',
      'pairs are separated by commas',
    ),
    reject(
      'schemes/blank-separated',
      'pairs separated by blanks',
      `t=${T} v1=${GOOD}`,
      'malformed-timestamp',
      'pairs are separated by commas',
    ),
    reject(
      'schemes/colons',
      'names and values separated by colons',
      `t:${T},v1:${GOOD}`,
      'no-timestamp',
      'pairs are k=v',
    ),
    reject(
      'schemes/percent-encoded',
      'the header percent-encoded',
      encodeURIComponent(signed(T)),
      'no-timestamp',
      'it is taken as it stands',
    ),
    reject(
      'schemes/positional',
      'the right values under other names',
      `zz=${T},yy=${GOOD}`,
      'no-timestamp',
      'WorkOS goes by place and ignores names',
    ),
    reject(
      'schemes/noise',
      'bytes at random',
      '\u0000\u00ff=\u0080,,=\u00fe,\u007f'.replace('\u0000', '\u0001'),
      'no-timestamp',
      'nothing in it is t; nor may it throw',
    ),
  ];
}
