import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Pair, RIGHT, type Steps } from './verifier.ts';

/** A mistake that verifiers are known to make. */
export interface VerifierMistake {
  /** Stable. */
  readonly name: string;
  /** The likely bug, as a finding names it: what the SDK does. */
  readonly bug: string;
  /** The steps that are done otherwise. */
  readonly steps: Partial<Steps>;
}

const named = (pairs: readonly Pair[], fits: (key: string) => boolean) =>
  pairs.filter(([key]) => fits(key)).map(([, value]) => value);
const first = ([t = '']: readonly string[]) => t;
const last = (timestamps: readonly string[]) => timestamps.at(-1) ?? '';
const digits = (t: string) => (/^\d+$/.test(t) ? Number(t) : undefined);
const split = (header: string, by: RegExp | string, equals: RegExp | string): readonly Pair[] =>
  header.split(by).flatMap(element => {
    const [key = '', value] = element.trim().split(equals);
    return value === undefined ? [] : [[key, value] as const];
  });
const hmac = (algorithm: string) => (key: Buffer, message: Buffer) =>
  createHmac(algorithm, key).update(message).digest('hex');

/** Mistakes that leave nothing of the rules. They stand first: what tells another from them is more than they do. */
const WHOLE: readonly VerifierMistake[] = [
  {
    name: 'refuses-everything',
    bug: 'it refuses every webhook: what it computes is never what was signed (the secret, the unit of t, the form of the digest)',
    steps: { secrets: () => [] },
  },
  {
    name: 'accepts-everything',
    bug: 'it accepts whatever has a t and a v1 in any form, or nothing at all',
    steps: { moment: (_, now) => now, some: () => true },
  },
  {
    name: 'breaks-always',
    bug: 'it breaks on every webhook',
    steps: {
      lines: () => {
        throw new Error('broken');
      },
    },
  },
];

/** Mistakes in which `v1` values and secrets are looked at. */
const CANDIDATES: readonly VerifierMistake[] = [
  {
    name: 'first-v1-only',
    bug: 'it compares only the first v1',
    steps: { candidates: pairs => RIGHT.candidates(pairs).slice(0, 1) },
  },
  {
    name: 'last-v1-only',
    bug: 'it keeps only the last v1, as a map of the pairs does',
    steps: { candidates: pairs => RIGHT.candidates(pairs).slice(-1) },
  },
  {
    name: 'two-v1-only',
    bug: 'it compares only the first two v1',
    steps: { candidates: pairs => RIGHT.candidates(pairs).slice(0, 2) },
  },
  {
    name: 'every-v1',
    bug: 'it wants every v1 to match, where any suffices',
    steps: { some: (all, fits) => all.length > 0 && all.every(fits) },
  },
  {
    name: 'none-is-all',
    bug: 'it takes a header without v1 for one of which all v1 match',
    steps: { some: (all, fits) => all.every(fits) },
  },
  {
    name: 'few-v1',
    bug: 'it stops after sixteen v1 or fewer',
    steps: { candidates: pairs => RIGHT.candidates(pairs).slice(0, 15) },
  },
  {
    name: 'first-secret-only',
    bug: 'it tries only the first secret',
    steps: { secrets: secrets => secrets.slice(0, 1) },
  },
  { name: 'last-secret-only', bug: 'it tries only the last secret', steps: { secrets: secrets => secrets.slice(-1) } },
  {
    name: 'secrets-joined',
    bug: 'it takes several secrets, joined by a comma, for one',
    steps: { secrets: secrets => [secrets.join(',')] },
  },
  {
    name: 'any-version',
    bug: 'it takes every v… for a signature: v0, v2 and others count as v1',
    steps: { candidates: pairs => named(pairs, key => /^v/.test(key)) },
  },
  {
    name: 'v1-prefix',
    bug: 'it takes every key that begins with v1 for v1',
    steps: { candidates: pairs => named(pairs, key => key.startsWith('v1')) },
  },
  {
    name: 'v0-too',
    bug: 'it takes v0 for a signature too: a downgrade',
    steps: { candidates: pairs => named(pairs, key => key === 'v0' || key === 'v1') },
  },
];

