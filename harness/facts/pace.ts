/** How long something takes: the shortest of these that it stays within, since milliseconds vary between runs. */
export const PACES = [
  'within a second',
  'within ten seconds',
  'within a minute',
  'within ten minutes',
  'within an hour',
  'beyond an hour',
] as const;

/** One of {@link PACES}. */
export type Pace = (typeof PACES)[number];

const LIMITS = [1_000, 10_000, 60_000, 600_000, 3_600_000] as const;

/** The pace of a time in milliseconds. */
export function paceOf(ms: number): Pace {
  const index = LIMITS.findIndex(limit => ms <= limit);
  return PACES[index < 0 ? LIMITS.length : index] ?? 'beyond an hour';
}
