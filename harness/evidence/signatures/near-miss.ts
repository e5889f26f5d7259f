import { type BinaryToTextEncoding, createHash, createHmac } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { attempted } from '../../base/errors.ts';
import { formatTimestamp, TIMESTAMP_UNITS, timestampNanoseconds } from '../../base/timestamp.ts';
import type { NearMiss } from '../delivery.ts';
import { COMPACT_REWRITERS, INDENTED_REWRITERS, SPACED_REWRITERS } from './rewritten-json.ts';

const BOM = Buffer.from('\ufeff');
/** The longest body, in bytes, for which rules are guessed. */
const LONGEST_GUESSED = 512 * 1024;

/** What senders have signed instead of the raw body. */
const OTHER_BODIES: readonly (readonly [NearMiss, (body: Buffer) => Buffer | undefined])[] = [
  // Must precede the serializers, which also remove it.
  ['bom', body => (BOM.equals(body.subarray(0, BOM.length)) ? body.subarray(BOM.length) : Buffer.concat([BOM, body]))],
  ['line-feed', body => Buffer.concat([body, Buffer.from('\n')])],
  ['line-feed', body => Buffer.concat([body, Buffer.from('\r\n')])],
  ['line-ends', body => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')],
  ['line-ends', body => Buffer.from(body.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1')],
  // Must precede everything that reads the body as text. Invalid UTF-8 is replaced.
  ['other-encoding', body => Buffer.from(body.toString('utf8'))],
  ['trimmed-body', body => Buffer.from(body.toString('utf8').trim())],
  ...[...COMPACT_REWRITERS, ...SPACED_REWRITERS, ...INDENTED_REWRITERS]
    .flatMap(({ inOrder, sorted }) => [inOrder, sorted])
    .map(rewrite => ['reserialised-body', rewrite] as const),
  ['other-encoding', body => Buffer.from(body.toString('utf8'), 'latin1')],
  ['other-encoding', body => Buffer.from(body.toString('latin1'), 'utf8')],
  ['other-encoding', body => Buffer.from(body.toString('utf8').replace(/[^\x00-\x7f]/g, '?'))],
  ['normalised-body', body => Buffer.from(body.toString('utf8').normalize('NFC'))],
  ['normalised-body', body => Buffer.from(body.toString('utf8').normalize('NFD'))],
  ['before-coding', body => attempted(() => gunzipSync(body, { maxOutputLength: LONGEST_GUESSED }))],
];

type Digest = (secret: string, t: string, body: Buffer) => string;

/** Known mistakes of senders: what they signed, and how they wrote the digest. */
const GUESSES: readonly (readonly [NearMiss, Digest])[] = [
  ['uppercase-hex', (secret, t, body) => digest(secret, `${t}.`, body).toUpperCase()],
  ['unpadded-hex', (secret, t, body) => digest(secret, `${t}.`, body).replace(/^0+/, '')],
  // Each byte without its leading zero.
  ['unpadded-hex', (secret, t, body) => digest(secret, `${t}.`, body).replace(/0(.)|(..)/g, '$1$2')],
  ['base64', (secret, t, body) => digest(secret, `${t}.`, body, 'base64')],
  ['base64', (secret, t, body) => digest(secret, `${t}.`, body, 'base64url')],
  ...OTHER_BODIES.map(([miss, other]): readonly [NearMiss, Digest] => [
    miss,
    (secret, t, body) => digest(secret, `${t}.`, other(body) ?? body),
  ]),
  ['body-only', (secret, _t, body) => digest(secret, '', body)],
  ['no-dot', (secret, t, body) => digest(secret, t, body)],
  ['other-separator', (secret, t, body) => digest(secret, `${t},`, body)],
  ['other-separator', (secret, t, body) => digest(secret, `${t}:`, body)],
  ['sha1', (secret, t, body) => digest(secret, `${t}.`, body, 'hex', 'sha1')],
  ['sha512', (secret, t, body) => digest(secret, `${t}.`, body, 'hex', 'sha512')],
  ['plain-sha256', (secret, t, body) => createHash('sha256').update(`${t}.`).update(body).update(secret).digest('hex')],
  ['plain-sha256', (_secret, t, body) => createHash('sha256').update(`${t}.`).update(body).digest('hex')],
  ['decoded-secret', (secret, t, body) => digest(Buffer.from(secret, 'base64'), `${t}.`, body)],
  ['decoded-secret', (secret, t, body) => digest(Buffer.from(secret, 'hex'), `${t}.`, body)],
  ['decoded-secret', (secret, t, body) => digest(Buffer.from(bare(secret), 'base64'), `${t}.`, body)],
  ['bare-secret', (secret, t, body) => digest(bare(secret), `${t}.`, body)],
  ['padded-secret', (secret, t, body) => digest(secret.replace(/^[\s"']+|[\s"']+$/g, ''), `${t}.`, body)],
  ['padded-secret', (secret, t, body) => digest(`${secret}\n`, `${t}.`, body)],
];

/** The likely mistake behind a `v1` that does not verify; `undefined` if no guess fits or the body is too long. */
export function nearMissOf(
  v1: readonly string[],
  t: string,
  body: Buffer,
  secrets: readonly string[],
): NearMiss | undefined {
  if (body.length > LONGEST_GUESSED) return undefined;
  const given = new Set(v1);
  for (const secret of secrets) {
    const right = digest(secret, `${t}.`, body);
    const guessed = GUESSES.find(([, guess]) => {
      const made = guess(secret, t, body);
      return made !== right && given.has(made);
    });
    if (guessed) return guessed[0];
    if (v1.some(part => part.length >= 8 && part !== right && (right.startsWith(part) || part.startsWith(right))))
      return 'truncated';
    if (otherTimes(t).some(other => given.has(digest(secret, `${other}.`, body)))) return 'other-t';
  }
  return undefined;
}

/** The years 2001 to 2099, in nanoseconds. A unit fits a number only if the time lies within them. */
const FIRST = 1_000_000_000n * 1_000_000_000n;
const LAST = 4_100_000_000n * 1_000_000_000n;

/** The same time in other units, the adjacent numbers, and the milliseconds of a second. */
function otherTimes(t: string): readonly string[] {
  const neighbours = /^\d{1,24}$/.test(t) ? [-2n, -1n, 1n, 2n].map(delta => String(BigInt(t) + delta)) : [];
  const within = /^\d{10}$/.test(t)
    ? Array.from({ length: 1_000 }, (_, ms) => `${t}${String(ms).padStart(3, '0')}`)
    : [];
  const converted = TIMESTAMP_UNITS.flatMap(unit => {
    const moment = timestampNanoseconds(t, unit);
    if (moment === undefined || moment < FIRST || moment > LAST) return [];
    const iso = new Date(Number(moment / 1_000_000n)).toISOString();
    return [...TIMESTAMP_UNITS.map(other => formatTimestamp(moment, other)), iso];
  });
  return [...neighbours, ...converted, ...within].filter(other => other !== t);
}

function digest(
  key: string | Buffer,
  before: string,
  body: Buffer,
  encoding: BinaryToTextEncoding = 'hex',
  algorithm = 'sha256',
): string {
  return createHmac(algorithm, key).update(before, 'latin1').update(body).digest(encoding);
}

function bare(secret: string): string {
  return secret.replace(/^whsec_/, '');
}
