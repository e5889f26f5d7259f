import type { SignatureCase } from '../signature-case.ts';
import { BODY, CURRENT, type Draft, digest, signed } from './draft.ts';

/** `t`: its notation, what is signed of it, and where it ends. */
export function timestampCases({ GOOD, NOW, open, reject, T }: Draft): readonly SignatureCase[] {
  /** A text of more than ASCII as it stands in a header: its UTF-8 bytes, one character each. */
  const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  const inDigits = (zero: number) => bytes(Array.from(T, digit => String.fromCharCode(zero + Number(digit))).join(''));

  /** Notations that some language's number parser takes for `T`. */
  const NOTATIONS = [
    ['plus', 'a plus sign', `+${T}`],
    ['exponent', 'an exponent', `${T}e0`],
    ['hexadecimal', 'hexadecimal', `0x${NOW.toString(16)}`],
    ['underscores', 'underscores between the digits', T.replace(/\B(?=(\d{3})+$)/g, '_')],
    ['arabic-digits', 'Arabic-Indic digits', inDigits(0x660)],
    ['full-width-digits', 'full-width digits', inDigits(0xff10)],
    ['letters-behind', 'letters behind the digits', `${T}abc`],
    ['unit-behind', 'a unit behind the digits', `${T}s`],
  ] as const;

  /** Texts that are no moment at all. */
  const NONSENSE = ['', 'x', 'NaN', 'Infinity', 'null', 'undefined', 'true', 'now', `-${T}`, '-1', '.', '%31', '{}'];

  /** What stands for a `t` that is not there, in one language or another. */
  const STANDINS = ['', '0', '-1', 'undefined', 'null', 'None', 'NaN', '-62135596800', T];
  return [
    ...NOTATIONS.flatMap(([name, title, t]) => [
      reject(
        `t/${name}-over-the-number`,
        `t is written with ${title}, the digest is over the plain number`,
        `t=${t},v1=${GOOD}`,
        'malformed-timestamp',
        'rule 2: t is signed as it stands; who parses it first and signs the number accepts what was never signed',
      ),
      open(
        `t/${name}-as-it-stands`,
        `t is written with ${title}, and signed so`,
        signed(t),
        'malformed-timestamp',
        'the format of t is not shown; ours takes plain digits alone, so that t ends where it seems to',
      ),
    ]),
    reject(
      't/zero-before-over-the-number',
      't has a zero before it, the digest is over the plain number',
      `t=0${T},v1=${GOOD}`,
      'signature-mismatch',
      'rule 2: t is signed as it stands',
    ),
    open(
      't/zero-before-as-it-stands',
      't has a zero before it, and is signed so',
      signed(`0${T}`),
      'accept',
      'digits are digits; no other cut of the signed text is possible',
    ),
    open(
      't/rfc-3339',
      't is an RFC 3339 timestamp of now',
      signed(new Date(NOW * 1000).toISOString().replace('.000', '')),
      'malformed-timestamp',
      'the format is not shown; ours is told it: seconds',
    ),
    ...NONSENSE.map((t, index) =>
      reject(
        `t/nonsense-${index + 1}`,
        `t=${t}, and signed so`,
        signed(t),
        'malformed-timestamp',
        'what is no moment lies within no tolerance; a comparison with NaN is false on both sides',
      ),
    ),
    ...STANDINS.map((t, index) =>
      reject(
        `t/missing-${index + 1}`,
        `no t; the digest is over "${t}.<body>"`,
        `v1=${digest(CURRENT, t, BODY)}`,
        'no-timestamp',
        'rule 1; a default in place of a missing t must not verify',
      ),
    ),
    reject('t/named-only', 't without a value', `t,v1=${GOOD}`, 'no-timestamp', 'an element without = is no pair'),
    reject('t/upper-case', 'T instead of t', `T=${T},v1=${GOOD}`, 'no-timestamp', 'the pair is named t'),
    reject(
      't/in-another-pair',
      't stands in the value of another pair',
      `x=t=${T},v1=${GOOD}`,
      'no-timestamp',
      'a pair is cut at its first =',
    ),
    reject(
      't/boundary-in-a-number',
      'the body begins within a number of what was signed',
      `t=${T}.{"n":1,v1=${digest(CURRENT, T, Buffer.from('{"n":1.5}'))}`,
      'malformed-timestamp',
      'boundary shift: <t>.<body> can be cut at another dot unless t is digits alone; parseInt lets it through',
      { body: Buffer.from('5}') },
    ),
    reject(
      't/boundary-before-the-object',
      'digits and a dot of the body are moved into t',
      `t=${T}.5,v1=${digest(CURRENT, T, Buffer.from('5.{"credited":true}'))}`,
      'malformed-timestamp',
      'boundary shift: one signature would cover two messages',
      { body: Buffer.from('{"credited":true}') },
    ),
    reject(
      't/boundary-before-a-zero',
      'a zero and a dot of the body are moved into t',
      `t=${T}.0,v1=${digest(CURRENT, T, Buffer.from('0.{"credited":true}'))}`,
      'malformed-timestamp',
      'boundary shift: to who reads t as a decimal number it is whole, and one signature would cover two messages',
      { body: Buffer.from('{"credited":true}') },
    ),
    reject(
      't/boundary-into-the-body',
      'the last digits of t are moved into the body',
      `t=${T.slice(0, -2)},v1=${GOOD}`,
      'signature-mismatch',
      'the dot is part of what is signed',
      { body: Buffer.concat([Buffer.from(`${T.slice(-2)}.`), BODY]) },
    ),
    reject(
      't/altered',
      't is one second later than what was signed',
      `t=${NOW + 1},v1=${GOOD}`,
      'signature-mismatch',
      't is signed too',
    ),
    reject(
      't/refreshed',
      'an old delivery with a fresh t over its old digest',
      `t=${T},v1=${digest(CURRENT, String(NOW - 86_400), BODY)}`,
      'signature-mismatch',
      'a replay; who signs the body alone accepts it',
    ),
  ];
}
