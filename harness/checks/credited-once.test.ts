import { expect, test } from 'vitest';
import { COMPLETED } from '../core/dialect.ts';
import { aRun, aSoundRun, signed } from '../testing/evidence.ts';
import { outcome } from '../testing/outcome.ts';
import { creditedOnce } from './credited-once.ts';

test('credited-once passes every disbursed order of a conformant run, redelivered or not', () => {
  const { breaches, passes } = outcome(creditedOnce, aSoundRun());
  expect(breaches).toEqual([]);
  expect(passes).toEqual({ 'collection.credited-once': ['j1', 'j5', 'j6'] });
});

test('credited-once finds two completed events for one disbursement', () => {
  const run = aRun();
  const { deliveries } = run.journey().step('disburse', { sends: [COMPLETED, COMPLETED] });
  const [one, two] = deliveries;
  const { breaches, passes } = outcome(creditedOnce, run);
  expect(passes).toEqual({});
  expect(breaches).toHaveLength(1);
  expect(breaches[0]).toMatchObject({
    requirement: 'collection.credited-once',
    cause: 'twice',
    received: `evt_${one?.id}, evt_${two?.id}`,
    evidence: [one?.id, two?.id, 'j1'],
  });
  expect(breaches[0]?.likely).toContain('each attempt');
});

test('credited-once finds a disburse that is simulated twice and credited under a new id', () => {
  const run = aRun();
  const journey = run.journey();
  journey.step('disburse');
  journey.step('disburse');
  const { breaches } = outcome(creditedOnce, run);
  expect(breaches).toMatchObject([{ cause: 'repeated' }]);
  expect(breaches[0]?.likely).toContain('each call');
});

test('credited-once allows a disburse that is simulated twice and repeats its event', () => {
  const run = aRun();
  const journey = run.journey();
  const [first] = journey.step('disburse').deliveries;
  if (first) journey.redeliver(first);
  journey.step('disburse', { sends: [] });
  expect(outcome(creditedOnce, run)).toEqual({ breaches: [], passes: { 'collection.credited-once': ['j1'] } });
});

test('credited-once ignores what a receiver refuses, and counts an event that verifies at least once', () => {
  const run = aRun();
  const journey = run.journey();
  const [first] = journey.step('disburse').deliveries;
  const forged = { signatures: [signed(run.now, { slots: [] })] };
  journey.deliver(COMPLETED, forged);
  if (first) journey.redeliver(first, forged);
  expect(outcome(creditedOnce, run)).toEqual({ breaches: [], passes: { 'collection.credited-once': ['j1'] } });
});

test('credited-once does not judge orders without a credit, or without disburse', () => {
  const run = aRun();
  run.journey().step('disburse', { sends: ['disbursement.initiated'] });
  run.journey().step('fail', { sends: [COMPLETED, COMPLETED] });
  expect(outcome(creditedOnce, run)).toEqual({ breaches: [], passes: {} });
});

test('credited-once says that an event has no id', () => {
  const run = aRun(({ type, order, attempt }) => ({ body: { type, attempt, data: { order_id: order } } }));
  const journey = run.journey();
  const [first] = journey.step('disburse').deliveries;
  if (first) journey.redeliver(first);
  expect(outcome(creditedOnce, run).breaches[0]?.received).toBe('an event without an id, an event without an id');
});
