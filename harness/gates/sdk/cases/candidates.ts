import { createHmac } from 'node:crypto';
import { BODY, CURRENT, digest, each, FOREIGN, PREVIOUS, type Table, type Tables } from './draft.ts';

/** What verifiers in various languages may substitute for a missing `t`, as the text before the dot. */
const TEXTS = {
  empty: '',
  zero: '0',
  'minus-one': '-1',
  undefined: 'undefined',
  null: 'null',
  none: 'None',
  nil: 'nil',
  'not-a-number': 'NaN',
  'invalid-date': 'Invalid Date',
  false: 'false',
  'name-of-t': 't',
  'zero-time-of-go': '-62135596800',
  epoch: '1970-01-01T00:00:00.000Z',
} as const;

/** What a verifier may sign by mistake if `t` is missing: a name, a title and the bytes. */
const messages = (T: string): readonly (readonly [name: string, title: string, message: Buffer])[] => [
  ...Object.entries({ ...TEXTS, now: T, 'now-in-ms': `${T}000` }).map(
    ([name, text]) => [name, `"${text}.<body>"`, Buffer.concat([Buffer.from(`${text}.`), BODY])] as const,
  ),
  ['body', 'the body alone', BODY],
  ['nothing', 'an empty text', Buffer.alloc(0)],
  ['dot', 'a dot alone', Buffer.from('.')],
  ['time', '"<now>." without a body', Buffer.from(`${T}.`)],
];

const hmacOf = (message: Buffer) => createHmac('sha256', CURRENT).update(message).digest('hex');

/** Headers without `t` or `v1`, forged with the right secret. Only a verifier that tolerates the gap accepts them. */
const incompleteCases: Table['cases'] = ({ reject, T }) => {
  const all = messages(T).map(([name]) => name);
  const few = ['empty', 'undefined', 'not-a-number', 'zero', 'body', 'nothing'];
  /** Headers in which a star stands for the digest. */
  const headers = [
    ['no-t', 'no t', 'no-timestamp', all, 'v1=*'],
    ['bare-t', 't without a value', 'no-timestamp', few, 't,v1=*'],
    ['empty-t', 'an empty t', 'malformed-timestamp', [...few.slice(1), 'now'], 't=,v1=*'],
    ['no-v1', 'no v1, a bare digest behind t', 'no-signature', [...few, 'now'], `t=${T},*`],
    ['nameless-v1', 'no v1, a digest behind = without a name', 'no-signature', [...few, 'now'], `t=${T},=*`],
    ['neither', 'only a digest', 'no-timestamp', few, '*'],
  ] as const;
  return headers.map(([prefix, what, reason, names, header]) => {
    const own = messages(T).filter(([name]) => names.includes(name));
    const rows = each(own, ([name, title, message]) => [
      `${prefix}-${name}`,
      [`${what}; the digest is over ${title}`, header.replace('*', hmacOf(message))],
    ]);
    return reject(reason, 'rule 1; a default in place of what is missing must not verify', rows);
  });
};

const ANY = 'any match suffices';

