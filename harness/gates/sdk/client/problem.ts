import { differenceAt } from '../../../evidence/difference.ts';
import type { CaseProblem } from '../../../evidence/evidence.ts';

/** A problem of a call, without what was received. */
export type Problem = Omit<CaseProblem, 'received'>;

/** The consequence of an API key in a place that logs keep. */
export const KEY_IN_LOGS = 'Whoever reads the logs has the API key, and can act as the customer.';

/** A breach. @param does what the SDK does wrong, as a predicate: `leaves out a field` */
export function breachOf(requirement: string, cause: string, does: string, expected: string, likely?: string): Problem {
  const message = `the SDK ${does}`;
  return { requirement, severity: 'breach', cause, message, expected, ...(likely !== undefined && { likely }) };
}

/** A breach about one member. @param member its name, the value sent and the value returned */
export function breachOfMember(
  requirement: string,
  cause: string,
  does: string,
  [name, sent, given]: readonly [name: string, sent: string, given: unknown],
  likely?: string,
): Problem {
  const problem = breachOf(requirement, cause, does, `${name}: ${JSON.stringify(sent)}`, likely);
  return { ...problem, differences: [differenceAt(`/${name}`, sent, given)] };
}

/** How a text was changed; `undefined` if unknown. */
export function changeOf(sent: string, given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  if (given.toLowerCase() === sent.toLowerCase()) return 'it changes the letter case';
  return given === sent.replace(/\D/g, '') ? 'it keeps only the digits' : undefined;
}

/** The problem as advice, because the specification leaves it open. */
export function asAdvice<P extends Pick<CaseProblem, 'severity'>>(problem: P): P {
  return { ...problem, severity: 'advice' };
}
