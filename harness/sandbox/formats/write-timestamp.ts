const HOUR_MS = 3_600_000;
const iso = (moment: number) => new Date(moment).toISOString();

/** The forms of a timestamp in a body, with their writers. All are strings (Resources and their fields). */
export const TIMESTAMP_FORMS = {
  'iso-ms': iso,
  'iso-s': (moment: number) => iso(moment).replace(/\.\d+Z$/, 'Z'),
  'iso-us': (moment: number) => iso(moment).replace(/Z$/, '000Z'),
  'iso-offset': (moment: number) => iso(moment + HOUR_MS).replace(/Z$/, '+01:00'),
  'epoch-s': (moment: number) => String(Math.floor(moment / 1000)),
  'epoch-ms': (moment: number) => String(Math.floor(moment)),
};

/** Writes a moment (milliseconds since the Unix epoch) in a form. */
export function writeTimestamp(moment: number, form: keyof typeof TIMESTAMP_FORMS): string {
  return TIMESTAMP_FORMS[form](moment);
}
