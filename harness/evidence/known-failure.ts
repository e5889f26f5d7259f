import { type Of, object, type Schema, text } from '../base/schema.ts';

/** A text that is not blank. */
const filled: Schema<string> = { ...text, json: { type: 'string', pattern: '\\S' } };

/** A breach that is reported as advice for a while. */
export const KnownFailure = object({
  /** The broken requirement. */
  requirement: text,
  reason: filled,
  /** The issue that tracks it. */
  ticket: filled,
  owner: filled,
  /** The last day, `YYYY-MM-DD` in UTC, on which the breach is reported as advice. */
  expires: text,
});
export interface KnownFailure extends Of<typeof KnownFailure> {}
