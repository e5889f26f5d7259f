import { TOLERANCE_SECONDS } from '../../../webhooks/signature.ts';
import { BODY, CURRENT, digest, each, INDENTED, PREVIOUS, signed, type Table, type Tables } from './draft.ts';

const HOUR = 3600;
const DAYS_30 = 30 * 24 * HOUR;
const IN_2040 = Date.UTC(2040, 0) / 1000;
const WHATEVER = 'rule 4, whatever else is sent, and however many secrets are known';
const OVERFLOW = 'a number that overflows must not wrap around to now';

/** Rule 4: `t` may differ from the clock by up to 300 seconds either way, inclusive. */
const toleranceCases: Table['cases'] = ({ accept, NOW, open, reject, WRONG }) => {
  const at = (seconds: number) => signed(String(NOW + seconds));
  const distances = (...deltas: readonly number[]) =>
    each(deltas, delta => [name(delta), [`t is ${fromNow(delta)}`, at(delta)]]);
  /** A `t` outside the tolerance in other company. A verifier may then take another path. */
  const beside = (delta: number, t = String(NOW + delta), v1 = digest(CURRENT, t)) => {
    const rows = [
      ['two-v1', 'the right v1 twice', `t=${t},v1=${v1},v1=${v1}`],
      ['other-pairs', 'other pairs', `k=1,t=${t},v0=${WRONG},v1=${v1}`],
      ['two-secrets', 'signed under the second secret', signed(t, BODY, PREVIOUS)],
    ] as const;
    return each(rows, ([of, title, header]) => [
      `${name(delta)}-${of}`,
      [`${title}; t is ${fromNow(delta)}`, header, { secrets: of === 'two-secrets' ? [CURRENT, PREVIOUS] : [CURRENT] }],
    ]);
  };
  return [
    accept('within 300 s of now', distances(0, -1, 1, -150, 150, -299, 299)),
    accept(
      'exactly 300 s is not outside a tolerance of 300 s',
      each([-300, 300], delta => [name(delta), [`t is ${fromNow(delta)}: the very edge`, at(delta)]]),
    ),
    accept('a signed 32-bit number of seconds overflows in January 2038', {
      'in-2040': ['t is now, in the year 2040', signed(String(IN_2040)), { now: IN_2040 }],
    }),
    reject(
      'timestamp-too-old',
      'rule 4; without it a recorded delivery can be replayed for ever',
      distances(-301, -302, -329, -330, -350, -420, -HOUR, -DAYS_30),
    ),
    reject(
      'timestamp-too-new',
      'a tolerance has two sides; most published verifiers check the past only',
      distances(301, 302, 329, 330, 350, 420, HOUR, DAYS_30),
    ),
    reject('timestamp-too-old', WHATEVER, {
      ...beside(-420),
      ...beside(-HOUR),
      '3600-s-ago-large': ['a large body; t is 3600 s ago', signed(String(NOW - HOUR), INDENTED), { body: INDENTED }],
    }),
    reject('timestamp-too-new', WHATEVER, { ...beside(420), ...beside(HOUR) }),
    reject(
      'timestamp-too-old',
      'far past; 0 must not be read as "absent"',
      each(['0', '1', '999999999'], t => [`far-past-${t}`, [`t=${t}`, signed(t)]]),
    ),
    reject(
      'timestamp-too-new',
      'far future, however large',
      each(['9999999999', '253402300800', '9223372036854775807', '18446744073709551616'], t => [
        `far-future-${t}`,
        [`t=${t}`, signed(t)],
      ]),
    ),
    reject(
      'timestamp-too-new',
      OVERFLOW,
      each([16n, 32n, 64n], bits => [
        `wraps-at-${bits}-bits`,
        [`t is now plus 2 to the power of ${bits}`, signed(String(BigInt(NOW) + 2n ** bits))],
      ]),
    ),
    reject('timestamp-too-new', OVERFLOW, { 'wraps-as-nanoseconds': ['t is now plus 2^64 ns', at(18_446_744_074)] }),
    reject('malformed-timestamp', OVERFLOW, {
      'thirty-digits': ['t has thirty digits', signed('1'.repeat(30))],
      'wraps-at-63-bits': ['t is now minus 2 to the power of 63', signed(String(BigInt(NOW) - 2n ** 63n))],
    }),
    reject('timestamp-too-new', 'stale or far in the future in every unit', {
      'ms-of-an-hour-ago': ['t is in milliseconds, an hour ago', signed(String((NOW - HOUR) * 1000))],
      'us-of-an-hour-ago': ['t is in microseconds, an hour ago', signed(String((NOW - HOUR) * 1_000_000))],
      'ns-of-an-hour-ago': ['t is in nanoseconds, an hour ago', signed(`${NOW - HOUR}000000000`)],
    }),
    open('timestamp-too-new', 'the unit is not specified; the harness is configured with seconds and does not guess', {
      'ms-of-now': ['t is in milliseconds, now', signed(`${NOW}000`)],
      'ns-of-now': ['t is in nanoseconds, now', signed(`${NOW}000000000`)],
    }),
    open('accept', 'only 300 is specified; the harness takes 0 to mean this very second', {
      'zero-and-now': ['a tolerance of 0, t is now', at(0), { toleranceSeconds: 0 }],
    }),
    open('timestamp-too-old', 'only 300 is specified; the harness checks the tolerance that it is given, also 0', {
      'zero-and-late': ['a tolerance of 0, t is an hour ago', at(-HOUR), { toleranceSeconds: 0 }],
      'ten-and-eleven-late': ['a tolerance of 10, t is 11 s ago', at(-11), { toleranceSeconds: 10 }],
    }),
  ];
};

