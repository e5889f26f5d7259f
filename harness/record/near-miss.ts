import { type BinaryToTextEncoding, createHash, createHmac } from 'node:crypto';
import { TIMESTAMP_UNITS } from '../core/dialect.ts';
import { escapeNonAscii, escapeUnit } from '../core/encodings.ts';
import type { NearMiss } from '../core/evidence.ts';
import { isObject } from '../core/json.ts';
import { formatTimestamp, timestampNanoseconds } from '../core/timestamp.ts';

type Digest = (secret: string, t: string, body: Buffer) => string;

/** How JSON is usually written: as JavaScript does, with indentation, as Python's `json.dumps` does, as Go does. */
const SERIALISERS: readonly ((value: unknown) => string)[] = [
  value => JSON.stringify(value),
  value => JSON.stringify(value, null, 2),
  value => JSON.stringify(value, null, 4),
  value => escapeNonAscii(JSON.stringify(value)),
  spaced,
  value => escapeNonAscii(spaced(value)),
  value => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escapeUnit),
];

/** Ways in which senders of such signatures have broken the rule: what the digest was made from, and how written. */
const GUESSES: readonly (readonly [NearMiss, Digest])[] = [
  ['uppercase-hex', (secret, t, body) => digest(secret, `${t}.`, body).toUpperCase()],
  ['base64', (secret, t, body) => digest(secret, `${t}.`, body, 'base64')],
  ['base64', (secret, t, body) => digest(secret, `${t}.`, body, 'base64url')],
  // Before the serialisers, which trim the body too.
  ['trimmed-body', (secret, t, body) => digest(secret, `${t}.`, Buffer.from(body.toString('utf8').trim()))],
  ...SERIALISERS.flatMap((_, nth) => [reserialised(2 * nth), reserialised(2 * nth + 1)]),
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
  ['decoded-secret', (secret, t, body) => digest(bare(secret), `${t}.`, body)],
];

/** Longest body, in bytes, of which guesses are made. */
const LONGEST_GUESSED = 256 * 1024;

/** What a `v1` that does not verify was likely made from; undefined where no guess fits, or the body is too long. */
export function nearMissOf(
  v1: readonly string[],
  t: string,
  body: Buffer,
  secrets: readonly string[],
): NearMiss | undefined {
  if (body.length > LONGEST_GUESSED) return undefined;
  const given = new Set(v1);
  for (const secret of secrets) {
    const guessed = GUESSES.find(([, guess]) => given.has(guess(secret, t, body)));
    if (guessed) return guessed[0];
    const right = digest(secret, `${t}.`, body);
    if (v1.some(part => part.length >= 8 && part !== right && (right.startsWith(part) || part.startsWith(right))))
      return 'truncated';
    if (otherTimes(t).some(other => given.has(digest(secret, `${other}.`, body)))) return 'other-t';
  }
  return undefined;
}

/** The years 2001 to 2099, in nanoseconds: a number is read in a unit only if that gives a moment in them. */
const FIRST = 1_000_000_000n * 1_000_000_000n;
const LAST = 4_100_000_000n * 1_000_000_000n;

/** The same moment in other units, and the numbers next to it. */
function otherTimes(t: string): readonly string[] {
  const neighbours = /^\d{1,24}$/.test(t) ? [-2n, -1n, 1n, 2n].map(delta => String(BigInt(t) + delta)) : [];
  const converted = TIMESTAMP_UNITS.flatMap(unit => {
    const moment = timestampNanoseconds(t, unit);
    if (moment === undefined || moment < FIRST || moment > LAST) return [];
    const iso = new Date(Number(moment / 1_000_000n)).toISOString();
    return [...TIMESTAMP_UNITS.map(other => formatTimestamp(moment, other)), iso];
  });
  return [...neighbours, ...converted].filter(other => other !== t);
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

/** The digest over the JSON of the body, written again in one of the usual ways. */
function reserialised(way: number): readonly [NearMiss, Digest] {
  return ['reserialised-body', (secret, t, body) => digest(secret, `${t}.`, writtenAgain(body)[way] ?? body)];
}

const written = new WeakMap<Buffer, readonly (Buffer | undefined)[]>();

/** The JSON of a body as each serialiser writes it, as it is and with its members sorted. Made once for each body. */
function writtenAgain(body: Buffer): readonly (Buffer | undefined)[] {
  let ways = written.get(body);
  if (ways === undefined) {
    const value = attempt(() => JSON.parse(body.toString('utf8')) as unknown);
    const inOrder = attempt(() => sorted(value));
    ways = SERIALISERS.flatMap(write =>
      [value, inOrder].map(from => (from === undefined ? undefined : attempt(() => Buffer.from(write(from))))),
    );
    written.set(body, ways);
  }
  return ways;
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function bare(secret: string): string {
  return secret.replace(/^whsec_/, '');
}

/** JSON with a blank after each separator. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`);
  return `{${members.join(', ')}}`;
}

/** Members in the order of their names, at every depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, item]) => [key, sorted(item)]));
}
