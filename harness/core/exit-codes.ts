/** Exit codes by what a command comes to: a verdict, or `usage` for a command line or configuration that is wrong. */
export const EXIT_CODES = {
  conformant: 0,
  nonconformant: 1,
  usage: 2,
  unreachable: 3,
  incomplete: 4,
  interrupted: 130,
} as const;

/** The outcome of a run. `usage` is none: it ends a command before there is a summary. */
export type Verdict = Exclude<keyof typeof EXIT_CODES, 'usage'>;
