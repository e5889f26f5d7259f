import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatTimestamp,
  hasFraction,
  nearestUnit,
  sentNanoseconds,
  TIMESTAMP_UNITS,
  timestampNanoseconds,
} from './timestamp.ts';

const MOMENT = 1_700_000_000_123_456_789n;

test.each([
  ['s', '1700000000', 1_700_000_000_000_000_000n],
  ['ms', '1700000000123', 1_700_000_000_123_000_000n],
  ['us', '1700000000123456', 1_700_000_000_123_456_000n],
  ['ns', '1700000000123456789', MOMENT],
  ['iso', '2023-11-14T22:13:20Z', 1_700_000_000_000_000_000n],
] as const)('A time is written in %s as %s, and read again in whole units', (unit, t, nanoseconds) => {
  expect(formatTimestamp(MOMENT, unit)).toBe(t);
  expect(timestampNanoseconds(t, unit)).toBe(nanoseconds);
});

test('A time written in any unit can be read again', () => {
  const moments = fc.bigInt({ min: 0n, max: 253_402_300_799n * 1_000_000_000n });
  fc.assert(
    fc.property(moments, fc.constantFrom(...TIMESTAMP_UNITS), (moment, unit) => {
      const size = { s: 1_000_000_000n, ms: 1_000_000n, us: 1000n, ns: 1n, iso: 1_000_000_000n }[unit];
      expect(timestampNanoseconds(formatTimestamp(moment, unit), unit)).toBe(moment - (moment % size));
    }),
  );
});

test.each(['0', '00', '0001700000000', '9'.repeat(24)])('Decimal units %s is read by its digits', t => {
  expect(timestampNanoseconds(t, 's')).toBe(BigInt(t) * 1_000_000_000n);
  expect(timestampNanoseconds(t, 'ns')).toBe(BigInt(t));
});

test.each([
  ...['', '+1700000000', '-1700000000', '1700000000.0', '1700000000.', '.9', '1.7e9', '1e9', '1_700_000_000'],
  ...['0x6553f100', '1700000000 ', ' 1700000000', '\t1', '1700000000\n', '17000000OO', '١٧٠٠٠٠٠٠٠٠'],
  ...['\uff11700000000', 'NaN', 'Infinity', 'abc', '1700000000abc', '9'.repeat(25), '2023-11-14T22:13:20Z'],
])('%j has no decimal unit', t => {
  for (const unit of ['s', 'ms', 'us', 'ns'] as const) expect(timestampNanoseconds(t, unit)).toBeUndefined();
});

test.each([
  ['1700000000.123', 's'],
  ['1700000000123.4567', 'ms'],
] as const)('A t of %s is %s with a fraction, which only a sender may write', (t, unit) => {
  expect(sentNanoseconds(t, unit)).toBe(timestampNanoseconds(t.split('.')[0] ?? '', unit));
  expect(hasFraction(t)).toBe(true);
  expect(nearestUnit(t, 1_700_000_000_123)).toMatchObject({ unit });
  expect(timestampNanoseconds(t, unit)).toBeUndefined();
});

test.each(['1700000000.', '.5', '1.7e9', '1700000000.1.2', '+1700000000.1', '1700000000,5'])(
  'A t of %s is no number',
  t => {
    expect(sentNanoseconds(t, 's')).toBeUndefined();
    expect(hasFraction(t)).toBe(false);
  },
);

const second = 1_000_000_000n;

test.each([
  ['1970-01-01T00:00:00Z', 0n],
  ['1970-01-01t00:00:01z', second],
  ['1970-01-01T00:00:00.5Z', 500_000_000n],
  ['1970-01-01T00:00:00.123456789Z', 123_456_789n],
  ['1970-01-01T00:00:00.1234567899Z', 123_456_789n],
  [`1970-01-01T00:00:00.${'0'.repeat(29)}1Z`, 0n],
  ['1970-01-01T01:00:00+01:00', 0n],
  ['1969-12-31T18:30:00-05:30', 0n],
  ['1970-01-01T23:59:00+23:59', 0n],
  ['1970-01-01T00:00:00-00:00', 0n],
  ['1969-12-31T23:59:59.25Z', -750_000_000n],
  ['1972-06-30T23:59:60Z', 78_796_800n * second],
  ['2024-02-29T00:00:00Z', 1_709_164_800n * second],
  ['0001-01-01T00:00:00Z', -62_135_596_800n * second],
  ['9999-12-31T23:59:59Z', 253_402_300_799n * second],
])('%s is a time of RFC 3339', (t, nanoseconds) => {
  expect(timestampNanoseconds(t, 'iso')).toBe(nanoseconds);
});

test.each([
  ...['', '0', '1700000000', '2023-11-14', '2023-11-14 22:13:20Z', '2023-11-14T22:13:20', '2023-11-14T22:13Z'],
  ...['.Z', ',5Z', '+0100', '+01', ' Z', 'Z\n', '+24:00', '+01:60'].map(end => `2023-11-14T22:13:20${end}`),
  ...[' 2023-11-14T22:13:20Z', '+002023-11-14T22:13:20Z', '23-11-14T22:13:20Z', '٢٠٢٣-11-14T22:13:20Z'],
  ...['00-14', '13-14', '11-00', '11-31', '02-29'].map(day => `2023-${day}T22:13:20Z`),
  ...['24:13:20', '22:60:20', '22:13:61'].map(time => `2023-11-14T${time}Z`),
  ...[31, 100].map(digits => `2023-11-14T22:13:20.${'1'.repeat(digits)}Z`),
])('%j is no time of RFC 3339', t => {
  expect(timestampNanoseconds(t, 'iso')).toBeUndefined();
});
