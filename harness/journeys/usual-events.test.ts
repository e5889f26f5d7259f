import { describe, expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import { aRun, INTERPRETATION, type RunBuilder } from '../testing/evidence.ts';
import type { Write } from '../testing/evidence-options.ts';
import { DeliveryTracker } from './delivery-tracker.ts';
import { learnFromJourney, UsualEvents } from './usual-events.ts';

const named = (...types: string[]) => ({ named: types, nameless: [] });

test('An event may be of a step if its type is the step’s own, or no step’s', () => {
  const usual = new UsualEvents();
  usual.learn('expire', named('order.updated', 'quote.expired'));
  usual.learn('fail', named('order.updated', 'order.failed'));
  expect(
    ['order.updated', 'order.failed', 'quote.expired', 'never.seen'].map(type => usual.mayBeOf('fail', type)),
  ).toEqual([true, true, false, true]);
  expect(usual.mayBeOf('fail', undefined)).toBe(true);
});

test('A type that several steps send may be of any step, also of one that was not seen yet', () => {
  const usual = new UsualEvents();
  usual.learn('deposit_detected', named('order.updated'));
  expect(usual.mayBeOf('expire', 'order.updated')).toBe(false);
  usual.learn('deposit_confirmed', named('order.updated'));
  expect(usual.mayBeOf('expire', 'order.updated')).toBe(true);
});

test('A step is expected to cause as many events as it ever did, until fewer come', () => {
  const usual = new UsualEvents();
  expect(usual.count('fail')).toBe(1);
  usual.learn('fail', named('a', 'b', 'c'));
  usual.learn('fail', named('a', 'b'));
  expect(usual.count('fail')).toBe(3);
  usual.lower('fail', 2);
  expect(usual.count('fail')).toBe(2);
});

test('Steps of which nothing is due are taken for silent once three of them were', () => {
  const usual = new UsualEvents();
  expect(Array.from({ length: 4 }, () => [usual.areOthersSilent, usual.wasSilent()][0])).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test('A step that sent nothing, or whose every event names its order, can be taken beside other journeys', () => {
  const usual = new UsualEvents();
  expect(usual.nameOrder('fail')).toBe(false);
  usual.learn('fail', named('order.failed'));
  usual.learn('expire', named());
  expect([usual.nameOrder('fail'), usual.nameOrder('expire')]).toEqual([true, true]);
});

test('A step with an event that names no order is taken alone', () => {
  const usual = new UsualEvents();
  usual.learn('disburse', { named: ['disbursement.initiated'], nameless: ['disbursement.completed'] });
  expect(usual.nameOrder('disburse')).toBe(false);
  expect(usual.count('disburse')).toBe(2);
  usual.learn('disburse', { named: ['disbursement.initiated'], nameless: ['disbursement.completed'] });
  expect(usual.nameOrder('disburse')).toBe(false);
});

test('A type that came before any step is about no order, and no step waits for it', () => {
  const usual = new UsualEvents();
  usual.cameBeforeSteps(['customer.updated']);
  usual.learn('fail', { named: ['order.failed'], nameless: ['customer.updated', 'customer.updated'] });
  expect({ alone: !usual.nameOrder('fail'), count: usual.count('fail') }).toEqual({ alone: false, count: 1 });
  expect(usual.mayBeOf('fail', 'customer.updated')).toBe(false);
});

test('A nameless type that a step sends at one time and not at another is not of that step', () => {
  const usual = new UsualEvents();
  usual.learn('fail', { named: ['order.failed'], nameless: ['payout.created'] });
  expect(usual.nameOrder('fail')).toBe(false);
  usual.learn('fail', named('order.failed'));
  expect(usual.nameOrder('fail')).toBe(true);
  usual.learn('fail', { named: ['order.failed'], nameless: ['payout.created'] });
  expect(usual.nameOrder('fail')).toBe(true);
});

test('A step whose own event named no order once is taken alone from then on', () => {
  const usual = new UsualEvents();
  usual.learn('fail', named('order.failed'));
  usual.learn('fail', { named: [], nameless: ['order.failed'] });
  usual.learn('fail', named('order.failed'));
  expect(usual.nameOrder('fail')).toBe(false);
});

test('A step whose own event named no order beside other journeys is taken alone from then on', () => {
  const seen = new Set<string>();
  const usual = new UsualEvents(type => seen.has(type));
  usual.learn('fail', named('order.failed'));
  seen.add('order.failed');
  expect(usual.nameOrder('fail')).toBe(false);
});

test('A nameless type that comes after several steps with events of their own is about no order', () => {
  const usual = new UsualEvents();
  usual.learn('deposit_detected', { named: ['order.detected'], nameless: ['customer.updated'] });
  usual.learn('fail', { named: ['order.failed'], nameless: ['customer.updated'] });
  expect([usual.nameOrder('deposit_detected'), usual.nameOrder('fail')]).toEqual([true, true]);
});

test('The credit signal is never taken for an event about no order', () => {
  const usual = new UsualEvents();
  usual.learn('disburse', { named: ['order.disbursed'], nameless: ['disbursement.completed'] });
  usual.learn('fail', { named: ['order.failed'], nameless: ['disbursement.completed'] });
  usual.learn('disburse', named('order.disbursed'));
  expect(usual.nameOrder('disburse')).toBe(false);
});

test('A nameless type that comes after each step may be of each where none sends an event that names its order', () => {
  const usual = new UsualEvents();
  usual.learn('deposit_detected', { named: [], nameless: ['order.updated'] });
  usual.learn('fail', { named: [], nameless: ['order.updated'] });
  expect([usual.nameOrder('deposit_detected'), usual.nameOrder('fail')]).toEqual([false, false]);
});

test('A step that is always refused can be taken beside others where the events of other steps name theirs', () => {
  const usual = new UsualEvents();
  usual.learn('fail', named('order.failed'));
  const free = Array.from({ length: 3 }, () => {
    usual.wasRefused('disburse');
    return usual.nameOrder('disburse');
  });
  expect(free).toEqual([false, false, true]);
  usual.learn('expire', { named: [], nameless: ['order.expired'] });
  expect(usual.nameOrder('disburse')).toBe(false);
});

/** Looks back on the last journey of a run, which was alone. */
function seen(run: RunBuilder) {
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

  test('ends where an event about no order had ended the wait for a webhook', () => {
    const run = aRun(nameless(type => type !== 'ping'));
    const journey = run.journey({ alone: true });
    journey.deliver('ping');
    journey.step('deposit_detected', { sends: ['ping'], wait: 'came' });
    journey.step('deposit_confirmed', { sends: ['collection.deposit_detected', 'collection.deposit_confirmed'] });
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
