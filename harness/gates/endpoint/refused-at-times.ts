import type { CaseProblem } from '../../evidence/evidence.ts';
import type { Tried, TriedCase } from './judge-trial.ts';

/** The statuses of a refusal. Statuses that ask the sender to try again are not among them. */
const OF_REFUSAL = /^4(?!08|09|25|29)\d\d$/;
/** Fewer genuine webhooks than this that were refused once and then accepted may be an accident. */
const LEAST = 3;

/**
 * Adds the finding that the handler sometimes refuses genuine webhooks like forged ones, if nothing else is wrong. An
 * example is a handler that writes a digest as a number: one in sixteen loses a leading zero. The service retries, so
 * the credit comes in the end, after a random number of attempts.
 *
 * @param refusal the status of refused forgeries
 */
export function withRefusedAtTimes(judged: readonly TriedCase[], refusal: number | undefined): readonly TriedCase[] {
  const isSound = judged.every(({ failures }) => failures.length === 0);
  const counts = judged.map(({ tried }) => refusedIn(tried, String(refusal)));
  const count = counts.reduce((sum, own) => sum + own, 0);
  const first = counts.findIndex(own => own > 0);
  if (!isSound || !OF_REFUSAL.test(String(refusal)) || count < LEAST) return judged;
  const problem: CaseProblem = {
    requirement: 'receiver.any-v1',
    severity: 'breach',
    cause: 'refused-at-times',
    message: 'Genuine webhooks are refused at times, as forged ones are, and accepted when they come again',
    expected: 'a 2xx for each genuine webhook',
    received: `${refusal} for ${count} of them at first`,
    likely: 'the handler sometimes computes another digest: it loses leading zeros, or its threads share a state',
  };
  return judged.map((one, nth) => {
    const { seen } = one;
    return nth === first ? { ...one, seen: { ...seen, passed: [], problems: [problem, ...seen.problems] } } : one;
  });
}

/** How many genuine webhooks of a case were refused, and accepted in the next delivery of their order. */
function refusedIn({ case: { timed, needs }, trial: { steps } }: Tried, refusal: string): number {
  if (timed || needs === 'restart') return 0;
  const deliveries = steps.filter(step => step.type === 'delivery');
  return [...Map.groupBy(deliveries, ({ order }) => order).values()].reduce((sum, own) => {
    const refused = own.filter((one, nth) => {
      const next = own[nth + 1];
      const isAgain = next !== undefined && next.event === one.event && next.at >= one.to;
      return isAgain && !one.forged && !next.forged && one.answer === refusal && /^2\d\d$/.test(next.answer);
    });
    return sum + new Set(refused.map(({ event }) => event)).size;
  }, 0);
}