/** Rule 3: every `v1` is a candidate, and a malformed one does not affect the others. */
const candidatesCases: Table['cases'] = ({ accept, GOOD, header: h, open, reject, T, WRONG }) => {
  const OTHER_BODY = digest(CURRENT, T, Buffer.concat([BODY, Buffer.from(' ')]));
  /** Different digests, none of them good. */
  const wrongs = (length: number) => Array.from({ length }, (_, nth) => digest(FOREIGN, `${T}${nth}`));
  /** The digest with two other characters, which hashes that multiply by this factor do not tell apart. */
  const alike = (factor: number) =>
    GOOD.replace(/(.)([a-f])/, (_, one: string, next: string) =>
      String.fromCharCode(one.charCodeAt(0) + 1, next.charCodeAt(0) - factor),
    );
  /** Candidates that match nothing. Each makes some published verifier throw, stop or match. */
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
    ['256-more', 'a digest with 256 characters more', GOOD + '0'.repeat(256)],
    ['base64', 'the digest in base64', Buffer.from(GOOD, 'hex').toString('base64')],
    ['padding', 'the digest, =, and more', `${GOOD}=junk`],
    ['0x', 'the digest after 0x', `0x${GOOD}`],
    ['quoted', 'the digest in quotation marks', `"${GOOD}"`],
    ['zeros-in-front', 'the digest after zeros', `00${GOOD}`],
    ['sign-in-front', 'the digest after a plus sign', `+${GOOD}`],
    ['zeros', '64 zeros', '0'.repeat(64)],
    ['pattern', 'a pattern that fits any text', '.*'],
    ['twice', 'the digest twice in one value', GOOD + GOOD],
    ['backwards', 'the digest written backwards', [...GOOD].reverse().join('')],
    ['sorted', 'the characters of the digest in another order', [...GOOD].sort().join('')],
    ['named', 'the digest after the name of its hash', `sha256=${GOOD}`],
    ['behind-equals', 'the digest after a second =', `junk=${GOOD}`],
    ['equals-behind', 'the digest and =', `${GOOD}=`],
    ['semicolon-behind', 'the digest, a semicolon and more', `${GOOD};junk`],
    ['hyphen-within', 'the digest with a hyphen in its middle', `${GOOD.slice(0, 32)}-${GOOD.slice(32)}`],
    ['blank-within', 'the digest with a space in its middle', `${GOOD.slice(0, 32)} ${GOOD.slice(32)}`],
    ...[31, 33].map(
      factor =>
        [`hash-${factor}`, `a text with the short hash of the digest, h * ${factor} + c`, alike(factor)] as const,
    ),
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
      each(bad.slice(0, 8), ([name, title, value]) => [`${name}-behind`, [`${title} after a good v1`, h(GOOD, value)]]),
    ),
    accept(ANY, {
      'first-of-three': ['the first of three v1 is good', h(GOOD, WRONG, OTHER_BODY)],
      'second-of-three': ['the second of three v1 is good', h(WRONG, GOOD, OTHER_BODY)],
      'third-of-three': ['the third of three v1 is good', h(WRONG, OTHER_BODY, GOOD)],
      'good-twice': ['the good v1 twice', h(GOOD, GOOD)],
      sixteen: ['the last of sixteen v1 is good', h(...Array(15).fill(WRONG), GOOD)],
      hundred: ['the last of a hundred v1 is good', h(...wrongs(99), GOOD)],
      'before-t': ['v1 before t', `v1=${GOOD},t=${T}`],
      'good-before-t': ['t between two v1, of which the first is good', `v1=${GOOD},t=${T},v1=${WRONG}`],
      'around-t': ['t between two v1', `v1=${WRONG},t=${T},v1=${GOOD}`],
    }),
    reject('signature-mismatch', 'none is the digest; they are neither joined nor patterns', {
      'three-wrong': ['three v1, none good', h(WRONG, OTHER_BODY, '')],
      'in-halves': ['the digest in two v1', h(GOOD.slice(0, 32), GOOD.slice(32))],
      'empty-alone-twice': ['two empty v1', h('', '')],
      star: ['v1=*', h('*')],
      'nul-within': ['the digest with a NUL in its middle', h(`${GOOD.slice(0, 32)}\0${GOOD.slice(32)}`)],
      'line-within': ['the digest on a line of its own, between others', h(`x\n${GOOD}\nx`)],
    }),
    reject('no-signature', 'nothing is signed; zero candidates are not "all match"', { none: ['t alone', `t=${T}`] }),
    reject('no-signature', 'an element without = is not a pair', { 'named-only': ['v1 without a value', `t=${T},v1`] }),
    open('signature-mismatch', 'the digest is lowercase hex; a verifier that decodes it accepts either case', {
      'upper-case': ['the digest in upper case', h(GOOD.toUpperCase())],
      'mixed-case': ['a letter of the digest in upper case', h(GOOD.replace(/[a-f]/, letter => letter.toUpperCase()))],
    }),
    accept(ANY, { 'upper-case-before': ['the digest in upper case before the good one', h(GOOD.toUpperCase(), GOOD)] }),
  ];
};

