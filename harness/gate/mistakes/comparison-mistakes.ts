import { createHmac, timingSafeEqual } from 'node:crypto';
import type { VerifierMistake } from './verifier-mistake.ts';

const hmac = (algorithm: string) => (key: Buffer, message: Buffer) =>
  createHmac(algorithm, key).update(message).digest('hex');

/** Mistakes in how a candidate is compared. */
export const COMPARISON_MISTAKES: readonly VerifierMistake[] = [
  { name: 'no-comparison', bug: 'it never compares the digest', steps: { matches: () => true } },
  {
    name: 'beginning-only',
    bug: 'it compares only as many characters as the shorter of the two has',
    steps: { matches: (given, digest) => digest.startsWith(given) || given.startsWith(digest) },
  },
  {
    name: 'digest-prefix',
    bug: 'it compares only the beginning of the digest: a v1 with more after it matches',
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
    name: 'any-order',
    bug: 'it compares which characters there are, and not their order',
    steps: { matches: (given, digest) => [...given].sort().join('') === [...digest].sort().join('') },
  },
  {
    name: 'blanks-dropped',
    bug: 'it drops blanks within v1',
    steps: { matches: (given, digest) => given.replaceAll(' ', '') === digest },
  },
  {
    name: 'name-of-hash-dropped',
    bug: 'it drops the name of a hash before the digest: v1=sha256=…',
    steps: { matches: (given, digest) => given.replace(/^sha256=/, '') === digest },
  },
  {
    name: 'hex-decoded',
    bug: 'it decodes v1 from hex before comparing, which drops a tail that is not hex',
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
    bug: 'it throws on an empty v1, even next to a good one',
    steps: {
      matches: (given, digest) => {
        if (given === '') throw new Error('empty');
        return given === digest;
      },
    },
  },
  {
    name: 'stops-at-malformed',
    bug: 'it refuses the header when one v1 is malformed',
    steps: { some: (all, fits) => all.every(given => /^[0-9a-fA-F]{64}$/.test(given)) && all.some(fits) },
  },
  {
    name: 'upper-case-digest',
    bug: 'it writes the digest in upper case',
    steps: { digest: (key, message) => hmac('sha256')(key, message).toUpperCase() },
  },
];
