import { readCondition } from '../../evidence/condition.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { answered, quoted } from './answers.ts';
import { breach, type Check, type Judgement } from './check.ts';

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
