import { each, signed, type Table } from './draft.ts';

const HOUR = 3600;
const DAYS_30 = 30 * 24 * HOUR;
const OVERFLOW = 'a number that overflows must not wrap around to now';
const ANY_UNIT = 'stale or far in the future in every unit';

/** Rule 4: 300 seconds on either side, both edges inside. */
export const toleranceCases: Table = ({ accept, NOW, open, reject }) => {
  const at = (seconds: number) => signed(String(NOW + seconds));
  const distances = (...deltas: readonly number[]) =>
    each(deltas, delta => [name(delta), [`t is ${words(delta)}`, at(delta)]]);
  return [
    accept('within 300 s of now', distances(0, -1, 1, -150, 150, -299, 299)),
    accept(
      'exactly 300 s is not outside a tolerance of 300 s',
      each([-300, 300], delta => [name(delta), [`t is ${words(delta)}: the very edge`, at(delta)]]),
    ),
    reject(
      'timestamp-too-old',
      'rule 4; without it a recorded delivery can be replayed for ever',
      distances(-301, -302, -HOUR, -DAYS_30),
    ),
    reject(
      'timestamp-too-new',
      'a tolerance has two sides; most published verifiers check the past only',
      distances(301, 302, HOUR, DAYS_30),
    ),
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
      each([32n, 64n], bits => [
        `wraps-at-${bits}-bits`,
        [`t is now plus 2 to the power of ${bits}`, signed(String(BigInt(NOW) + 2n ** bits))],
      ]),
    ),
    reject('malformed-timestamp', OVERFLOW, { 'thirty-digits': ['t has thirty digits', signed('1'.repeat(30))] }),
    reject(
      'timestamp-too-new',
      'in seconds it is far in the future, in milliseconds stale: a verifier that accepts it checks neither side',
      { 'ms-of-an-hour-ago': ['t is in milliseconds, an hour ago', signed(String((NOW - HOUR) * 1000))] },
    ),
    reject('timestamp-too-new', ANY_UNIT, {
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
    open('timestamp-too-old', 'only 300 is specified; the harness never takes 0 to mean unchecked', {
      'zero-and-late': ['a tolerance of 0, t is an hour ago', at(-HOUR), { toleranceSeconds: 0 }],
    }),
    open('timestamp-too-old', 'only 300 is specified; the harness checks the tolerance that it is given', {
      'ten-and-eleven-late': ['a tolerance of 10, t is 11 s ago', at(-11), { toleranceSeconds: 10 }],
    }),
  ];
};

function name(delta: number): string {
  return delta === 0 ? 'now' : `${Math.abs(delta)}-s-${delta < 0 ? 'ago' : 'ahead'}`;
}

function words(delta: number): string {
  return delta === 0 ? 'now' : `${Math.abs(delta)} s ${delta < 0 ? 'ago' : 'ahead'}`;
}
