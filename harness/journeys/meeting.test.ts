import { describe, expect, test } from 'vitest';
import { COMPLETED } from '../core/dialect.ts';
import { aRun, READING, type RunMade, type Write } from '../testing/evidence.ts';
import { Live } from './live.ts';
import { lookBack } from './meeting.ts';

/** Looks back on a run whose journeys ran alone, one after another. */
function meet(run: RunMade) {
  const live = new Live();
  live.read(READING);
  const { journeys, deliveries } = run.evidence;
  for (const { order } of journeys) live.follow(order);
  for (const delivery of deliveries) {
    live.alone = journeys.findLast(({ from }) => from <= delivery.at)?.order;
    live.add(delivery);
  }
  const { heard, serial, eventsPerStep } = lookBack(run.evidence, live);
  return { heard, serial, eventsPerStep: Object.fromEntries(eventsPerStep) };
}

const nameless =
  (names: (type: string) => boolean): Write =>
  ({ id, type, order }) => ({ body: { id, type, data: names(type) ? { order_id: order } : {} } });

describe('lookBack', () => {
  test('counts the events of each step, each once however often it came', () => {
    const run = aRun();
    const journey = run.journey({ alone: true });
    journey.step('deposit_detected', { refuse: { status: 503 } });
    journey.step('deposit_confirmed', { sends: ['a', 'b'] });
    journey.step('disburse', { sends: ['c', COMPLETED, 'd'] });
    run.journey({ alone: true }).step('expire');
    expect(meet(run)).toEqual({
      heard: true,
      serial: false,
      eventsPerStep: { deposit_detected: 1, deposit_confirmed: 2, disburse: 3, expire: 1 },
    });
  });

  test('does not count what comes again behind the next step, or came before', () => {
    const run = aRun();
    const journey = run.journey({ alone: true });
    const early = journey.deliver('session.created');
    const [first] = journey.step('deposit_detected').deliveries;
    journey.redeliver(early);
    journey.step('deposit_confirmed');
    if (first) journey.redeliver(first);
    expect(meet(run).eventsPerStep).toEqual({ deposit_detected: 1, deposit_confirmed: 1 });
  });

  test('takes the most that any journey showed, and one where a step was silent', () => {
    const run = aRun();
    run.journey({ alone: true }).step('fail', { sends: ['a', 'b'] });
    run.journey({ alone: true }).step('fail');
    run.journey({ alone: true }).step('expire', { sends: [] });
    expect(meet(run).eventsPerStep).toEqual({ fail: 2, expire: 1 });
  });

  test('hears nothing where nothing comes, or no journey was driven', () => {
    const run = aRun();
    expect(meet(run)).toEqual({ heard: false, serial: false, eventsPerStep: {} });
    run.journey({ alone: true }).step('expire', { sends: [] });
    expect(meet(run)).toEqual({ heard: false, serial: false, eventsPerStep: { expire: 1 } });
  });

  test('has journeys run one after another where no event of a step names the order', () => {
    const run = aRun(nameless(type => type !== 'collection.expired'));
    run.journey({ alone: true }).happyPath();
    expect(meet(run).serial).toBe(false);
    run.journey({ alone: true }).step('expire');
    expect(meet(run).serial).toBe(true);
  });

  test('does not where another event of the step names it, or it is beside every step', () => {
    const run = aRun(nameless(type => type === COMPLETED));
    const journey = run.journey({ alone: true });
    journey.deliver('ping');
    journey.step('disburse', { sends: ['disbursement.initiated', COMPLETED] });
    expect(meet(run).serial).toBe(false);
  });
});
