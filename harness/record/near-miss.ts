import { createHash, createHmac } from 'node:crypto';
import { TIMESTAMP_UNITS } from '../core/dialect.ts';
import type { NearMiss } from '../core/evidence.ts';
import { formatTimestamp, timestampNanoseconds } from '../core/timestamp.ts';

/** What a digest was likely made from, and how it was written. */
type Guess = readonly [NearMiss, (secret: string, t: string, body: Buffer) => string];

/** How JSON is usually written: as JavaScript does, with indentation, as Python's `json.dumps` does, as Go does. */
const SERIALISERS: readonly ((value: unknown) => string)[] = [
  value => JSON.stringify(value),
  value => JSON.stringify(value, null, 2),
  value => JSON.stringify(value, null, 4),
  value => inAscii(JSON.stringify(value)),
  spaced,
  value => inAscii(spaced(value)),
  value => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escaped),
];

/**
 * Ways in which senders have been seen to get the rule wrong (signatures of this scheme, in the wild). A delivery that
 * does not verify is tried against each, so that a finding can name the likely bug instead of "mismatch".
 */
const GUESSES: readonly Guess[] = [
  ['uppercase-hex', (secret, t, body) => hmac('sha256', secret, `${t}.`, body).toString('hex').toUpperCase()],
  ['base64', (secret, t, body) => hmac('sha256', secret, `${t}.`, body).toString('base64')],
  ['base64', (secret, t, body) => hmac('sha256', secret, `${t}.`, body).toString('base64url')],
  // Before those that write the JSON anew, which trim it too.
  ['trimmed-body', (secret, t, body) => hex(secret, `${t}.`, Buffer.from(body.toString('utf8').trim()))],
  ...SERIALISERS.flatMap((write): readonly Guess[] => [
    ['reserialised-body', (secret, t, body) => hex(secret, `${t}.`, rewritten(body, write))],
    [
      'reserialised-body',
      (secret, t, body) =>
        hex(
          secret,
          `${t}.`,
          rewritten(body, value => write(sorted(value))),
        ),
    ],
  ]),
  ['body-only', (secret, _t, body) => hex(secret, '', body)],
  ['no-dot', (secret, t, body) => hex(secret, t, body)],
  ['other-separator', (secret, t, body) => hex(secret, `${t},`, body)],
  ['other-separator', (secret, t, body) => hex(secret, `${t}:`, body)],
  ['sha1', (secret, t, body) => hmac('sha1', secret, `${t}.`, body).toString('hex')],
  ['sha512', (secret, t, body) => hmac('sha512', secret, `${t}.`, body).toString('hex')],
  ['plain-sha256', (secret, t, body) => createHash('sha256').update(`${t}.`).update(body).update(secret).digest('hex')],
  ['plain-sha256', (_secret, t, body) => createHash('sha256').update(`${t}.`).update(body).digest('hex')],
  ['decoded-secret', (secret, t, body) => hex(Buffer.from(secret, 'base64'), `${t}.`, body)],
  ['decoded-secret', (secret, t, body) => hex(Buffer.from(secret, 'hex'), `${t}.`, body)],
  ['decoded-secret', (secret, t, body) => hex(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), `${t}.`, body)],
  ['decoded-secret', (secret, t, body) => hex(secret.replace(/^whsec_/, ''), `${t}.`, body)],
];

/** Names what a `v1` that does not verify was likely made from; undefined where nothing comes near. */
export function nearMissOf(
  v1: readonly string[],
  t: string,
  body: Buffer,
  secrets: readonly string[],
): NearMiss | undefined {
  const given = new Set(v1);
  for (const secret of secrets) {
    for (const [name, guess] of GUESSES) if (given.has(guess(secret, t, body))) return name;
    const right = hex(secret, `${t}.`, body);
    if (
      v1.some(
        digest => digest.length >= 8 && digest !== right && (right.startsWith(digest) || digest.startsWith(right)),
      )
    )
      return 'truncated';
    if (otherTimes(t).some(other => given.has(hex(secret, `${other}.`, body)))) return 'other-t';
  }
  return undefined;
}

/** The years 2001 to 2099, in nanoseconds: where a number is read as a moment in some unit, it is in these. */
const FIRST = 1_000_000_000n * 1_000_000_000n;
const LAST = 4_100_000_000n * 1_000_000_000n;

/** The same moment in other units, and its neighbours. */
function otherTimes(t: string): readonly string[] {
  const neighbours = /^\d{1,24}$/.test(t) ? [-2n, -1n, 1n, 2n].map(delta => String(BigInt(t) + delta)) : [];
  const moments = TIMESTAMP_UNITS.map(unit => timestampNanoseconds(t, unit)).filter(
    moment => moment !== undefined && moment >= FIRST && moment <= LAST,
  ) as readonly bigint[];
  const elsewhere = moments.flatMap(moment => [
    ...TIMESTAMP_UNITS.map(unit => formatTimestamp(moment, unit)),
    new Date(Number(moment / 1_000_000n)).toISOString(),
  ]);
  return [...neighbours, ...elsewhere].filter(other => other !== t);
}

function hmac(algorithm: string, key: string | Buffer, before: string, body: Buffer): Buffer {
  return createHmac(algorithm, key).update(before, 'latin1').update(body).digest();
}

function hex(key: string | Buffer, before: string, body: Buffer): string {
  return hmac('sha256', key, before, body).toString('hex');
}

/** Everything beyond ASCII escaped. */
function inAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, escaped);
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Blanks after separators. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`)
    .join(', ')}}`;
}

/** Members in the order of their names, at every depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

function rewritten(body: Buffer, write: (value: unknown) => string): Buffer {
  try {
    return Buffer.from(write(JSON.parse(body.toString('utf8'))));
  } catch {
    return body;
  }
}
