import { isOk } from '../core/answered.ts';
import type { Exchange } from '../core/evidence.ts';
import type { View } from '../core/view.ts';
import { breach, type Check } from './check.ts';

/** Statuses by which a gateway says that the service did not answer. */
const NO_ANSWER: ReadonlySet<number> = new Set([502, 503, 504]);
/** How many such answers, and what share of all, are more than chance. */
const MANY = { count: 3, share: 0.05 };

/** The requirement that a known request is answered, by operation. */
const ANSWERED: { readonly [operation: string]: string } = {
  resolveBankAccount: 'enquiry.resolves',
  getOnrampOrder: 'onramp.readable-by-id',
};

/**
 * Answers of a gateway say nothing about what the service promises. Where requests that succeed at other times get them
 * again and again, that is advice.
 */
export const gatewayAnswers: Check = {
  id: 'gateway-answers',
  title: 'A request that succeeds is not answered by a gateway at other times',
  kind: 'safety',
  requirements: Object.values(ANSWERED),
  *judge(view) {
    for (const [operation, requirement] of Object.entries(ANSWERED)) {
      const calls = knownCalls(view, operation);
      const failed = calls.filter(({ response }) => NO_ANSWER.has(response?.status ?? 0));
      if (failed.length < MANY.count || failed.length < MANY.share * calls.length) continue;
      if (!calls.some(({ response }) => isOk(response?.status ?? 0))) continue;
      const statuses = [...new Set(failed.map(({ response }) => response?.status))];
      yield breach({
        requirement,
        severity: 'advice',
        cause: `gateway: ${operation}`,
        message: `${operation} is answered by a gateway again and again`,
        expected: 'an answer of the service, as at other times',
        received: `${statuses.join(', ')} ${failed.length} of ${calls.length} times`,
        likely: 'an instance of the service is down or restarts, or its gateway waits too short',
        evidence: failed.map(({ id }) => id),
      });
    }
  },
};

function knownCalls({ evidence }: View, operation: string): readonly Exchange[] {
  return evidence.exchanges.filter(
    ({ operation: own, condition, response }) => own === operation && condition === 'known' && response !== undefined,
  );
}
