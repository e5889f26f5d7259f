import { isOk, NO_ANSWER } from '../../evidence/answered.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { breach, type Check, SEVERAL } from './check.ts';
import { ownErrors } from './request-id.ts';

/** A smaller share of such answers may be chance. */
const LEAST_SHARE = 0.05;

/** The requirement that a known request is answered, by operation. */
const ANSWERED: { readonly [operation: string]: string } = {
  resolveBankAccount: 'enquiry.resolves',
  getOnrampOrder: 'onramp.readable-by-id',
  simulateCollectionOrder: 'simulate.route',
};

/**
 * Answers of a gateway, and calls without an answer in time, are not promised by the service. If they recur for
 * requests that succeed at other times, this is advice, unless an outage explains it.
 */
export const gatewayAnswers: Check = {
  id: 'gateway-answers',
  title: 'A request that succeeds is never answered by a gateway, or left unanswered, at other times',
  kind: 'safety',
  requirements: Object.values(ANSWERED),
  *judge(view) {
    for (const [operation, requirement] of Object.entries(ANSWERED)) {
      const calls = knownCalls(view, operation);
      if (!calls.some(({ response }) => isOk(response?.status ?? 0))) continue;
      const failed = calls.filter(
        ({ id, sentAt, endedAt, response }) =>
          (response === undefined || NO_ANSWER.has(response.status)) && !view.troubled(sentAt, endedAt, id),
      );
      if (failed.length < Math.max(SEVERAL, LEAST_SHARE * calls.length)) continue;
      const endings = [...new Set(failed.map(({ response }) => response?.status ?? 'no answer'))];
      const own = new Set<Exchange>(ownErrors(view));
      const isOwn = failed.every(exchange => own.has(exchange));
      yield breach({
        requirement,
        severity: 'advice',
        cause: `gateway: ${operation}`,
        message: isOwn
          ? `the service repeatedly answers ${operation} with a server error in the form of its other errors`
          : `the service repeatedly does not answer ${operation} itself`,
        expected: `${isOwn ? 'a success' : 'an answer of the service'}, as at other times`,
        received: `${endings.join(', ')} ${failed.length} of ${calls.length} times`,
        ...(!isOwn && {
          likely: 'an instance of the service hangs, is down or restarts, or the timeout of its gateway is too short',
        }),
        evidence: failed.map(({ id }) => id),
      });
    }
  },
};

/** Calls that can succeed, and plain steps of orders, that were answered or timed out. */
function knownCalls({ evidence }: View, operation: string): readonly Exchange[] {
  const condition = operation === 'simulateCollectionOrder' ? undefined : 'known';
  return evidence.exchanges.filter(
    ({ operation: own, condition: of, response, failure }) =>
      own === operation && of === condition && (response !== undefined || failure?.kind === 'timeout'),
  );
}
