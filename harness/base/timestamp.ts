/** Units of `t`: decimal seconds, milliseconds, microseconds, nanoseconds, or an RFC 3339 timestamp. */
export const TIMESTAMP_UNITS = ['s', 'ms', 'us', 'ns', 'iso'] as const;

/** A unit of `t` in the signature header. */
export type TimestampUnit = (typeof TIMESTAMP_UNITS)[number];

/** Nanoseconds per decimal unit. */
const NANOSECONDS = { s: 1_000_000_000n, ms: 1_000_000n, us: 1_000n, ns: 1n } as const;

/** More digits than any unit needs for the next 100,000 years. A longer number is not a timestamp. */
const MAX_DIGITS = 24;

/**
 * A `t` as nanoseconds since the Unix epoch; `undefined` if it does not have the unit's form. Decimal units accept
 * ASCII digits only: with `+`, `.` or an exponent, `<t>.<body>` could be split in two ways, so that one digest would
 * cover two messages. `iso` accepts RFC 3339 with any offset and fraction.
 */
export function timestampNanoseconds(t: string, unit: TimestampUnit): bigint | undefined {
  if (unit === 'iso') return rfc3339Nanoseconds(t);
  return t.length <= MAX_DIGITS && /^[0-9]+$/.test(t) ? BigInt(t) * NANOSECONDS[unit] : undefined;
}

/**
 * A `t` as its sender may mean it, in whole units. Decimal units may have a fraction, because the format of `t` is not
 * specified. Verifiers use {@link timestampNanoseconds}.
 */
export function sentNanoseconds(t: string, unit: TimestampUnit): bigint | undefined {
  return timestampNanoseconds(unit === 'iso' ? t : withoutFraction(t), unit);
}

/** Whether a `t` is decimal digits with a fraction. */
export function hasFraction(t: string): boolean {
  return withoutFraction(t) !== t;
}

function withoutFraction(t: string): string {
  return t.replace(/^([0-9]+)\.[0-9]{1,9}$/, '$1');
}

/** The unit in which a `t` is closest to a time, and its age in milliseconds; `undefined` if no unit fits it. */
export function nearestUnit(t: string, at: number, units: readonly TimestampUnit[] = TIMESTAMP_UNITS) {
  const read = units.flatMap(unit => {
    const moment = sentNanoseconds(t, unit);
    return moment === undefined ? [] : [{ unit, ageMs: at - Number(moment) / 1e6 }];
  });
  return read.sort((a, b) => Math.abs(a.ageMs) - Math.abs(b.ageMs))[0];
}

/** Writes nanoseconds since the epoch as a `t`, cut to whole units; `iso` in UTC and whole seconds. */
export function formatTimestamp(nanoseconds: bigint, unit: TimestampUnit): string {
  if (unit !== 'iso') return String(nanoseconds / NANOSECONDS[unit]);
  return new Date(Number(nanoseconds / NANOSECONDS.ms)).toISOString().replace(/\.\d+Z$/, 'Z');
}

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,30}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

function rfc3339Nanoseconds(text: string): bigint | undefined {
  const match = text.length <= 64 ? RFC3339.exec(text) : null;
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const [fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = match.slice(7);
  if (hour > 23 || minute > 59 || second > 60 || Number(offsetHours) > 23 || Number(offsetMinutes) > 59)
    return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(offsetHours) * 60 + Number(offsetMinutes));
  const seconds = date.getTime() / 1000 + hour * 3600 + minute * 60 + second - offset * 60;
  return BigInt(seconds) * NANOSECONDS.s + BigInt(fraction.padEnd(9, '0').slice(0, 9));
}
