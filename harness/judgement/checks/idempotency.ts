import { header } from '../../base/json.ts';
import { type Answered, answersOfService, classify, isOk } from '../../evidence/answered.ts';
import { readCondition } from '../../evidence/condition.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import { typesAfter } from '../../order/causes.ts';
import { areDoubled } from '../../order/requirements.ts';
import { tracesOf } from '../../order/trace.ts';
import { quoted } from './answers.ts';
import { breach, type Check, pass } from './check.ts';

/**
 * Steps that are repeated with their Idempotency-Key. The effect of the key is not specified, so all findings are
 * advice. How long a service keeps a key is not specified either, so only the first repetition counts.
 */
export const idempotency: Check = {
  id: 'idempotency',
  title: 'A step that is sent again with its Idempotency-Key is answered as before, and takes effect once',
  kind: 'safety',
  requirements: ['request.idempotency-key'],
  *judge(view) {
    const isDoubled = areDoubled(tracesOf(view));
    for (const calls of Map.groupBy(answersOfService(view, 'simulateCollectionOrder'), sameCall).values()) {
      const [first, again] = calls;
      if (again === undefined || readCondition(again.condition)?.name !== 'replay') continue;
      if (first === undefined || !isOk(first.response.status)) continue;
      const advice = { requirement: 'request.idempotency-key', severity: 'advice' } as const;
      // If each disburse is credited twice, the second credit does not belong to the repeated call.
      const ofAgain = typesAfter(view, again);
      const [before, after] = [typesAfter(view, first), isDoubled ? ofAgain.difference(CREDIT) : ofAgain];
      if (classify(again.response.status) === 'refused')
        yield breach({
          ...advice,
          cause: 'refused',
          message: 'a step is refused when it is sent again with its Idempotency-Key, though it was taken',
          expected: `the first answer: ${first.response.status}`,
          received: quoted(again.response),
          likely: 'the service does not look up the key, or refuses one that it knows',
          next: 'store the answer under its key; a client that lost the first answer takes this step for refused',
          evidence: [again.id, first.id],
        });
      else if (!before.isDisjointFrom(after))
        yield breach({
          ...advice,
          cause: 'takes effect again',
          message: 'a step takes effect again when it is sent again with its Idempotency-Key',
          expected: 'the first answer, and no further webhook',
          received: `${again.response.status}, and ${[...after].join(' and ')} once more`,
          likely: 'the service does not look up the key, or stores it only after the work',
          next: 'store the key in the transaction that takes the step',
          evidence: [again.id, first.id],
        });
      else if (isOk(again.response.status)) yield pass('request.idempotency-key', again.id);
    }
  },
};

const CREDIT: ReadonlySet<string | undefined> = new Set([COMPLETED]);

/** A key for calls that are repetitions of one call; the exchange id for calls without an Idempotency-Key. */
function sameCall({ id, request }: Answered): string {
  const key = header(request.headers, 'idempotency-key');
  return key === undefined ? id : `${key} ${request.url} ${request.body?.sha256}`;
}