function name(delta: number): string {
  return delta === 0 ? 'now' : `${Math.abs(delta)}-s-${delta < 0 ? 'ago' : 'ahead'}`;
}

/** A distance from now in words. @param delta in seconds */
export function fromNow(delta: number): string {
  return delta === 0 ? 'now' : `${Math.abs(delta)} s ${delta < 0 ? 'ago' : 'ahead'}`;
}

/** A non-ASCII text as it appears in a header: its UTF-8 bytes, one character each. */
const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

/** Texts that are not a time, of which the first is empty. */
const NONSENSE = ' x NaN Infinity null undefined true now -T -1 . %31 {} \u00b2'.split(' ');

/** How `t` is written, which text of it is signed, and where it ends. */
const timestampCases: Table['cases'] = ({ GOOD, NOW, open, reject, T }) => {
  const inDigits = (zero: number) => bytes(Array.from(T, digit => String.fromCharCode(zero + Number(digit))).join(''));
  /** Notations of `T` that the number parser of some language accepts. */
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
      reject('malformed-timestamp', 'rule 2: t is signed as it stands, not as the number that it is read as', {
        [`${name}-over-the-number`]: [`t with ${title}, the digest is over the plain number`, `t=${t},v1=${GOOD}`],
      }),
      open('malformed-timestamp', 'the format of t is not specified; the harness accepts plain digits only', {
        [`${name}-as-it-stands`]: [`t is written with ${title}, and signed as it stands`, signed(t)],
      }),
    ]),
    open('accept', 'digits are digits; the signed text cannot be split in another way', {
      'zero-before-as-it-stands': ['t has a leading zero, and is signed as it stands', signed(`0${T}`)],
    }),
    open('malformed-timestamp', 'the format is not specified; the harness is configured with seconds', {
      'rfc-3339': ['t is an RFC 3339 timestamp of now', signed(new Date(NOW * 1000).toISOString().replace('.000', ''))],
    }),
    reject(
      'malformed-timestamp',
      'what is not a moment lies within no tolerance; a comparison with NaN is false on both sides',
      each(NONSENSE, (text, index) => {
        const t = text.replace('T', T);
        return [`nonsense-${index + 1}`, [`t=${t}, and signed as it stands`, signed(t)]];
      }),
    ),
    reject('no-timestamp', 'the pair is named t, and is split at its first =', {
      'named-only': ['t without a value', `t,v1=${GOOD}`],
      'upper-case': ['T instead of t', `T=${T},v1=${GOOD}`],
      'in-another-pair': ['t stands in the value of another pair', `x=t=${T},v1=${GOOD}`],
    }),
    reject('malformed-timestamp', 'a boundary shift: one signature would cover two messages', {
      'boundary-in-a-number': [
        'the body begins within a number of what was signed',
        `t=${T}.{"n":1,v1=${signedAs(T, '{"n":1.5}')}`,
        { body: Buffer.from('5}') },
      ],
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
    reject('signature-mismatch', 't is signed as it stands, and the dot behind it', {
      'zero-before-over-the-number': ['t has a leading zero, the digest is over the number', `t=0${T},v1=${GOOD}`],
      'boundary-into-the-body': [
        'the last digits of t are moved into the body',
        `t=${T.slice(0, -2)},v1=${GOOD}`,
        { body: Buffer.concat([Buffer.from(`${T.slice(-2)}.`), BODY]) },
      ],
      altered: ['t is one second later than what was signed', `t=${NOW + 1},v1=${GOOD}`],
      refreshed: ['an old digest behind a fresh t', `t=${T},v1=${digest(CURRENT, String(NOW - 86_400))}`],
    }),
  ];
};

