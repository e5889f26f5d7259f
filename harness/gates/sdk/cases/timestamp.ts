import { BODY, CURRENT, digest, each, signed, type Table } from './draft.ts';

/** A text beyond ASCII as it stands in a header: its UTF-8 bytes, one character each. */
const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

/** Texts that are not a moment at all. */
const NONSENSE = ['', 'x', 'NaN', 'Infinity', 'null', 'undefined', 'true', 'now', '-T', '-1', '.', '%31', '{}'];

const AS_IT_STANDS = 'rule 2: t is signed as it stands';
const TWO_MESSAGES = 'boundary shift: one signature would cover two messages';

/** `t`: its notation, what is signed of it, and where it ends. */
export const timestampCases: Table = ({ GOOD, NOW, open, reject, T }) => {
  const inDigits = (zero: number) => bytes(Array.from(T, digit => String.fromCharCode(zero + Number(digit))).join(''));
  /** Notations that some language's number parser takes for `T`. */
  const notations = [
    ['plus', 'a plus sign', `+${T}`],
    ['exponent', 'an exponent', `${T}e0`],
    ['hexadecimal', 'hexadecimal digits', `0x${NOW.toString(16)}`],
    ['underscores', 'underscores between the digits', T.replace(/\B(?=(\d{3})+$)/g, '_')],
    ['arabic-digits', 'Arabic-Indic digits', inDigits(0x660)],
    ['full-width-digits', 'full-width digits', inDigits(0xff10)],
    ['letters-behind', 'letters after the digits', `${T}abc`],
    ['unit-behind', 'a unit after the digits', `${T}s`],
  ] as const;
  const signedAs = (t: string, signedBody: string) => digest(CURRENT, t, Buffer.from(signedBody));
  const credited = { body: Buffer.from('{"credited":true}') };
  return [
    ...notations.flatMap(([name, title, t]) => [
      reject('malformed-timestamp', `${AS_IT_STANDS}; a verifier that signs the parsed number accepts a forgery`, {
        [`${name}-over-the-number`]: [
          `t is written with ${title}, the digest is over the plain number`,
          `t=${t},v1=${GOOD}`,
        ],
      }),
      open('malformed-timestamp', 'the format of t is not specified; the harness accepts plain digits only', {
        [`${name}-as-it-stands`]: [`t is written with ${title}, and signed so`, signed(t)],
      }),
    ]),
    reject('signature-mismatch', AS_IT_STANDS, {
      'zero-before-over-the-number': [
        't has a leading zero, the digest is over the plain number',
        `t=0${T},v1=${GOOD}`,
      ],
    }),
    open('accept', 'digits are digits; the signed text cannot be split in another way', {
      'zero-before-as-it-stands': ['t has a leading zero, and is signed so', signed(`0${T}`)],
    }),
    open('malformed-timestamp', 'the format is not specified; the harness is configured with seconds', {
      'rfc-3339': ['t is an RFC 3339 timestamp of now', signed(new Date(NOW * 1000).toISOString().replace('.000', ''))],
    }),
    reject(
      'malformed-timestamp',
      'what is not a moment lies within no tolerance; a comparison with NaN is false on both sides',
      each(NONSENSE, (text, index) => {
        const t = text.replace('T', T);
        return [`nonsense-${index + 1}`, [`t=${t}, and signed so`, signed(t)]];
      }),
    ),
    reject('no-timestamp', 'an element without = is not a pair', {
      'named-only': ['t without a value', `t,v1=${GOOD}`],
    }),
    reject('no-timestamp', 'the pair is named t', { 'upper-case': ['T instead of t', `T=${T},v1=${GOOD}`] }),
    reject('no-timestamp', 'a pair is split at its first =', {
      'in-another-pair': ['t stands in the value of another pair', `x=t=${T},v1=${GOOD}`],
    }),
    reject('malformed-timestamp', '<t>.<body> can be split at another dot unless t is digits only', {
      'boundary-in-a-number': [
        'the body begins within a number of what was signed',
        `t=${T}.{"n":1,v1=${signedAs(T, '{"n":1.5}')}`,
        { body: Buffer.from('5}') },
      ],
    }),
    reject('malformed-timestamp', TWO_MESSAGES, {
      'boundary-before-the-object': [
        'digits and a dot of the body are moved into t',
        `t=${T}.5,v1=${signedAs(T, '5.{"credited":true}')}`,
        credited,
      ],
      'boundary-before-a-zero': [
        'a zero and a dot of the body are moved into t, which stays a whole number',
        `t=${T}.0,v1=${signedAs(T, '0.{"credited":true}')}`,
        credited,
      ],
    }),
    reject('signature-mismatch', 'the dot is part of what is signed', {
      'boundary-into-the-body': [
        'the last digits of t are moved into the body',
        `t=${T.slice(0, -2)},v1=${GOOD}`,
        { body: Buffer.concat([Buffer.from(`${T.slice(-2)}.`), BODY]) },
      ],
    }),
    reject('signature-mismatch', 't is signed too', {
      altered: ['t is one second later than what was signed', `t=${NOW + 1},v1=${GOOD}`],
    }),
    reject('signature-mismatch', 'a replay; a verifier that signs only the body accepts it', {
      refreshed: [
        'an old delivery with a fresh t over its old digest',
        `t=${T},v1=${digest(CURRENT, String(NOW - 86_400))}`,
      ],
    }),
  ];
};