/** Mistakes in how a candidate is compared. */
const COMPARISON: readonly VerifierMistake[] = [
  { name: 'no-comparison', bug: 'it never compares the digest', steps: { matches: () => true } },
  {
    name: 'beginning-only',
    bug: 'it compares only as many characters as the shorter of the two has',
    steps: { matches: (given, digest) => digest.startsWith(given) || given.startsWith(digest) },
  },
  {
    name: 'digest-prefix',
    bug: 'it compares only the beginning of the digest: a v1 with more behind it matches',
    steps: { matches: (given, digest) => given.startsWith(digest) },
  },
  {
    name: 'given-prefix',
    bug: 'it compares only as much as was given: an empty or cut v1 matches',
    steps: { matches: (given, digest) => digest.startsWith(given) },
  },
  {
    name: 'half-digest',
    bug: 'it compares only half of the digest',
    steps: { matches: (given, digest) => given.slice(0, 32) === digest.slice(0, 32) },
  },
  {
    name: 'contains',
    bug: 'it looks for the digest anywhere in v1',
    steps: { matches: (given, digest) => given.includes(digest) },
  },
  {
    name: 'hex-decoded',
    bug: 'it decodes v1 from hex before comparing, which drops what is no hex behind it',
    steps: { matches: (given, digest) => Buffer.from(given, 'hex').equals(Buffer.from(digest, 'hex')) },
  },
  {
    name: 'base64-accepted',
    bug: 'it takes the digest in base64 too',
    steps: { matches: (given, digest) => given === digest || given === Buffer.from(digest, 'hex').toString('base64') },
  },
  {
    name: 'throws-on-length',
    bug: 'it hands digests of unequal length to a comparison that throws',
    steps: { matches: (given, digest) => timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(digest, 'latin1')) },
  },
  {
    name: 'throws-on-bytes',
    bug: 'it checks the length in characters and compares bytes: a character beyond ASCII makes it throw',
    steps: {
      matches: (given, digest) =>
        given.length === digest.length && timingSafeEqual(Buffer.from(given, 'utf8'), Buffer.from(digest, 'utf8')),
    },
  },
  {
    name: 'throws-on-empty',
    bug: 'it throws on an empty v1, even beside a good one',
    steps: {
      matches: (given, digest) => {
        if (given === '') throw new Error('empty');
        return given === digest;
      },
    },
  },
  {
    name: 'stops-at-malformed',
    bug: 'it refuses the header as a whole when one v1 is malformed',
    steps: { some: (all, fits) => all.every(given => /^[0-9a-fA-F]{64}$/.test(given)) && all.some(fits) },
  },
  {
    name: 'upper-case-digest',
    bug: 'it writes the digest in upper case',
    steps: { digest: (key, message) => hmac('sha256')(key, message).toUpperCase() },
  },
];

/** Mistakes in time. */
const TIME: readonly VerifierMistake[] = [
  { name: 'no-tolerance', bug: 'it never checks t against the clock', steps: { fresh: () => true } },
  {
    name: 'past-only',
    bug: 'it checks the past only: t may lie in the future without limit',
    steps: { fresh: (age, tolerance) => age <= tolerance },
  },
  {
    name: 'future-only',
    bug: 'it checks the future only: an old delivery can be replayed for ever',
    steps: { fresh: (age, tolerance) => -age <= tolerance },
  },
  {
    name: 'edge-excluded',
    bug: 'it takes exactly 300 s for outside: < where <= is meant',
    steps: { fresh: (age, tolerance) => Math.abs(age) < tolerance },
  },
  {
    name: 'a-second-more',
    bug: 'it allows a second more than the tolerance',
    steps: { fresh: (age, tolerance) => Math.abs(age) <= tolerance + 1 },
  },
  {
    name: 'minutes',
    bug: 'it takes the tolerance in another unit than seconds',
    steps: { fresh: (age, tolerance) => Math.abs(age) <= tolerance * 60 },
  },
  {
    name: 'tolerance-in-ms',
    bug: 'it compares seconds with milliseconds: the tolerance shrinks to less than a second',
    steps: { fresh: (age, tolerance) => Math.abs(age) * 1000 <= tolerance },
  },
  {
    name: 't-in-ms',
    bug: 'it reads t in the wrong unit: milliseconds',
    steps: { moment: timestamps => Number(first(timestamps)) / 1000 },
  },
  {
    name: 'short-tolerance',
    bug: 'it has a shorter tolerance of its own',
    steps: { fresh: age => Math.abs(age) <= 60 },
  },
  {
    name: 'long-tolerance',
    bug: 'it has a longer tolerance of its own',
    steps: { fresh: age => Math.abs(age) <= 600 },
  },
];

