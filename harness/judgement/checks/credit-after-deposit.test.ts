import { describe, expect, test } from 'vitest';
import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import { aRun, aSoundRun } from '../../testing/evidence.ts';
import type { StepOptions } from '../../testing/evidence-options.ts';
import { outcome } from '../../testing/outcome.ts';
import { creditAfterDeposit } from './credit-after-deposit.ts';

type Step = readonly [SimulateEvent, StepOptions?];

/** What is advised on an order that takes some steps, beside one on the happy path. */
function adviceOn(...steps: readonly Step[]) {
  const run = aRun();
  run.journey().happyPath();
  const journey = run.journey();
  const made = steps.map(step => journey.step(...step));
  return { run, journey, made, advice: outcome(creditAfterDeposit, run).breaches };
}

const causes = (...steps: readonly Step[]) => adviceOn(...steps).advice.map(({ cause }) => cause);
const MISMATCH: Step = ['deposit_detected', { amount: '0.01' }];
const IGNORED: StepOptions = { sends: [], wait: 'none' };

test('credit-after-deposit advises nothing on a sound run', () => {
  expect(outcome(creditAfterDeposit, aSoundRun())).toEqual({ breaches: [], passes: {} });
});

describe('credit-after-deposit, without a failure', () => {
  test.each<readonly [string, string, readonly Step[]]>([
    ['no deposit', 'no deposit', [['disburse']]],
    ['one that was refused', 'no deposit', [['deposit_detected', { status: 409 }], ['disburse']]],
    ['one that was detected', 'unconfirmed', [['deposit_detected'], ['disburse']]],
    [
      'a refused confirmation',
      'unconfirmed',
      [['deposit_detected'], ['deposit_confirmed', { status: 409 }], ['disburse']],
    ],
    ['another amount', 'unconfirmed, another amount', [MISMATCH, ['disburse']]],
    ['a failure that was refused', 'no deposit', [['fail', { status: 409 }], ['disburse']]],
    ['a failure that shows no webhook', 'no deposit', [['fail', IGNORED], ['disburse']]],
  ])('advises against a credit for %s', (_, cause, steps) => {
    expect(causes(...steps)).toEqual([cause]);
  });

  test.each<readonly [string, readonly Step[]]>([
    ['a confirmed deposit', [['deposit_detected'], ['deposit_confirmed'], ['disburse']]],
    ['a confirmed deposit of another amount', [MISMATCH, ['deposit_confirmed'], ['disburse']]],
    ['a deposit that nobody detected', [['deposit_confirmed'], ['disburse']]],
    ['a confirmation without an answer', [['deposit_confirmed', { failure: 'timeout' }], ['disburse']]],
    ['no credit', [['deposit_detected'], ['disburse', { sends: [] }]]],
    ['a refused disburse', [['deposit_detected'], ['disburse', { status: 409, sends: [COMPLETED] }]]],
    ['a disburse that was accepted too early', [['disburse', IGNORED], ['deposit_confirmed'], ['disburse']]],
    ['a service that confirms by itself', [['disburse', { sends: ['collection.deposit_confirmed', COMPLETED] }]]],
    ['an order that fails later', [['deposit_confirmed'], ['disburse'], ['fail']]],
  ])('advises nothing on %s', (_, steps) => {
    expect(causes(...steps)).toEqual([]);
  });

  test('does not take a type that every step sends for a confirmation', () => {
    const sends = ['order.updated'];
    const run = aRun();
    const paid = run.journey();
    for (const event of ['deposit_detected', 'deposit_confirmed'] as const) paid.step(event, { sends });
    const journey = run.journey();
    journey.step('deposit_detected', { sends });
    journey.step('disburse');
    expect(outcome(creditAfterDeposit, run).breaches.map(({ cause }) => cause)).toEqual(['unconfirmed']);
  });

  test('advises nothing where a call that is none of its steps may have moved the order', () => {
    const { run, journey } = adviceOn();
    run.exchange('simulateCollectionOrder', { journey: journey.id, condition: 'repeated-step', status: 202 });
    journey.step('disburse');
    expect(outcome(creditAfterDeposit, run).breaches).toEqual([]);
  });

  test('names the webhook, the steps and their calls, of the shortest sequence first', () => {
    const { run, journey, made } = adviceOn(MISMATCH, ['expire', { status: 409 }], ['disburse']);
    const other = run.journey();
    const [detected, disburse] = [other.step(...MISMATCH), other.step('disburse')];
    expect(outcome(creditAfterDeposit, run).breaches).toEqual([
      {
        requirement: 'collection.credit-signal',
        severity: 'advice',
        cause: 'unconfirmed, another amount',
        message: 'an order is credited for a deposit of another amount that was not confirmed',
        expected: 'disburse to be refused until the deposit is confirmed',
        received: `${COMPLETED} after deposit_detected received_amount 0.01, disburse`,
        likely: 'the state of the order is not checked; a consumer would credit money that may never arrive',
        evidence: [disburse.deliveries[0]?.id, disburse.exchange.id, detected.exchange.id, other.id],
      },
      expect.objectContaining({
        received: `${COMPLETED} after deposit_detected received_amount 0.01, expire (409), disburse`,
        evidence: [made[2]?.deliveries[0]?.id, made[2]?.exchange.id, made[0]?.exchange.id, journey.id],
      }),
    ]);
  });
});

describe('credit-after-deposit, after a failure', () => {
  test.each<readonly [string, readonly string[], readonly Step[]]>([
    ['disburse after fail', ['after fail'], [['deposit_detected'], ['fail'], ['disburse']]],
    ['disburse after a late fail', ['after fail'], [['deposit_confirmed'], ['fail'], ['disburse']]],
    ['disburse after wrong_chain', ['after wrong_chain'], [['wrong_chain'], ['disburse']]],
    ['one after a refused step', ['after fail'], [['fail'], ['deposit_detected', { status: 409 }], ['disburse']]],
    ['one after an unconfirmed deposit', ['after expire'], [['expire'], ['deposit_detected'], ['disburse']]],
    [
      'one for a deposit that comes too late',
      ['deposit after expire'],
      [['expire'], ['deposit_confirmed'], ['disburse']],
    ],
    ['fail after disburse', [], [['deposit_confirmed'], ['disburse'], ['fail']]],
    ['no credit', [], [['deposit_detected', { sends: [COMPLETED] }], ['fail'], ['disburse', { sends: [] }]]],
  ])('advises on %s: %s', (_, expected, steps) => {
    expect(causes(...steps)).toEqual(expected);
  });

  test('names both webhooks and both calls', () => {
    const { advice, journey, made } = adviceOn(['deposit_detected'], ['expire'], ['disburse']);
    const [failure, disburse] = made.slice(1);
    expect(advice).toEqual([
      {
        requirement: 'event.completed-never-on-failure',
        severity: 'advice',
        cause: 'after expire',
        message: 'an order accepts expire and then, or concurrently, disburse, and is credited',
        expected: 'one of the two to be refused',
        received: `collection.expired and ${COMPLETED}, after deposit_detected, expire, disburse`,
        likely:
          'the state of the order is not checked, or not locked; a consumer may have released it after the failure',
        evidence: [
          ...[disburse, failure].map(each => each?.deliveries[0]?.id),
          ...[disburse, failure].map(each => each?.exchange.id),
          journey.id,
        ],
      },
    ]);
  });
});
