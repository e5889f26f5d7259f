import { isOk, NO_ANSWER } from '../../evidence/answered.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { answered, quoted } from './answers.ts';
import { breach, type Check, type Judgement, SEVERAL } from './check.ts';
import { ownErrors } from './request-id.ts';

/** The requirement that is closest to a caller's mistake, by operation. */
const NEAREST: { readonly [operation: string]: string } = {
  resolveBankAccount: 'enquiry.error-body',
  getOnrampOrder: 'onramp.error-body',
  simulateCollectionOrder: 'simulate.event-values',
};

/** Statuses with which a service blames itself. */
const OWN_MISTAKE: ReadonlySet<number> = new Set([500, 501]);

/** Fewer lost connections may be the network's fault. */
const ENOUGH = 4;

/**
 * The contract lists 500 without a cause. A 500 that callers can provoke hides those that matter, and a call without
 * any answer tells its caller nothing.
 */
export const serverErrors: Check = {
  id: 'server-errors',
  title: 'A client error is not answered with a server error',
  kind: 'safety',
  requirements: Object.values(NEAREST),
  *judge(view: View) {
    for (const [operation, requirement] of Object.entries(NEAREST))
      for (const { id, condition, response } of answered(view, operation)) {
        const { name, detail } = readCondition(condition) ?? {};
        const words = `${name?.replaceAll('-', ' ')}${detail === undefined ? '' : ` (${detail})`}`;
        // Error fixtures are supposed to answer this way. Other checks judge calls about what is known.
        if (name === undefined || name === 'magic' || name === 'known' || !OWN_MISTAKE.has(response.status)) continue;
        yield breach({
          requirement,
          severity: 'advice',
          cause: `${operation} ${name}`,
          message: `${operation} answers an unusual call with a server error: ${words}`,
          expected: 'a success, or a client error that names the problem',
          received: quoted(response),
          evidence: [id],
        });
      }
    for (const exchanges of Map.groupBy(view.evidence.exchanges, unusualCall).values())
      yield* unanswered(view, exchanges);
  },
};

/** The operation of an unusual call, and what is unusual about it; `undefined` for other calls. */
function unusualCall({ operation = '', condition }: Exchange): string | undefined {
  const { name, detail, aside } = readCondition(condition) ?? {};
  return name === undefined || aside || NEAREST[operation] === undefined ? undefined : `${operation} ${name} ${detail}`;
}

/** Unusual calls of one kind whose connections are all closed without an answer. */
function* unanswered(view: View, exchanges: readonly Exchange[]): Generator<Judgement> {
  const [first] = exchanges;
  const isDropped = ({ failure, sentAt, endedAt, id }: Exchange) =>
    failure?.kind === 'dropped' && !view.troubled(sentAt, endedAt, id);
  if (first === undefined || unusualCall(first) === undefined) return;
  if (exchanges.length < ENOUGH || !exchanges.every(isDropped)) return;
  const { operation = '', condition } = first;
  const { name = '', detail = name.replaceAll('-', ' ') } = readCondition(condition) ?? {};
  yield breach({
    requirement: NEAREST[operation] ?? '',
    severity: 'advice',
    cause: `${operation} ${name} unanswered`,
    message: `${operation} closes the connection without answering an unusual call: ${detail}`,
    expected: 'a success, or a client error that names the problem',
    received: `no answer to any of ${exchanges.length} such calls`,
    evidence: exchanges.map(({ id }) => id),
  });
}

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
