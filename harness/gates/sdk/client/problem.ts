import { differenceAt } from '../../../evidence/difference.ts';
import type { CaseProblem } from '../../../evidence/evidence.ts';

/** What is wrong with a call, without what was received. */
export type Problem = Omit<CaseProblem, 'received'>;

/** What an API key in a place that logs keep leads to. */
export const KEY_IN_LOGS = 'Whoever reads the logs has the API key, and can act as the customer.';

/** A breach. @param does what the SDK does wrong, as a predicate: `leaves out a field` */
export function breachOf(requirement: string, cause: string, does: string, expected: string, likely?: string): Problem {
  const message = `the SDK ${does}`;
  return { requirement, severity: 'breach', cause, message, expected, ...(likely !== undefined && { likely }) };
}

/** A breach about one member that was given back. @param member its name, what was sent, and what was given back */
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

/** How a text was changed on its way; undefined where nothing shows it. */
export function changeOf(sent: string, given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  if (given.toLowerCase() === sent.toLowerCase()) return 'it changes the letter case';
  return given === sent.replace(/\D/g, '') ? 'it keeps only the digits' : undefined;
}

/** The same as advice: the specification leaves it open. */
export function asAdvice<P extends Pick<CaseProblem, 'severity'>>(problem: P): P {
  return { ...problem, severity: 'advice' };
}