const BOTH = { secrets: [CURRENT, PREVIOUS] };
const WITH_EMPTY = { secrets: ['', CURRENT] };

/** Several secrets at the sender or at the receiver. */
const rotationCases: Table['cases'] = ({ accept, GOOD, header: h, open, reject, T, WRONG }) => {
  const OLD = digest(PREVIOUS, T);
  const EMPTY_KEY = digest('', T);
  const retired = Array.from({ length: 9 }, (_, index) => `whsec_retired_${index}`);
  return [
    accept('any match of a v1 with a known secret suffices', {
      'new-then-old': ['signed under both secrets, newest first; both are known', h(GOOD, OLD), BOTH],
      'old-then-new': ['signed under both secrets, oldest first; both are known', h(OLD, GOOD), BOTH],
      'only-new-known': ['signed under both, oldest first; only the new one is known', h(OLD, GOOD)],
      'only-old-known': ['both sign, newest first; only the old one is known', h(GOOD, OLD), { secrets: [PREVIOUS] }],
      'signed-new': ['signed under the new secret only; both are known', h(GOOD), BOTH],
      'signed-old': ['signed under the old secret only; both are known', h(OLD), BOTH],
      'known-in-other-order': ['signed under the second known secret', h(GOOD), { secrets: [PREVIOUS, CURRENT] }],
      'third-of-three': ['signed under the third of three secrets', h(GOOD), { secrets: [FOREIGN, PREVIOUS, CURRENT] }],
      'every-position': [
        'three v1, three secrets, only the last of each belong together',
        h(digest('whsec_a', T), digest('whsec_b', T), GOOD),
        { secrets: ['whsec_c', 'whsec_d', CURRENT] },
      ],
      'same-secret-twice': ['the same secret is known twice', h(GOOD), { secrets: [CURRENT, CURRENT] }],
      'ten-secrets': ['signed under the last of ten known secrets', h(GOOD), { secrets: [...retired, CURRENT] }],
    }),
    reject('signature-mismatch', 'no known secret fits, and each secret is a key of its own', {
      stranger: ['signed under a secret that is not known', h(WRONG), BOTH],
      retired: ['signed under the old secret, which is no longer known', h(OLD)],
      'joined-secrets': ['signed under both secrets joined by a comma', h(digest(BOTH.secrets.join(','), T)), BOTH],
    }),
    reject('no-secret', 'without a secret nothing verifies', {
      'no-secrets': ['no secret is known', h(GOOD), { secrets: [] }],
      'no-secrets-empty-key': ['no secret is known; signed under the empty key', h(EMPTY_KEY), { secrets: [] }],
    }),
    open('no-secret', 'anyone can sign under the empty key; the harness takes an empty secret as none', {
      'empty-secret': ['the only secret is empty; signed under the empty key', h(EMPTY_KEY), { secrets: [''] }],
    }),
    open('accept', 'the harness ignores an empty secret; a verifier that throws is at least safe', {
      'empty-beside-good': ['an empty secret beside the good one', h(GOOD), WITH_EMPTY],
    }),
    open('signature-mismatch', 'the harness ignores an empty secret', {
      'empty-beside-good-forged': ['the empty key signs; a good one is known, too', h(EMPTY_KEY), WITH_EMPTY],
    }),
  ];
};

const OTHERS_REFUSE = 'another SDK refuses the same webhook: a digest is written in lowercase';

/** Cases about the pairs and secrets: `t` or `v1` missing, several `v1`, several secrets. */
export const CANDIDATE_TABLES: Tables = {
  incomplete: { requirement: 'signature.pairs', cases: incompleteCases },
  candidates: {
    requirement: 'receiver.any-v1',
    open: { varied: () => 'a digest in uppercase', ifAccepted: OTHERS_REFUSE, ifRefused: OTHERS_REFUSE },
    cases: candidatesCases,
  },
  rotation: {
    requirement: 'signature.rotation',
    open: {
      varied: () => 'an empty secret',
      ifAccepted: 'anyone can sign a webhook: an empty key is known to all',
      ifRefused: 'an empty entry in the list of secrets stops all webhooks',
    },
    cases: rotationCases,
  },
};
