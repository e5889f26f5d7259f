import { each, type Table } from './draft.ts';

/** "A list of k=v pairs containing t and one or more v1": anything else that it contains is ignored. */
export const otherPairsCases: Table = ({ accept, GOOD, reject, T, WRONG }) => {
  /** Pairs that are neither `t` nor `v1`. */
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
    accept('pairs other than t and v1 are ignored, wherever they stand', {
      'all-at-once': [
        'many other pairs, on every side',
        `v0=${WRONG},kid=1,t=${T},v2=YQ==,v1=${WRONG},x=,v1=${GOOD},v3=z,__proto__=1`,
      ],
    }),
    accept('pairs other than t and v1 are ignored, however many', {
      dozen: ['twelve other pairs before v1', `t=${T},${'k=1,'.repeat(12)}v1=${GOOD}`],
    }),
    accept('repeated or not, it is ignored', {
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
