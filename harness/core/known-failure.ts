import { type Of, object, text } from './schema.ts';

/** A breach that is reported as advice for a while. */
export const KnownFailure = object({
  /** The requirement that is broken. */
  requirement: text,
  reason: text,
  /** The issue that tracks it. */
  ticket: text,
  owner: text,
  /** The last day, `YYYY-MM-DD` in UTC, on which the breach is reported as advice. */
  expires: text,
});
export interface KnownFailure extends Of<typeof KnownFailure> {}
