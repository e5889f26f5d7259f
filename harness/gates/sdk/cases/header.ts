import { each, signed, type Table } from './draft.ts';

/** The header is "a list of k=v pairs containing t and one or more v1". Other pairs are ignored. */
const otherPairsCases: Table['cases'] = ({ accept, GOOD, reject, T, WRONG }) => {
  /** Pairs other than `t` and `v1`. */
  const pairs = [
    ['v0', `v0=${WRONG}`],
    ['v2-base64', 'v2=q9Xv0w=='],
    ['v2-padding-alone', 'v2=='],
    ['v2-hex', `v2=${'0'.repeat(128)}`],
    ['v10', `v10=${WRONG}`],
    ['v1a', `v1a=${WRONG}`],
    ['upper-case-v1', `V1=${WRONG}`],
    ['upper-case-t', 'T=1'],
    ['ts', 'ts=1'],
    ['ends-in-t', 'at=1'],
    ['ends-in-v1', `xv1=${WRONG}`],
    ['v01', `v01=${WRONG}`],
    ['alg', 'alg=hmac-sha256'],
    ['empty-value', 'n='],
    ['equals-in-value', 'x=y=z'],
    ['t-in-value', 'x=t=1'],
    ['v1-in-value', `x=v1=${WRONG}`],
    ['proto', '__proto__=1'],
    ['proto-of-pairs', '__proto__=t'],
    ['constructor', 'constructor=2'],
    ['to-string', 'toString=3'],
    ['has-own-property', 'hasOwnProperty=4'],
    ['length', 'length=0'],
    ['digits', '0=1'],
    ['high-bytes', '\u00e9=\u00ff'],
    ['quoted', 'note="x"'],
    ['long-value', `note=${'x'.repeat(4000)}`],
  ] as const;
  const short = (pair: string) => (pair.length > 40 ? `${pair.slice(0, 24)}…` : pair);
  return [
    accept(
      'pairs other than t and v1 are ignored',
      each(pairs, ([name, pair]) => [name, [`${short(pair)} beside a good signature`, `t=${T},${pair},v1=${GOOD}`]]),
    ),
    accept('pairs other than t and v1 are ignored, wherever they stand and however many', {
      'all-at-once': [
        'many other pairs, on every side',
        `v0=${WRONG},kid=1,t=${T},v2=YQ==,v1=${WRONG},x=,v1=${GOOD},v3=z,__proto__=1`,
      ],
      dozen: ['twelve other pairs before v1', `t=${T},${'k=1,'.repeat(12)}v1=${GOOD}`],
      repeated: ['another pair three times', `k=1,t=${T},k=2,v1=${GOOD},k=3`],
    }),
    reject(
      'no-timestamp',
      'only t is the time that was signed',
      each(['at', 'tt', 't0', 'ts', 'timestamp'], name => [
        `time-in-${name}`,
        [`the time stands in ${name}`, `${name}=${T},v1=${GOOD}`],
      ]),
    ),
    reject(
      'no-signature',
      'only v1 is the signature of this scheme; v0 in its place would be a downgrade',
      each(['v0', 'v2', 'v10', 'v01', 'v1a', 'xv1', 'V1', 'v', '1', '__proto__', 'v1[]', 'sig'], name => [
        `good-digest-in-${name}`,
        [`the digest stands in ${name}`, `t=${T},${name}=${GOOD}`],
      ]),
    ),
  ];
};

const AROUND = 'white space around pairs is left open; proxies that join header lines add a space after the comma';
const WITHIN = 'white space is left open; the harness keeps it within a pair, and signs none around a pair';
const UNSIGNED = 'an unsigned delivery is not to be acted on';

