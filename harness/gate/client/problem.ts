import type { CaseProblem } from '../../core/evidence.ts';

/** What is wrong with a call, without what was received. */
export type Problem = Omit<CaseProblem, 'received'>;

/** A breach. @param does what the SDK does wrong, as a predicate: `leaves out a field` */
export function breachOf(requirement: string, cause: string, does: string, expected: string, likely?: string): Problem {
  const message = `the SDK ${does}`;
  return { requirement, severity: 'breach', cause, message, expected, ...(likely !== undefined && { likely }) };
}

/** The same as advice: the specification leaves it open. */
export function asAdvice<P extends Pick<CaseProblem, 'severity'>>(problem: P): P {
  return { ...problem, severity: 'advice' };
}
