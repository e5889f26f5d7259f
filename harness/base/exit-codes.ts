/** Exit codes by the outcome of a command: a verdict, or `usage` for a wrong command line or configuration. */
export const EXIT_CODES = {
  conformant: 0,
  nonconformant: 1,
  usage: 2,
  unreachable: 3,
  incomplete: 4,
  interrupted: 130,
} as const;

/** The outcome of a run. A `usage` error ends a command before there is a run. */
export type Verdict = Exclude<keyof typeof EXIT_CODES, 'usage'>;
