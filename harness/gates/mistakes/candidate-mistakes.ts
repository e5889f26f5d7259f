import { timingSafeEqual } from 'node:crypto';
import { attempted } from '../../base/errors.ts';
import { SHORT_HASHES } from '../short-hashes.ts';
import { type Mistakes, RIGHT, type Steps, taking } from './verifier.ts';

/** Compares only some of the v1. */
const choosing = (choose: (all: readonly string[]) => readonly string[]): Partial<Steps> => ({
  candidates: pairs => choose(RIGHT.candidates(pairs)),
});

/** Compares only texts of the same length. */
const ofOneLength = (matches: Steps['matches']): Partial<Steps> => ({
  matches: (given, digest) => given.length === digest.length && matches(given, digest),
});

/** Compares only the first characters of a digest, for any length or for equal lengths. */
const beginsLike = (length: number): readonly [Partial<Steps>, Partial<Steps>] => {
  const matches: Steps['matches'] = (given, digest) => given.slice(0, length) === digest.slice(0, length);
  return [{ matches }, ofOneLength(matches)];
};

/** The characters of a text, added up without a carry. */
const sumOf = (text: string) => Array.from(text, one => one.charCodeAt(0)).reduce((sum, code) => sum ^ code, 0);

/** A text as a number in hex digits, as Ruby's `to_i(16)` reads it: what follows the digits is ignored. */
const hexNumber = (text: string) => {
  const [, digits = ''] = /^[ \t]*\+?(?:0x)?([0-9a-f]*)/i.exec(text.replaceAll('_', '')) ?? [];
  return BigInt(`0x${digits || '0'}`);
};

/** The bytes of hex digits, as Ruby's and Perl's `pack 'H*'` read them: every character counts as some digit. */
const packed = (text: string) =>
  Array.from(text.padEnd(text.length + (text.length % 2), '0'), one =>
    /[a-z]/i.test(one) ? ((one.charCodeAt(0) & 7) + 9) & 15 : one.charCodeAt(0) & 15,
  ).join();

/** Whether two texts differ by at most one character that is changed, added or left out. */
const isNear = (one: string, other: string): boolean => {
  const start = Array.from(one).findIndex((character, place) => character !== other[place]);
  if (start < 0) return other.length - one.length <= 1;
  const [rest, left] = [one.slice(start), other.slice(start)];
  return rest.slice(1) === left.slice(1) || rest.slice(1) === left || rest === left.slice(1);
};

/** Throws over some v1. */
const throwingOn = (unusable: RegExp): Partial<Steps> => ({
  matches: (given, digest) => {
    if (unusable.test(given)) throw new TypeError('unusable');
    return given === digest;
  },
});

