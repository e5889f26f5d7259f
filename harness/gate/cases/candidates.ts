import type { SignatureCase } from '../signature-case.ts';
import { BODY, CURRENT, type Draft, digest } from './draft.ts';

/** Rule 3: every `v1` is a candidate, and one that is malformed spoils no other. */
export function candidatesCases({ accept, GOOD, open, reject, T, WRONG }: Draft): readonly SignatureCase[] {
  const h = (...digests: readonly string[]) => [`t=${T}`, ...digests.map(value => `v1=${value}`)].join(',');
  const OTHER_BODY = digest(CURRENT, T, Buffer.concat([BODY, Buffer.from(' ')]));

  /** Candidates that match nothing, each of which makes some published verifier throw, stop or match. */
  const BAD = [
    ['wrong', 'a digest of another secret', WRONG],
    ['empty', 'an empty value', ''],
    ['one-short', 'a digest cut by one character', GOOD.slice(0, -1)],
    ['one-long', 'a digest with a character more', `${GOOD}0`],
    ['odd-tail', 'a digest with a tail that is no hex', `${GOOD}zz`],
    ['half', 'half a digest', GOOD.slice(0, 32)],
    ['not-hex', '64 characters that are no hex', 'z'.repeat(64)],
    ['high-byte', '64 characters, one of them beyond ASCII', `${GOOD.slice(0, -1)}\u00e9`],
    ['all-high-bytes', '64 characters beyond ASCII', '\u00ff'.repeat(64)],
    ['base64', 'the digest in base64', Buffer.from(GOOD, 'hex').toString('base64')],
    ['padding', 'the digest, =, and more', `${GOOD}=junk`],
    ['0x', 'the digest behind 0x', `0x${GOOD}`],
    ['quoted', 'the digest in quotation marks', `"${GOOD}"`],
    ['twice', 'the digest twice in one value', GOOD + GOOD],
    ['backwards', 'the digest written backwards', [...GOOD].reverse().join('')],
    ['sorted', 'the characters of the digest in another order', [...GOOD].sort().join('')],
    ['named', 'the digest behind the name of its hash', `sha256=${GOOD}`],
    ['behind-equals', 'the digest behind a second =', `junk=${GOOD}`],
    ['blank-within', 'the digest with a blank in its middle', `${GOOD.slice(0, 32)} ${GOOD.slice(32)}`],
  ] as const;
  return [
    ...BAD.map(([name, title, value]) =>
      reject(
        `candidates/${name}-alone`,
        `the only v1 is ${title}`,
        h(value),
        'signature-mismatch',
        'it is not the digest; nor may it throw',
      ),
    ),
    ...BAD.map(([name, title, value]) =>
      accept(
        `candidates/${name}-before`,
        `${title} before the good v1`,
        h(value, GOOD),
        'any match suffices; a candidate that cannot be compared is passed over',
      ),
    ),
    ...BAD.slice(0, 8).map(([name, title, value]) =>
      accept(`candidates/${name}-behind`, `${title} behind the good v1`, h(GOOD, value), 'any match suffices'),
    ),
    accept(
      'candidates/first-of-three',
      'the first of three v1 is good',
      h(GOOD, WRONG, OTHER_BODY),
      'any match suffices',
    ),
    accept(
      'candidates/second-of-three',
      'the second of three v1 is good',
      h(WRONG, GOOD, OTHER_BODY),
      'any match suffices',
    ),
    accept(
      'candidates/third-of-three',
      'the third of three v1 is good',
      h(WRONG, OTHER_BODY, GOOD),
      'any match suffices',
    ),
    accept('candidates/good-twice', 'the good v1 twice', h(GOOD, GOOD), 'any match suffices'),
    accept(
      'candidates/sixteen',
      'the last of sixteen v1 is good',
      h(...Array(15).fill(WRONG), GOOD),
      'no number of v1 is too many within 8 KiB',
    ),
    accept(
      'candidates/hundred',
      'the last of a hundred v1 is good',
      h(...Array(99).fill(WRONG), GOOD),
      'no number of v1 is too many within 8 KiB',
    ),
    accept('candidates/before-t', 'v1 before t', `v1=${GOOD},t=${T}`, 'pairs have names, not places'),
    accept('candidates/around-t', 't between two v1', `v1=${WRONG},t=${T},v1=${GOOD}`, 'pairs have names, not places'),
    reject(
      'candidates/three-wrong',
      'three v1, none good',
      h(WRONG, OTHER_BODY, ''),
      'signature-mismatch',
      'none matches',
    ),
    reject(
      'candidates/in-halves',
      'the digest in two v1',
      h(GOOD.slice(0, 32), GOOD.slice(32)),
      'signature-mismatch',
      'candidates are not joined',
    ),
    reject(
      'candidates/none',
      't alone',
      `t=${T}`,
      'no-signature',
      'nothing is signed; zero candidates are not "all match"',
    ),
    reject(
      'candidates/named-only',
      'v1 without a value',
      `t=${T},v1`,
      'no-signature',
      'an element without = is no pair',
    ),
    reject(
      'candidates/empty-alone-twice',
      'two empty v1',
      h('', ''),
      'signature-mismatch',
      'Svix for Rust accepted an empty one',
    ),
    reject('candidates/star', 'v1=*', h('*'), 'signature-mismatch', 'a candidate is no pattern'),
    open(
      'candidates/upper-case',
      'the digest in upper case',
      h(GOOD.toUpperCase()),
      'signature-mismatch',
      'the digest is lowercase hex; who decodes it first accepts either case',
    ),
    open(
      'candidates/mixed-case',
      'one letter of the digest in upper case',
      h(GOOD.replace(/[a-f]/, letter => letter.toUpperCase())),
      'signature-mismatch',
      'the digest is lowercase hex',
    ),
    accept(
      'candidates/upper-case-before',
      'the digest in upper case before the good one',
      h(GOOD.toUpperCase(), GOOD),
      'any match suffices',
    ),
  ];
}