/** White space, empty elements, several header lines and size. */
const layoutCases: Table['cases'] = ({ accept, GOOD, open, reject, T, WRONG }) => {
  const SOUND = `t=${T},v1=${GOOD}`;
  const many = (count: number) => Array.from({ length: count }, () => `v1=${WRONG}`).join(',');
  return [
    open('accept', AROUND, {
      'blank-behind-comma': ['a space after the comma', `t=${T}, v1=${GOOD}`],
      'blank-before-comma': ['a space before the comma', `t=${T} ,v1=${GOOD}`],
      tabs: ['tabs around the pairs', `\tt=${T}\t,\tv1=${GOOD}\t`],
      'blanks-at-the-ends': ['spaces at both ends', `  ${SOUND}  `],
    }),
    open('signature-mismatch', WITHIN, {
      'blank-behind-equals-of-v1': ['a space after the = of v1', `t=${T},v1= ${GOOD}`],
      'blank-in-t-signed': ['a space after t, which is signed with it', signed(`${T} `)],
      'no-break-space': ['a non-breaking space before the digest', `t=${T},v1=\u00a0${GOOD}`],
    }),
    open('no-signature', WITHIN, { 'blank-before-equals-of-v1': ['a space before the = of v1', `t=${T},v1 =${GOOD}`] }),
    open('malformed-timestamp', WITHIN, {
      'blank-behind-equals-of-t': ['a space after the = of t', `t= ${T},v1=${GOOD}`],
    }),
    open('accept', 'elements that are not pairs are left open; the harness ignores them', {
      'comma-behind': ['a trailing comma', `${SOUND},`],
      'comma-before': ['a leading comma', `,${SOUND}`],
      'two-commas': ['two commas', `t=${T},,v1=${GOOD}`],
      'many-commas': ['a thousand commas', `t=${T}${','.repeat(1000)}v1=${GOOD}`],
      'bare-word': ['an element without =', `t=${T},hello,v1=${GOOD}`],
      nameless: ['an element that begins with =', `t=${T},=x,v1=${GOOD}`],
      'bare-v1': ['v1 without = beside a good one', `t=${T},v1,v1=${GOOD}`],
    }),
    open('accept', 'header arrays are left open; HTTP reads several lines as one list', {
      'one-line-array': ['an array of one line', [SOUND]],
      'two-lines': ['t and v1 on separate lines', [`t=${T}`, `v1=${GOOD}`]],
      'second-line-good': ['a second line holds the good v1', [`t=${T},v1=${WRONG}`, `v1=${GOOD}`]],
      'empty-second-line': ['an empty second line', [SOUND, '']],
      'same-line-twice': ['the same line twice', [SOUND, SOUND]],
    }),
    open('ambiguous-timestamp', 'header arrays and a repeated t are left open; the harness takes neither t', {
      'good-line-and-other-t': ['a good line, and one with another t', [SOUND, 't=1']],
    }),
    reject('no-header', UNSIGNED, { 'no-lines': ['an array of no lines', []] }),
    reject('no-timestamp', UNSIGNED, { 'empty-lines': ['an array of empty lines', ['', '']] }),
    accept('below 8 KiB every receiver reads it whole', {
      'seven-kilobytes': ['a header of 7 KiB, the good v1 last', `t=${T},${many(105)},v1=${GOOD}`],
    }),
    open('accept', 'headers over 8 KiB are left open; the harness reads them whole', {
      'over-8-kilobytes': ['a header of over 8 KiB, the good v1 last', `t=${T},${many(125)},v1=${GOOD}`],
      'long-other-pair': ['another pair of over 8 KiB', `t=${T},note=${'x'.repeat(8200)},v1=${GOOD}`],
    }),
    reject('malformed-timestamp', 'it overflows every number; it may not throw', {
      'long-t': ['t of a thousand digits', signed('9'.repeat(1000))],
    }),
    reject('signature-mismatch', 'none matches as a whole, however many there are and however lines are read', {
      'forged-lines': ['two lines, neither good', [`t=${T},v1=${WRONG}`, 'v1=']],
      'over-8-kilobytes-forged': ['a header of over 8 KiB, no v1 good', `t=${T},${many(125)}`],
      'long-v1': ['the digest and four thousand characters more', `t=${T},v1=${GOOD}${'0'.repeat(4000)}`],
    }),
  ];
};

/** Cases about other pairs in the header and about its layout. */
export const HEADER_TABLES: { readonly [table in 'others' | 'layout']: Table } = {
  others: { requirement: 'signature.pairs', cases: otherPairsCases },
  layout: {
    requirement: 'signature.pairs',
    open: {
      varied: 'an unusual layout of the header',
      ifAccepted: 'two readers may see different pairs in one header',
      ifRefused: 'webhooks are never acted on if the service or a proxy writes the header so',
    },
    cases: layoutCases,
  },
};
