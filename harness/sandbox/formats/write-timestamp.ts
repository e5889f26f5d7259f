/** The forms of a timestamp in a body. All are strings (Resources and their fields). */
export const TIMESTAMP_FORMS = ['iso-ms', 'iso-s', 'iso-us', 'iso-offset', 'epoch-s', 'epoch-ms'] as const;

/** A form of timestamp: RFC 3339 in milliseconds, seconds or microseconds or with an offset, or Unix time. */
export type TimestampForm = (typeof TIMESTAMP_FORMS)[number];

const HOUR_MS = 3_600_000;

/** Writes a moment (milliseconds since the Unix epoch) in a form. */
export function writeTimestamp(moment: number, form: TimestampForm): string {
  const iso = new Date(moment).toISOString();
  switch (form) {
    case 'iso-ms':
      return iso;
    case 'iso-s':
      return iso.replace(/\.\d+Z$/, 'Z');
    case 'iso-us':
      return iso.replace(/Z$/, '000Z');
    case 'iso-offset':
      return new Date(moment + HOUR_MS).toISOString().replace(/Z$/, '+01:00');
    case 'epoch-s':
      return String(Math.floor(moment / 1000));
    case 'epoch-ms':
      return String(Math.floor(moment));
  }
}