/** Mistakes in `t`. */
const TIMESTAMP: readonly VerifierMistake[] = [
  {
    name: 'signs-parsed-t',
    bug: 'it signs t as it parsed it, not as it stands',
    steps: {
      moment: timestamps => Number.parseInt(first(timestamps), 10),
      signedT: timestamps => String(Number.parseInt(first(timestamps), 10)),
    },
  },
  {
    name: 'signs-number',
    bug: 'it turns t into a number and signs that, not t as it stands',
    steps: {
      moment: timestamps => Number(first(timestamps) || Number.NaN),
      signedT: timestamps => String(Number(first(timestamps))),
      fresh: (age, tolerance) => Math.abs(age) <= tolerance,
    },
  },
  {
    name: 'lenient-t',
    bug: 'it parses t leniently: what stands behind the digits is signed but not looked at (a boundary shift)',
    steps: { moment: timestamps => Number.parseInt(first(timestamps), 10) },
  },
  {
    name: 'nan-is-fresh',
    bug: 'it compares t with the clock although it is no number: a comparison with NaN is false',
    steps: {
      moment: timestamps => Number.parseInt(first(timestamps), 10),
      fresh: (age, tolerance) => !(Math.abs(age) > tolerance),
    },
  },
  {
    name: 'missing-t-is-now',
    bug: 'it puts the current time in place of a missing t',
    steps: {
      moment: (timestamps, now) => (timestamps.length === 0 ? now : RIGHT.moment(timestamps, now)),
      signedT: (timestamps, now) => (timestamps.length === 0 ? String(now) : first(timestamps)),
    },
  },
  {
    name: 'missing-t-is-fresh',
    bug: 'it does not check the time where t is missing',
    steps: { moment: (timestamps, now) => (timestamps.length === 0 ? now : RIGHT.moment(timestamps, now)) },
  },
  {
    name: 'first-signed-last-compared',
    bug: 'of two t it signs the first and compares the last',
    steps: { moment: timestamps => digits(last(timestamps)), signedT: first },
  },
  {
    name: 'last-signed-first-compared',
    bug: 'of two t it signs the last and compares the first',
    steps: { moment: timestamps => digits(first(timestamps)), signedT: last },
  },
  {
    name: 'any-t-fresh',
    bug: 'of two t it takes whichever suits: one is signed, another is fresh',
    steps: {
      moment: (timestamps, now) =>
        timestamps.flatMap(t => digits(t) ?? []).sort((a, b) => Math.abs(now - a) - Math.abs(now - b))[0],
      signedT: timestamps => timestamps.toSorted()[0] ?? '',
    },
  },
  {
    name: 't-in-any-case',
    bug: 'it takes names of pairs in any case',
    steps: {
      timestamps: pairs => named(pairs, key => key.toLowerCase() === 't'),
      candidates: pairs => named(pairs, key => key.toLowerCase() === 'v1'),
    },
  },
];