const REPLAY = 'a replay: refused under either reading; accepted by a verifier that signs one t and compares the other';

/** A repeated `t`. A verifier has to sign and compare the same one. */
const severalTCases: Table['cases'] = ({ GOOD, NOW, open, reject, T }) => {
  const OLD = String(NOW - 86_400);
  const OLD_DIGEST = digest(CURRENT, OLD);
  const LATER = String(NOW + 1);
  return [
    open('accept', 'nothing is ambiguous', {
      equal: ['the same t twice', `t=${T},t=${T},v1=${GOOD}`],
      'equal-around': ['the same t before and after v1', `t=${T},v1=${GOOD},t=${T}`],
    }),
    open('ambiguous-timestamp', 'libraries differ: some take the first t, some the last; the harness takes neither', {
      'first-signed': ['two t, both fresh, the first is signed', `t=${T},t=${LATER},v1=${GOOD}`],
      'last-signed': ['two t, both fresh, the last is signed', `t=${LATER},t=${T},v1=${GOOD}`],
      'both-signed': ['two fresh t, each with its v1', `t=${T},v1=${GOOD},t=${LATER},v1=${digest(CURRENT, LATER)}`],
      'second-is-nonsense': ['a signed t, and one that is not a number', `t=${T},t=x,v1=${GOOD}`],
      'other-notation': ['the same number twice, once with a leading zero', `t=${T},t=0${T},v1=${GOOD}`],
    }),
    reject('ambiguous-timestamp', REPLAY, {
      'replayed-fresh-last': ['an old signed t, then a fresh one', `t=${OLD},t=${T},v1=${OLD_DIGEST}`],
      'replayed-fresh-first': ['a fresh t, then the old signed one', `t=${T},t=${OLD},v1=${OLD_DIGEST}`],
      'replayed-behind-v1': ['an old delivery as it was, then a fresh t', `t=${OLD},v1=${OLD_DIGEST},t=${T}`],
      'none-signed': ['two t, neither is signed', `t=${T},t=${LATER},v1=${OLD_DIGEST}`],
    }),
  ];
};

/** Cases about `t` and its distance from the clock. */
export const TIME_TABLES: Tables = {
  tolerance: {
    requirement: 'receiver.tolerance',
    open: {
      varied: ({ toleranceSeconds }) =>
        toleranceSeconds === TOLERANCE_SECONDS
          ? 'a t in another unit than seconds'
          : 'a webhook under a tolerance other than 300 s',
      ifAccepted: 'an old webhook passes for a fresh one if the unit of t or the tolerance is guessed',
      ifRefused: 'webhooks within the tolerance are never acted on',
    },
    cases: toleranceCases,
  },
  t: {
    requirement: 'signature.t',
    open: {
      varied: ({ choice }) =>
        choice === 'accept' ? 'a t with a leading zero' : 'a t that is not written in plain digits',
      ifAccepted: 'two readers may read t differently: what one checks, the other does not',
      ifRefused: 'webhooks are never acted on if the service writes t so',
    },
    cases: timestampCases,
  },
  'several-t': {
    requirement: 'signature.t',
    open: {
      varied: () => 'a repeated t',
      ifAccepted: 'a webhook may be replayed under a t that somebody added to its header',
      ifRefused: 'webhooks are never acted on if a proxy repeats a pair of the header',
    },
    cases: severalTCases,
  },
};
