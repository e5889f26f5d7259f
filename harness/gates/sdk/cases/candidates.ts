import { BODY, CURRENT, digest, each, type Table } from './draft.ts';

const ANY = 'any match suffices';
const NO_LIMIT = 'no number of v1 is too many within 8 KiB';
const NAMES = 'pairs have names, not places';

/** Rule 3: every `v1` is a candidate, and a malformed one does not affect the others. */
export const candidatesCases: Table = ({ accept, GOOD, header: h, open, reject, T, WRONG }) => {
  const OTHER_BODY = digest(CURRENT, T, Buffer.concat([BODY, Buffer.from(' ')]));
  /** Candidates that match nothing, each of which makes some published verifier throw, stop or match. */
  const bad = [
    ['wrong', 'a digest under another secret', WRONG],
    ['empty', 'an empty value', ''],
    ['one-short', 'a digest cut by one character', GOOD.slice(0, -1)],
    ['one-long', 'a digest with one character more', `${GOOD}0`],
    ['odd-tail', 'a digest with a tail that is not hex', `${GOOD}zz`],
    ['half', 'half a digest', GOOD.slice(0, 32)],
    ['not-hex', '64 characters that are not hex', 'z'.repeat(64)],
    ['high-byte', '64 characters, one of them beyond ASCII', `${GOOD.slice(0, -1)}\u00e9`],
    ['all-high-bytes', '64 characters beyond ASCII', '\u00ff'.repeat(64)],
    ['base64', 'the digest in base64', Buffer.from(GOOD, 'hex').toString('base64')],
    ['padding', 'the digest, =, and more', `${GOOD}=junk`],
    ['0x', 'the digest after 0x', `0x${GOOD}`],
    ['quoted', 'the digest in quotation marks', `"${GOOD}"`],
    ['twice', 'the digest twice in one value', GOOD + GOOD],
    ['backwards', 'the digest written backwards', [...GOOD].reverse().join('')],
    ['sorted', 'the characters of the digest in another order', [...GOOD].sort().join('')],
    ['named', 'the digest after the name of its hash', `sha256=${GOOD}`],
    ['behind-equals', 'the digest after a second =', `junk=${GOOD}`],
    ['blank-within', 'the digest with a space in its middle', `${GOOD.slice(0, 32)} ${GOOD.slice(32)}`],
  ] as const;
  return [
    reject(
      'signature-mismatch',
      'it is not the digest; nor may it throw',
      each(bad, ([name, title, value]) => [`${name}-alone`, [`the only v1 is ${title}`, h(value)]]),
    ),
    accept(
      'any match suffices; a candidate that cannot be compared is skipped',
      each(bad, ([name, title, value]) => [`${name}-before`, [`${title} before the good v1`, h(value, GOOD)]]),
    ),
    accept(
      ANY,
      each(bad.slice(0, 8), ([name, title, value]) => [
        `${name}-behind`,
        [`${title} after the good v1`, h(GOOD, value)],
      ]),
    ),
    accept(ANY, {
      'first-of-three': ['the first of three v1 is good', h(GOOD, WRONG, OTHER_BODY)],
      'second-of-three': ['the second of three v1 is good', h(WRONG, GOOD, OTHER_BODY)],
      'third-of-three': ['the third of three v1 is good', h(WRONG, OTHER_BODY, GOOD)],
      'good-twice': ['the good v1 twice', h(GOOD, GOOD)],
    }),
    accept(NO_LIMIT, {
      sixteen: ['the last of sixteen v1 is good', h(...Array(15).fill(WRONG), GOOD)],
      hundred: ['the last of a hundred v1 is good', h(...Array(99).fill(WRONG), GOOD)],
    }),
    accept(NAMES, {
      'before-t': ['v1 before t', `v1=${GOOD},t=${T}`],
      'around-t': ['t between two v1', `v1=${WRONG},t=${T},v1=${GOOD}`],
    }),
    reject('signature-mismatch', 'none matches', { 'three-wrong': ['three v1, none good', h(WRONG, OTHER_BODY, '')] }),
    reject('signature-mismatch', 'candidates are not joined', {
      'in-halves': ['the digest in two v1', h(GOOD.slice(0, 32), GOOD.slice(32))],
    }),
    reject('no-signature', 'nothing is signed; zero candidates are not "all match"', { none: ['t alone', `t=${T}`] }),
    reject('no-signature', 'an element without = is not a pair', { 'named-only': ['v1 without a value', `t=${T},v1`] }),
    reject('signature-mismatch', 'Svix for Rust accepted an empty one', {
      'empty-alone-twice': ['two empty v1', h('', '')],
    }),
    reject('signature-mismatch', 'a candidate is not a pattern', { star: ['v1=*', h('*')] }),
    open('signature-mismatch', 'the digest is lowercase hex; a verifier that decodes it accepts either case', {
      'upper-case': ['the digest in upper case', h(GOOD.toUpperCase())],
      'mixed-case': [
        'one letter of the digest in upper case',
        h(GOOD.replace(/[a-f]/, letter => letter.toUpperCase())),
      ],
    }),
    accept(ANY, { 'upper-case-before': ['the digest in upper case before the good one', h(GOOD.toUpperCase(), GOOD)] }),
  ];
};
