import { describe, expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import { aRun, INTERPRETATION, type RunMade } from '../testing/evidence.ts';
import type { Write } from '../testing/evidence-options.ts';
import { DeliveryTracker } from './delivery-tracker.ts';
import { learnFromJourney } from './learn-from-journey.ts';

/** Looks back on the last journey of a run, which was alone. */
function seen(run: RunMade) {
  const tracker = new DeliveryTracker();
  tracker.read(INTERPRETATION);
  const { journeys, deliveries } = run.evidence;
  for (const { order } of journeys) tracker.follow(order);
  for (const delivery of deliveries) {
    tracker.alone = journeys.findLast(({ from }) => from <= delivery.at)?.order;
    tracker.add(delivery);
  }
  return Object.fromEntries(learnFromJourney(run.evidence, journeys.at(-1)?.id ?? '', tracker).steps);
}

const nameless =
  (names: (type: string) => boolean): Write =>
  ({ id, type, order }) => ({ body: { id, type, data: names(type) ? { order_id: order } : {} } });

describe('What a journey shows of a step', () => {
  test('counts each event of a step once, however often it was delivered', () => {
    const run = aRun();
    const journey = run.journey({ alone: true });
    journey.step('deposit_detected', { refuse: { status: 503 } });
    journey.step('deposit_confirmed', { sends: ['a', 'b'] });
    journey.step('disburse', { sends: ['c', COMPLETED, 'd'] });
    expect(seen(run)).toMatchObject({
      deposit_detected: { named: ['collection.deposit_detected'], nameless: [] },
      deposit_confirmed: { named: ['a', 'b'], nameless: [] },
      disburse: { named: ['c', COMPLETED, 'd'], nameless: [] },
    });
  });

  test('does not count events that a call other than a step may have caused', () => {
    const run = aRun();
    const journey = run.journey({ alone: true });
    journey.step('deposit_detected');
    run.exchange('simulateCollectionOrder', { journey: journey.id, condition: 'conflict: fail' });
    journey.deliver('collection.failed');
    expect(seen(run)).toEqual({ deposit_detected: { named: ['collection.deposit_detected'], nameless: [] } });
  });

  test('does not count redeliveries, nor events before the step', () => {
    const run = aRun();
    const journey = run.journey({ alone: true });
    const early = journey.deliver('session.created');
    const [first] = journey.step('deposit_detected').deliveries;
    journey.redeliver(early);
    journey.step('deposit_confirmed');
    if (first) journey.redeliver(first);
    expect(seen(run)).toMatchObject({
      deposit_detected: { named: ['collection.deposit_detected'] },
      deposit_confirmed: { named: ['collection.deposit_confirmed'] },
    });
  });

  test('uses the first step of each event, and no other journey', () => {
    const run = aRun();
    run.journey().step('fail', { sends: ['a', 'b', 'c'] });
    const journey = run.journey({ alone: true });
    journey.step('expire', { sends: ['a', 'b'] });
    journey.step('expire');
    expect(seen(run)).toMatchObject({ expire: { named: ['a', 'b'], nameless: [] } });
  });

  test('shows that a silent step sent nothing', () => {
    const run = aRun();
    run.journey({ alone: true }).step('expire', { sends: [] });
    expect(seen(run)).toMatchObject({ expire: { named: [], nameless: [] } });
  });

  test('ends where a step was sent before the webhook of the one before it had come or been waited for', () => {
    const run = aRun();
    const journey = run.journey({ alone: true });
    journey.step('deposit_detected', { sends: [], wait: 'none' });
    journey.step('deposit_confirmed', { sends: ['a', 'b'] });
    journey.step('disburse');
    expect(Object.keys(seen(run))).toEqual(['deposit_detected']);
  });

  test.each([{ failure: 'unreachable' }, { status: 409 }] as const)('learns nothing from a step with %o', options => {
    const run = aRun();
    run.journey({ alone: true }).step('expire', { sends: [], ...options });
    expect(seen(run)).toEqual({});
  });

  test('shows the steps whose events do not name the order', () => {
    const run = aRun(nameless(type => type !== 'collection.expired' && type !== COMPLETED));
    const journey = run.journey({ alone: true });
    journey.deliver('ping');
    journey.step('deposit_detected');
    journey.step('disburse', { sends: ['disbursement.initiated', COMPLETED] });
    journey.step('expire');
    expect(seen(run)).toMatchObject({
      deposit_detected: { named: ['collection.deposit_detected'], nameless: [] },
      disburse: { named: ['disbursement.initiated'], nameless: [COMPLETED] },
      expire: { named: [], nameless: ['collection.expired'] },
    });
  });
});
