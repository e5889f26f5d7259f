import { expect, test } from 'vitest';
import { COMPLETED } from '../../evidence/dialect.ts';
import { aRun } from '../../testing/evidence.ts';
import { outcome } from '../../testing/outcome.ts';
import { idempotency } from './idempotency.ts';

/** The answers to a step and to the same step, sent again with its key, and whether a webhook follows each. */
interface Answers {
  readonly first?: number;
  readonly again: number;
  readonly webhooks?: 1 | 2;
  /** The key of the second call. Default: that of the first. */
  readonly otherKey?: true;
}

function judged({ first = 202, again, webhooks = 1, otherKey }: Answers) {
  const run = aRun();
  const { id: journey, order } = run.journey();
  for (const [nth, status] of [first, again].entries()) {
    run.exchange('simulateCollectionOrder', {
      ...{ method: 'POST', journey, status, asks: { event: 'deposit_detected' } },
      condition: nth === 0 ? 'replay: first' : 'replay: again',
      requestHeaders: [['Idempotency-Key', otherKey ? `key ${nth}` : 'one key']],
    });
    if (status < 300 && nth < webhooks) run.deliver('collection.deposit_detected', { order });
  }
  return outcome(idempotency, run);
}

const REFUSED = 'a step is refused when it is sent again with its Idempotency-Key, though it was taken';
const TWICE = 'a step takes effect again when it is sent again with its Idempotency-Key';

test.each<[what: string, answers: Answers, advised: readonly string[], passed: number]>([
  ['the first answer', { again: 202 }, [], 1],
  ['a refusal', { again: 409 }, [REFUSED], 0],
  ['a further webhook', { again: 202, webhooks: 2 }, [TWICE], 0],
  ['a rate limit', { again: 429 }, [], 0],
  ['an error', { again: 500 }, [], 0],
  ['a refusal, as the first time', { first: 409, again: 409 }, [], 0],
  ['a refusal under another key', { again: 409, otherKey: true }, [], 0],
])('A step that is sent again with its key and gets %s', (_, answers, advised, passed) => {
  const { breaches, passes } = judged(answers);
  expect(breaches.map(({ message }) => message)).toEqual(advised);
  expect(breaches.every(({ severity }) => severity === 'advice')).toBe(true);
  expect(passes['request.idempotency-key'] ?? []).toHaveLength(passed);
});

test.each([
  ['no effect', 2, []],
  ['an effect', 0, [TWICE]],
])(
  'A disburse that is sent again and followed by a credit has %s if %i orders are credited twice',
  (_, doubled, advised) => {
    const run = aRun();
    for (let nth = 0; nth < doubled; nth++) run.journey().happyPath().deliver(COMPLETED);
    const { id: journey, order } = run.journey();
    for (const condition of ['replay: first', 'replay: again'] as const) {
      const requestHeaders = [['Idempotency-Key', 'one key']] as const;
      const asks = { event: 'disburse' };
      run.exchange('simulateCollectionOrder', {
        method: 'POST',
        journey,
        status: 202,
        asks,
        condition,
        requestHeaders,
      });
      run.deliver(COMPLETED, { order });
    }
    expect(outcome(idempotency, run).breaches.map(({ message }) => message)).toEqual(advised);
  },
);