/** Mistakes in what is signed, and with what. */
const MESSAGE: readonly VerifierMistake[] = [
  {
    name: 'parsed-json',
    bug: 'it signs parsed and re-serialized JSON, not the raw body',
    steps: { body: body => Buffer.from(JSON.stringify(JSON.parse(body.toString()))) },
  },
  {
    name: 'trims-body',
    bug: 'it trims the body before signing',
    steps: { body: body => Buffer.from(body.toString('latin1').replace(/^[\s]+|[\s]+$/g, ''), 'latin1') },
  },
  {
    name: 'strips-bom',
    bug: 'it drops a byte order mark before signing',
    steps: { body: body => (body.subarray(0, 3).equals(Buffer.from('\ufeff')) ? body.subarray(3) : body) },
  },
  {
    name: 'decodes-body',
    bug: 'it decodes the body as UTF-8 before signing: bytes that are none become replacement characters',
    steps: { body: body => Buffer.from(body.toString('utf8')) },
  },
  {
    name: 'latin-1-body',
    bug: 'it takes the bytes of the body for Latin-1 characters and signs them in UTF-8',
    steps: { body: body => Buffer.from(body.toString('latin1')) },
  },
  {
    name: 'ascii-body',
    bug: 'it drops what is not ASCII from the body',
    steps: { body: body => Buffer.from(body.filter(byte => byte < 128)) },
  },
  {
    name: 'line-ends',
    bug: 'it turns CRLF into LF before signing',
    steps: { body: body => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') },
  },
  {
    name: 'nul-ends-body',
    bug: 'it takes the body only up to a NUL byte',
    steps: { body: body => (body.includes(0) ? body.subarray(0, body.indexOf(0)) : body) },
  },
  {
    name: 'cut-body',
    bug: 'it signs only the first kilobytes of the body',
    steps: { body: body => body.subarray(0, 4096) },
  },
  {
    name: 'normalised-body',
    bug: 'it normalises the Unicode of the body before signing',
    steps: { body: body => Buffer.from(body.toString('utf8').normalize()) },
  },
  {
    name: 'body-alone',
    bug: 'it signs the body alone: t is not covered, so a delivery can be replayed for ever',
    steps: { message: (_, body) => body },
  },
  {
    name: 'no-dot',
    bug: 'it leaves out the dot between t and the body',
    steps: { message: (t, body) => Buffer.concat([Buffer.from(t, 'latin1'), body]) },
  },
  {
    name: 'other-separator',
    bug: 'it puts another separator than a dot between t and the body',
    steps: { message: (t, body) => Buffer.concat([Buffer.from(`${t},`, 'latin1'), body]) },
  },
  { name: 'sha-512', bug: 'it computes HMAC-SHA512', steps: { digest: hmac('sha512') } },
  { name: 'sha-1', bug: 'it computes HMAC-SHA1', steps: { digest: hmac('sha1') } },
  {
    name: 'unkeyed',
    bug: 'it hashes without the secret as a key',
    steps: { digest: (_, message) => createHash('sha256').update(message).digest('hex') },
  },
  {
    name: 'base64-digest',
    bug: 'it writes the digest in base64',
    steps: { digest: (key, message) => createHmac('sha256', key).update(message).digest('base64') },
  },
  {
    name: 'prefix-stripped',
    bug: 'it strips whsec_ from the secret',
    steps: { key: secret => Buffer.from(secret.replace(/^whsec_/, '')) },
  },
  {
    name: 'secret-decoded',
    bug: 'it decodes the secret from base64, as Standard Webhooks does',
    steps: { key: secret => Buffer.from(secret.replace(/^whsec_/, ''), 'base64') },
  },
  {
    name: 'secret-guessed',
    bug: 'it decodes a secret that looks like base64',
    steps: {
      key: secret =>
        /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/.test(secret)
          ? Buffer.from(secret, 'base64')
          : Buffer.from(secret),
    },
  },
  {
    name: 'hex-secret',
    bug: 'it decodes a secret that looks like hex',
    steps: { key: secret => (/^(?:[0-9a-f]{2})+$/.test(secret) ? Buffer.from(secret, 'hex') : Buffer.from(secret)) },
  },
  { name: 'trims-secret', bug: 'it trims the secret', steps: { key: secret => Buffer.from(secret.trim()) } },
  {
    name: 'latin-1-secret',
    bug: 'it takes the secret in Latin-1',
    steps: { key: secret => Buffer.from(secret, 'latin1') },
  },
  { name: 'cut-secret', bug: 'it cuts a long secret', steps: { key: secret => Buffer.from(secret).subarray(0, 64) } },
];

/** Mistakes in how the header is taken apart. */
const HEADER: readonly VerifierMistake[] = [
  {
    name: 'second-equals-cuts',
    bug: 'it splits a pair at every = and drops what stands behind the second',
    steps: { pairs: header => split(header, ',', '=') },
  },
  {
    name: 'one-equals-only',
    bug: 'it refuses the whole header where a pair has not exactly one =',
    steps: {
      pairs: header => (header.split(',').some(pair => pair.split('=').length !== 2) ? [] : RIGHT.pairs(header)),
    },
  },
  {
    name: 'known-pairs-only',
    bug: 'it refuses a header with pairs other than t and v1, which are to be ignored',
    steps: {
      pairs: header => (RIGHT.pairs(header).some(([key]) => key !== 't' && key !== 'v1') ? [] : RIGHT.pairs(header)),
    },
  },
  {
    name: 'positional',
    bug: 'it goes by the places of the pairs and ignores their names',
    steps: {
      timestamps: pairs => pairs.slice(0, 1).map(([, value]) => value),
      candidates: pairs => pairs.slice(1).map(([, value]) => value),
    },
  },
  {
    name: 't-first',
    bug: 'it wants t to be the first pair',
    steps: { timestamps: pairs => RIGHT.timestamps(pairs.slice(0, 1)) },
  },
  {
    name: 'pattern',
    bug: 'it looks for t= and v1= anywhere in the header instead of splitting it into pairs',
    steps: {
      pairs: header => [...header.matchAll(/(t|v1)=([^,]*)/g)].map(([, key = '', value = '']) => [key, value] as const),
    },
  },
  {
    name: 'hex-pattern',
    bug: 'it looks for 64 hex digits behind v1= and drops what stands behind them',
    steps: {
      pairs: header =>
        [...header.matchAll(/(?:^|,)\s*(t)=(\d+)|(?:^|,)\s*(v1)=([0-9a-f]{64})/g)].map(
          ([, t, moment = '', , value = '']) => (t === undefined ? (['v1', value] as const) : (['t', moment] as const)),
        ),
    },
  },
  {
    name: 'other-separators',
    bug: 'it splits the header on semicolons, ampersands or blanks too',
    steps: { pairs: header => header.split(/[,;& ]+/).flatMap(pair => RIGHT.pairs(pair)) },
  },
  { name: 'any-assignment', bug: 'it takes a colon for =', steps: { pairs: header => split(header, ',', /[=:]/) } },
  {
    name: 'decodes-header',
    bug: 'it percent-decodes the header',
    steps: { pairs: header => RIGHT.pairs(decodeURIComponent(header)) },
  },
  {
    name: 'plain-object',
    bug: 'it gathers the pairs in a plain object, where names such as constructor are taken',
    steps: {
      pairs: header => {
        const lists: { [key: string]: string[] } = {};
        for (const [key, value] of RIGHT.pairs(header)) {
          lists[key] ??= [];
          lists[key].push(value);
        }
        return RIGHT.pairs(header);
      },
    },
  },
  {
    name: 'throws-without-header',
    bug: 'it throws where there is no header',
    steps: {
      lines: header => {
        if (header === null || header === '') throw new Error('no header');
        return RIGHT.lines(header);
      },
    },
  },
  {
    name: 'throws-without-t',
    bug: 'it throws where the header has no t or no v1',
    steps: {
      timestamps: pairs => {
        if (RIGHT.timestamps(pairs).length === 0 || RIGHT.candidates(pairs).length === 0) throw new Error('incomplete');
        return RIGHT.timestamps(pairs);
      },
    },
  },
  {
    name: 'short-header',
    bug: 'it refuses headers of more than some kilobytes',
    steps: { pairs: header => (header.length > 4096 ? [] : RIGHT.pairs(header)) },
  },
  {
    name: 'few-pairs',
    bug: 'it reads only the first ten pairs of a header',
    steps: { pairs: header => RIGHT.pairs(header).slice(0, 10) },
  },
  {
    name: 'utf-8-header',
    bug: 'it cannot take bytes beyond ASCII in the header',
    steps: {
      lines: header => {
        const text = RIGHT.lines(header);
        if (/[^\0-\x7f]/.test(text)) throw new Error('not ASCII');
        return text;
      },
    },
  },
];

/** Mistakes that verifiers are known to make, the more particular before the more general. */
export const VERIFIER_MISTAKES: readonly VerifierMistake[] = [
  ...WHOLE,
  ...CANDIDATES,
  ...COMPARISON,
  ...TIME,
  ...TIMESTAMP,
  ...MESSAGE,
  ...HEADER,
];
