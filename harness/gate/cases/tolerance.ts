import type { SignatureCase } from '../signature-case.ts';
import { type Draft, signed } from './draft.ts';

/** Rule 4: 300 seconds on either side, both edges inside. */
export function toleranceCases({ accept, NOW, open, reject }: Draft): readonly SignatureCase[] {
  const HOUR = 3600;
  const INSIDE = [0, -1, 1, -150, 150, -299, 299] as const;
  return [
    ...INSIDE.map(delta =>
      accept(`tolerance/${name(delta)}`, `t is ${words(delta)}`, signed(String(NOW + delta)), 'within 300 s of now'),
    ),
    ...[-300, 300].map(delta =>
      accept(
        `tolerance/${name(delta)}`,
        `t is ${words(delta)}: the very edge`,
        signed(String(NOW + delta)),
        'exactly 300 s is not outside a tolerance of 300 s',
      ),
    ),
    ...[-301, -302, -HOUR, -30 * 24 * HOUR].map(delta =>
      reject(
        `tolerance/${name(delta)}`,
        `t is ${words(delta)}`,
        signed(String(NOW + delta)),
        'timestamp-too-old',
        'rule 4; without it a recorded delivery can be replayed for ever',
      ),
    ),
    ...[301, 302, HOUR, 30 * 24 * HOUR].map(delta =>
      reject(
        `tolerance/${name(delta)}`,
        `t is ${words(delta)}`,
        signed(String(NOW + delta)),
        'timestamp-too-new',
        'a tolerance has two sides; most published verifiers check the past only',
      ),
    ),
    ...['0', '1', '999999999'].map(t =>
      reject(
        `tolerance/far-past-${t}`,
        `t=${t}`,
        signed(t),
        'timestamp-too-old',
        'far past; 0 must not be read as "absent"',
      ),
    ),
    ...['9999999999', '253402300800', '9223372036854775807', '18446744073709551616'].map(t =>
      reject(`tolerance/far-future-${t}`, `t=${t}`, signed(t), 'timestamp-too-new', 'far future, however large'),
    ),
    ...[32n, 64n].map(bits =>
      reject(
        `tolerance/wraps-at-${bits}-bits`,
        `t is now and 2 to the power of ${bits}`,
        signed(String(BigInt(NOW) + 2n ** bits)),
        'timestamp-too-new',
        'a number that overflows must not wrap around to now',
      ),
    ),
    reject(
      'tolerance/thirty-digits',
      't has thirty digits',
      signed('1'.repeat(30)),
      'malformed-timestamp',
      'a number that overflows must not wrap around to now',
    ),
    reject(
      'tolerance/ms-of-an-hour-ago',
      't is in milliseconds, an hour ago',
      signed(String((NOW - HOUR) * 1000)),
      'timestamp-too-new',
      'read in seconds it is far future, read in milliseconds it is stale: who accepts checks neither side',
    ),
    reject(
      'tolerance/us-of-an-hour-ago',
      't is in microseconds, an hour ago',
      signed(String((NOW - HOUR) * 1_000_000)),
      'timestamp-too-new',
      'stale or far future in every unit',
    ),
    reject(
      'tolerance/ns-of-an-hour-ago',
      't is in nanoseconds, an hour ago',
      signed(`${NOW - HOUR}000000000`),
      'timestamp-too-new',
      'stale or far future in every unit',
    ),
    open(
      'tolerance/ms-of-now',
      't is in milliseconds, now',
      signed(`${NOW}000`),
      'timestamp-too-new',
      'the unit is not shown; one that guesses the unit may accept, ours is told the unit: seconds',
    ),
    open(
      'tolerance/ns-of-now',
      't is in nanoseconds, now',
      signed(`${NOW}000000000`),
      'timestamp-too-new',
      'the unit is not shown; ours is told the unit: seconds',
    ),
    open(
      'tolerance/zero-and-now',
      'a tolerance of 0, t is now',
      signed(String(NOW)),
      'accept',
      'only 300 is specified; ours takes 0 for "the very moment"',
      { toleranceSeconds: 0 },
    ),
    open(
      'tolerance/zero-and-late',
      'a tolerance of 0, t is an hour ago',
      signed(String(NOW - HOUR)),
      'timestamp-too-old',
      'only 300 is specified; ours never takes 0 for "unchecked"',
      { toleranceSeconds: 0 },
    ),
    open(
      'tolerance/ten-and-eleven-late',
      'a tolerance of 10, t is 11 s ago',
      signed(String(NOW - 11)),
      'timestamp-too-old',
      'only 300 is specified; ours holds to what it is told',
      { toleranceSeconds: 10 },
    ),
  ];
}

function name(delta: number): string {
  return delta === 0 ? 'now' : `${Math.abs(delta)}-s-${delta < 0 ? 'ago' : 'ahead'}`;
}

function words(delta: number): string {
  return delta === 0 ? 'now' : `${Math.abs(delta)} s ${delta < 0 ? 'ago' : 'ahead'}`;
}
