import { expect, test } from 'vitest';
import type { Condition } from '../../evidence/condition.ts';
import { aRun } from '../../testing/evidence.ts';
import { outcome } from '../../testing/outcome.ts';
import { gatewayAnswers } from './gateway-answers.ts';

/** Reads of an onramp order that are answered with these statuses. */
function reads(statuses: readonly number[], condition: Condition = 'known') {
  const run = aRun();
  const ids = statuses.map(status => run.exchange('getOnrampOrder', { status, condition }).id);
  return { ids, ...outcome(gatewayAnswers, run) };
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

test('gateway-answers gives advice if a gateway repeatedly answers a request that succeeds at other times', () => {
  const { ids, breaches, passes } = reads([502, 503, 502, ...times(57, 200)]);
  expect(passes).toEqual({});
  expect(breaches).toMatchObject([
    {
      requirement: 'onramp.readable-by-id',
      severity: 'advice',
      cause: 'gateway: getOnrampOrder',
      expected: 'an answer of the service, as at other times',
      likely: 'an instance of the service hangs, is down or restarts, or the timeout of its gateway is too short',
      message: 'the service repeatedly does not answer getOnrampOrder itself',
      received: '502, 503 3 of 60 times',
      evidence: ids.slice(0, 3),
    },
  ]);
});

test.each([
  ['twice', [502, 502, 200, 200]],
  ['seldom', [502, 503, 504, ...times(58, 200)]],
  ['always', [503, 503, 503, 503]],
  ['by a limiter', [429, 429, 429, 200]],
  ['by the service', [500, 500, 500, 200]],
])('gateway-answers ignores requests that are refused %s', (_, statuses) => {
  expect(reads(statuses).breaches).toEqual([]);
});

test('gateway-answers ignores answers that an outage explains', () => {
  const run = aRun();
  for (const status of [503, 503, 503, 200]) run.exchange('getOnrampOrder', { status, condition: 'known' });
  const { exchanges } = run.evidence;
  expect(outcome(gatewayAnswers, run).breaches).toHaveLength(1);
  run.trouble(exchanges[0]?.sentAt ?? 0, exchanges[2]?.endedAt ?? 0, 'service-paused');
  expect(outcome(gatewayAnswers, run).breaches).toEqual([]);
});

test('gateway-answers gives advice if steps that succeed at other times are not answered in time', () => {
  const run = aRun();
  const endings = [undefined, 'timeout', 'timeout', 'timeout', 'dropped'] as const;
  const [, ...failed] = endings.map(kind =>
    run.exchange('simulateCollectionOrder', {
      status: 202,
      ...(kind !== undefined && { failure: { kind, message: 'no answer' } }),
    }),
  );
  const { breaches } = outcome(gatewayAnswers, run);
  expect(breaches).toMatchObject([
    {
      requirement: 'simulate.route',
      received: 'no answer 3 of 4 times',
      evidence: failed.slice(0, 3).map(({ id }) => id),
    },
  ]);
});

test('gateway-answers ignores requests that are not known to succeed', () => {
  expect(reads([503, 503, 503, 200], 'unknown').breaches).toEqual([]);
});
