/** A breach that people know of and have decided to bear for a while. */
export interface KnownFailure {
  /** The requirement that is broken. */
  readonly requirement: string;
  readonly reason: string;
  /** Where it is followed up. */
  readonly ticket: string;
  readonly owner: string;
  /** The last day, `YYYY-MM-DD` in UTC, on which it is borne. */
  readonly expires: string;
}