/** Mistakes in choosing `v1` values and secrets, and in comparing candidates. */
export const CANDIDATE_MISTAKES: Mistakes = {
  'first-v1-only': ['it compares only the first v1', choosing(all => all.slice(0, 1))],
  'gives-up-at-mismatch': [
    'it gives up at the first v1 that does not match, or at that under the first secret: later ones may match',
    { ...choosing(all => all.slice(0, 1)), secrets: secrets => RIGHT.secrets(secrets).slice(0, 1) },
    choosing(all => all.filter(({ length }) => length === 64).slice(0, 1)),
  ],
  'last-v1-only': ['it keeps only the last v1, as a map of the pairs does', choosing(all => all.slice(-1))],
  'last-v1-lost': [
    'it loses the last of several v1, or the one at the end of the header',
    choosing(all => (all.length > 1 ? all.slice(0, -1) : all)),
    { candidates: pairs => RIGHT.candidates(RIGHT.candidates(pairs).length > 1 ? pairs.slice(0, -1) : pairs) },
  ],
  'two-v1-only': ['it compares only the first two v1', choosing(all => all.slice(0, 2))],
  'every-v1': [
    'it requires every v1 to match, although one is enough',
    { some: (all, fits) => all.length > 0 && all.every(fits) },
    { spares: (all, fits) => all.every(fits) },
  ],
  'several-v1-refused': [
    'it refuses a header with several v1, although one is enough',
    choosing(all => (all.length > 1 ? [] : all)),
  ],
  'none-is-all': [
    'it treats a header without v1 as one in which all v1 match',
    { some: (all, fits) => all.every(fits) },
    { enough: () => true, spares: (all, fits) => all.every(fits) },
  ],
  'v1-optional': [
    'it accepts a header without v1, whatever is signed',
    { waives: (_, pairs) => RIGHT.candidates(pairs).length === 0 },
    { waives: (_, pairs) => RIGHT.candidates(pairs).length === 0 && RIGHT.timestamps(pairs).length > 0 },
    { some: (all, fits) => all.length === 0 || all.some(fits) },
  ],
  'empty-v1': ['it accepts an empty v1', { matches: (given, digest) => given === '' || given === digest }],
  'either-is-enough': [
    'it refuses only what fails both checks: or instead of and between the digest and t',
    { answers: (verified, fresh) => verified || fresh },
    {
      timestamps: pairs => (RIGHT.candidates(pairs).length === 0 ? [] : RIGHT.timestamps(pairs)),
      answers: (verified, fresh) => verified || fresh,
    },
  ],
  'few-v1': [
    'it stops after sixteen v1 or fewer',
    choosing(all => all.slice(0, 15)),
    choosing(all => [...new Set(all)].slice(0, 10)),
  ],
  'first-secret-only': [
    'it tries only the first secret, always, or for a header with one v1 or with several',
    { secrets: secrets => secrets.slice(0, 1) },
    { under: (nth, candidates) => (nth > 0 && candidates.length === 1 ? [] : candidates) },
    { under: (nth, candidates) => (nth > 0 && candidates.length > 1 ? [] : candidates) },
  ],
  'two-secrets-only': ['it tries only the first two secrets', { secrets: secrets => secrets.slice(0, 2) }],
  'last-secret-only': ['it tries only the last secret', { secrets: secrets => secrets.slice(-1) }],
  'every-secret': [
    'it requires a v1 under every secret, although one is enough',
    { enough: (secrets, fits) => secrets.every(fits) },
  ],
  'empty-key': [
    'it takes an empty key where it knows no secret: anyone can sign under that',
    { secrets: secrets => (secrets.length === 0 ? [''] : secrets) },
  ],
  'secrets-in-step': [
    'it compares each secret only with the v1 at the same place: the first with the first, the second with the second',
    { under: (nth, candidates) => candidates.slice(nth, nth + 1) },
    { under: (nth, candidates, of) => (of > 1 ? candidates.slice(nth, nth + 1) : candidates) },
  ],
  'secrets-joined': [
    'it treats several secrets, joined by a comma, as one',
    { secrets: secrets => [secrets.join(',')] },
    { secrets: secrets => RIGHT.secrets([secrets.join(',')]) },
  ],
  'any-version': [
    'it accepts every v… as a signature: v0, v2 and others count as v1',
    taking('candidates', /^v/),
    taking('candidates', /^v\d+$/),
  ],
  'v1-prefix': ['it accepts every key that begins with v1 as v1', taking('candidates', /^v1/)],
  'v0-too': ['it also accepts v0 as a signature: a downgrade', taking('candidates', /^v[01]$/)],
  'inverted-comparison': [
    'its comparison is inverted: it accepts a v1 that differs from the digest',
    { matches: (given, digest) => given !== digest },
  ],
  'no-comparison': ['it never compares the digest', { matches: () => true }, { some: () => true }],
  'beginning-only': [
    'it compares only as many characters as the shorter of the two has',
    { matches: (given, digest) => digest.startsWith(given) || given.startsWith(digest) },
    { matches: (given, digest) => given !== '' && (digest.startsWith(given) || given.startsWith(digest)) },
  ],
  'digest-prefix': [
    'it accepts a v1 with more characters after the digest',
    { matches: (given, digest) => given.startsWith(digest) },
  ],
  'hashes-v1': [
    'it compares a short hash of v1 with that of the digest',
    // No case has a v1 with the CRC of the digest.
    ...SHORT_HASHES.slice(0, 2).map(hash => ({
      matches: (given: string, digest: string) => hash(given) === hash(digest),
    })),
  ],
  'lengths-in-8-bits': [
    'it compares the lengths of v1 and of the digest in 8 bits: 256 characters more do not count',
    { matches: (given, digest) => given.startsWith(digest) && given.length % 256 === digest.length },
  ],
  'high-bytes-match': [
    'it accepts a v1 with a byte from 0x80 on, as a comparison of signed bytes does',
    ofOneLength((given, digest) => given === digest || /[\x80-\xff]/.test(given)),
  ],
  'given-prefix': [
    'it compares only the given characters: a cut v1 matches',
    { matches: (given, digest) => digest.startsWith(given) },
    { matches: (given, digest) => given !== '' && digest.startsWith(given) },
    { matches: (given, digest) => /^(?:[0-9a-f]{2})+$/i.test(given) && digest.startsWith(given) },
  ],
  'half-digest': ['it compares only half of the digest', ...beginsLike(32)],
  'sixteen-characters': ['it compares only the first sixteen characters of the digest', ...beginsLike(16)],
  'eight-characters': ['it compares only the first eight characters of the digest', ...beginsLike(8)],
  'most-of-digest': [
    'it compares most of the digest, but not its end or its beginning',
    ...[63, 62, 60, 48].flatMap(beginsLike),
    ...[1, 32, 48, 56].map(from => ofOneLength((given, digest) => given.slice(from) === digest.slice(from))),
  ],
  'last-comparison-only': [
    'it compares each character, and keeps only the result of the last one',
    { matches: (given, digest) => given.at(-1) === digest.at(-1) },
    ofOneLength((given, digest) => given.at(-1) === digest.at(-1)),
  ],
  'compares-numbers': [
    'it compares v1 and the digest as numbers, of which only the digits at the beginning count',
    { matches: (given, digest) => (Number.parseFloat(given) || 0) === (Number.parseFloat(digest) || 0) },
  ],
  contains: ['it looks for the digest anywhere in v1', { matches: (given, digest) => given.includes(digest) }],
  'any-order': [
    'it ignores the order of the characters, or adds up differences that cancel each other out',
    { matches: (given, digest) => [...given].sort().join('') === [...digest].sort().join('') },
    ofOneLength((given, digest) => sumOf(given) === sumOf(digest)),
  ],
  'hex-decoded': [
    'it decodes v1 from hex before comparing, which drops a tail that is not hex',
    ...[/^/, /^[0-9a-f]+$/].map(form => ({
      matches: (given: string, digest: string) =>
        form.test(given) && Buffer.from(given, 'hex').equals(Buffer.from(digest, 'hex')),
    })),
  ],
  'bytes-behind': [
    'it decodes v1 from hex into as many bytes as a digest has, and ignores more',
    { matches: (given, digest) => /^(?:[0-9a-f]{2})*$/i.test(given) && given.slice(0, 64).toLowerCase() === digest },
    { matches: (given, digest) => given.slice(0, 64).toLowerCase() === digest },
  ],
  'throws-on-long': ['it throws on a v1 longer than a digest', ...[/^(?:[0-9a-f]{2}){33}/i, /^.{65}/s].map(throwingOn)],
  'zero-digest': [
    'it accepts a v1 of zeros, as bytes are that nothing was written to',
    { matches: (given, digest) => given === digest || /^0{64}$/.test(given) },
  ],
  'v1-as-pattern': [
    'it takes v1 for a pattern that the digest has to fit',
    { matches: (given, digest) => attempted(() => new RegExp(`^(?:${given})$`).test(digest)) ?? false },
    // In Perl, a sign at the beginning of v1 repeats the ^ before it.
    ...['^(?:*)$', '^(?:*)', '(?:^)*', '*'].map(whole => ({
      matches: (given: string, digest: string) => new RegExp(whole.replace('*', () => given)).test(digest),
    })),
  ],
  'line-anchors': [
    'it compares by a pattern whose ^ and $ also fit at a line feed',
    { matches: (given, digest) => given.split('\n').includes(digest) },
    // Perl compares characters by ^, and the difference by /^\0*$/.
    ofOneLength(
      (given, digest) =>
        given.slice(0, -1) === digest.slice(0, -1) && [0, 10].includes(sumOf(given.slice(-1) + digest.slice(-1))),
    ),
  ],
  'strips-characters': [
    'it strips every v, 1 and = from the beginning of v1, and so the digits 1 at the beginning of a digest',
    { matches: (given, digest) => given.replace(/^[v1=]+/, '') === digest },
  ],
  'compares-hex-numbers': [
    'it compares v1 and the digest as numbers in hex: a sign, 0x, zeros and what follows the digits do not count',
    { matches: (given, digest) => hexNumber(given) === hexNumber(digest) },
    { matches: (given, digest) => /^\+?[0-9a-f]+$/i.test(given) && hexNumber(given) === hexNumber(digest) },
  ],
  'hex-unchecked': [
    'it decodes v1 from hex without a check that its characters are hex digits',
    { matches: (given, digest) => packed(given) === packed(digest) },
    ofOneLength((given, digest) => /^[ -~]*$/.test(given) && packed(given) === packed(digest)),
  ],
  'nearly-alike': ['it accepts a v1 that is almost the digest, as by edit distance', { matches: isNear }],
  'tidies-v1': [
    'it drops other characters from v1: =, quotation marks, hyphens, spaces, NULs, 0x, sha256=, or what follows a ;',
    ...[/ /g, /^sha256=/, /=+$/, /"/g, /-/g, /\0/g, /;.*$/s, /^0x/, /[^0-9a-f]/g].map(dropped => ({
      matches: (given: string, digest: string) => given.replace(dropped, '') === digest,
    })),
  ],
  'base64-accepted': [
    'it also accepts the digest in base64',
    { matches: (given, digest) => given === digest || given === Buffer.from(digest, 'hex').toString('base64') },
  ],
  'throws-on-length': [
    'it passes digests of unequal length to a comparison that throws',
    { matches: (given, digest) => timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(digest, 'latin1')) },
  ],
  'throws-on-bytes': [
    'it checks the length in characters and compares bytes: a character beyond ASCII makes it throw',
    ofOneLength((given, digest) => timingSafeEqual(Buffer.from(given, 'utf8'), Buffer.from(digest, 'utf8'))),
  ],
  'throws-beyond-ascii': [
    'it compares texts by a function that throws on a character beyond ASCII',
    throwingOn(/[^\0-\x7f]/),
    { ...throwingOn(/[^\0-\x7f]/), some: (all, fits) => all.map(fits).includes(true) },
  ],
  'throws-on-empty': ['it throws on an empty v1, even next to a good one', throwingOn(/^$/)],
  'stops-at-malformed': [
    'it refuses the header when one v1 is malformed',
    { some: (all, fits) => all.every(given => /^[0-9a-fA-F]{64}$/.test(given)) && all.some(fits) },
  ],
  'gives-up-at-malformed': [
    'it gives up at the first v1 that is not a digest in hex: later ones may match',
    ...[/^(?:[0-9a-f]{2})*$/i, /^(?:[0-9a-f]{2})+$/i, /^[0-9a-f]{64}$/i].map(wellFormed => ({
      some: (all: readonly string[], fits: (candidate: string) => boolean) => {
        const end = all.findIndex(given => !wellFormed.test(given));
        return all.slice(0, end < 0 ? undefined : end).some(fits);
      },
    })),
  ],
  'upper-case-digest': [
    'it writes the digest in upper case',
    { digest: (key, message) => RIGHT.digest(key, message).toUpperCase() },
  ],
};
