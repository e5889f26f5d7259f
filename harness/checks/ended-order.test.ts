import { describe, expect, test } from 'vitest';
import { COMPLETED } from '../core/dialect.ts';
import { aRun, type RunMade } from '../testing/evidence.ts';
import { outcome } from '../testing/outcome.ts';
import { order } from './order.ts';
import { simulateSteps } from './simulate-steps.ts';

const CHECKS = [order, simulateSteps];
const breaches = (run: RunMade) =>
  CHECKS.flatMap(check => outcome(check, run).breaches.filter(({ severity }) => severity !== 'advice'));
const causes = (run: RunMade) => breaches(run).map(({ cause }) => cause);

/** A run in which an order takes the happy path, and another expires when it is asked to. */
function aRunWithOrders(): RunMade {
  const run = aRun();
  run.journey().happyPath();
  run.journey().step('expire');
  return run;
}

describe('an order that the service ends by itself', () => {
  test('may refuse any step', () => {
    const run = aRunWithOrders();
    const journey = run.journey();
    journey.deliver('collection.expired');
    journey.step('deposit_detected', { status: 409 });
    expect(causes(run)).toEqual([]);
  });

  test('may accept a step, and do nothing', () => {
    const run = aRunWithOrders();
    const journey = run.journey();
    journey.deliver('collection.expired');
    for (const event of ['deposit_detected', 'deposit_confirmed', 'disburse'] as const)
      journey.step(event, { sends: [] });
    expect(causes(run)).toEqual([]);
  });

  test('is not told by what an earlier step brings, where that came late, after a failure', () => {
    const run = aRunWithOrders();
    const both = ['collection.deposit_confirmed', 'disbursement.queued'];
    const confirmed = (sends: readonly string[]) => {
      const journey = run.journey();
      journey.step('deposit_detected');
      journey.step('deposit_confirmed', { sends });
      return journey;
    };
    for (let n = 0; n < 3; n++) confirmed(both).step('disburse');
    confirmed(both.slice(0, 1)).step('wrong_chain', { sends: both.slice(1) });
    confirmed(both).step('disburse', { sends: [] });
    expect(causes(run)).toEqual(['missing']);
  });

  test('was not asked to, by a call a while before', () => {
    const run = aRunWithOrders();
    const other = run.journey();
    other.deliver('collection.expired');
    const journey = run.journey();
    run.exchange('simulateCollectionOrder', { journey: journey.id, condition: 'without-event', status: 400 });
    run.tick(60_000);
    journey.deliver('collection.expired');
    expect(causes(run)).toEqual([]);
  });

  test('may end after a type that no step causes, where a step is then refused', () => {
    const run = aRun();
    run.journey().happyPath();
    const journey = run.journey();
    journey.deliver('quote.lapsed');
    journey.step('wrong_chain', { status: 409 });
    expect(causes(run)).toEqual([]);
  });

  test('need not be credited, though it takes every step, where it shows what a failure alone causes', () => {
    const run = aRunWithOrders();
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.deliver('collection.expired');
    journey.step('deposit_confirmed');
    journey.step('disburse', { sends: [] });
    expect(causes(run)).toEqual([]);
  });

  test.each([
    ['that comes right after a call', 'collection.expired', 0],
    ['of a type that comes about orders which take the happy path', 'session.created', 60_000],
    ['that credits the order', COMPLETED, 60_000],
  ])('is not told by an event %s', (_, type, ms) => {
    const run = aRun();
    const first = run.journey();
    first.deliver('session.created');
    first.happyPath();
    const journey = run.journey();
    run.exchange('simulateCollectionOrder', { journey: journey.id, condition: 'without-event', status: 400 });
    run.tick(ms);
    journey.deliver(type);
    journey.step('deposit_detected', { status: 409 });
    expect(causes(run)).toContain('deposit_detected 409');
  });

  test('is not told by what comes about each new order, where steps are accepted after it and send nothing', () => {
    const run = aRun();
    for (let nth = 0; nth < 2; nth++) {
      const journey = run.journey();
      journey.deliver('session.created');
      for (const event of ['deposit_detected', 'deposit_confirmed', 'disburse'] as const)
        journey.step(event, { sends: [] });
      journey.step('disburse', { status: 409 });
    }
    expect(causes(run)).toContain('deposit_detected');
    expect(causes(run)).toContain('missing');
  });
});
