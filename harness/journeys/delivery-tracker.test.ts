import { expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Delivery } from '../evidence/evidence.ts';
import type { Interpretation } from '../evidence/interpretation.ts';
import { aRun, INTERPRETATION, type RunBuilder } from '../testing/evidence.ts';
import type { Write } from '../testing/evidence-options.ts';
import { DeliveryTracker } from './delivery-tracker.ts';

/** What is known of a run's deliveries so far; the orders of its journeys are followed from the beginning. */
function liveOf(
  run: RunBuilder,
  {
    interpretation = INTERPRETATION,
    alone,
  }: { readonly interpretation?: Interpretation | 'none'; readonly alone?: string } = {},
) {
  const tracker = new DeliveryTracker();
  tracker.follow(run.evidence.journeys.map(({ order }) => order));
  tracker.alone = alone;
  if (interpretation !== 'none') tracker.read(interpretation);
  for (const delivery of run.evidence.deliveries) tracker.add(delivery);
  return tracker;
}

const UNREAD = { interpretation: 'none' } as const;
const nameless: Write = ({ id, type }) => ({ body: { id, type } });

test('The delivery tracker knows the events of each order by their ids, however often they come', () => {
  const run = aRun();
  const [one, other] = [run.journey(), run.journey()];
  run.redeliver(one.deliver('a'));
  one.deliver('b');
  other.deliver('a');
  const tracker = liveOf(run);
  expect(tracker.of(one.order).map(({ key, type }) => [key, type])).toEqual([
    ['evt_d1', 'a'],
    ['evt_d1', 'a'],
    ['evt_d3', 'b'],
  ]);
  expect([one.order, other.order, 'nobody'].map(order => tracker.eventsOf(order).size)).toEqual([2, 1, 0]);
});

test('The delivery tracker distinguishes events by their bodies until it knows the place of ids', () => {
  const run = aRun(({ id, type, order, attempt }) => ({ body: { id, type, attempt, data: { order_id: order } } }));
  const journey = run.journey();
  run.redeliver(journey.deliver('a'));
  const tracker = liveOf(run, UNREAD);
  expect(tracker.eventsOf(journey.order).size).toBe(2);
  expect(tracker.of(journey.order)[0]).not.toHaveProperty('type');
  tracker.read(INTERPRETATION);
  expect(tracker.eventsOf(journey.order).size).toBe(1);
  expect(tracker.of(journey.order)[0]).toMatchObject({ key: 'evt_d1', type: 'a' });
});

test('The delivery tracker leaves out cut and unattributed deliveries', () => {
  const run = aRun();
  const journey = run.journey();
  journey.deliver('a', { complete: false });
  run.deliver('a');
  const tracker = liveOf(run);
  expect(tracker.eventsOf(journey.order).size).toBe(0);
  expect(tracker.add(run.deliver('a'))).toBeUndefined();
  expect(tracker.add(journey.deliver('a'))).toBe(journey.order);
});

test.each([
  ['disburse only', COMPLETED, true],
  ['other types', 'disbursement.initiated', false],
])('The delivery tracker sees the credit in %s once it can read types', (_, type, seen) => {
  const run = aRun(({ id, type, order }) => ({ body: { id, type, next: COMPLETED, data: { order_id: order } } }));
  const journey = run.journey();
  journey.deliver(type);
  expect(liveOf(run).completed(journey.order)).toBe(seen);
  expect(liveOf(run).completed('nobody')).toBe(false);
});

test('The delivery tracker finds the completion anywhere in body or headers before the place of types is known', () => {
  const says = (write: Write) => {
    const run = aRun(write);
    const journey = run.journey();
    journey.deliver(COMPLETED);
    return liveOf(run, UNREAD).completed(journey.order);
  };
  expect(says(({ type, order }) => ({ body: { order, deep: [{ x: type }] } }))).toBe(true);
  expect(says(({ type, order }) => ({ body: { order }, headers: [['X-Topic', type]] }))).toBe(true);
  expect(says(({ type, order }) => ({ body: { order, text: `not ${type}` } }))).toBe(false);
});

const order = (tracker: DeliveryTracker, delivery: Delivery) => tracker.orderOf(delivery);

test('A foreign order is recognized by its id, and wrong attributions to it are corrected', () => {
  const run = aRun();
  const journey = run.journey();
  const theirs = run.deliver('a', { order: 'co_9z' });
  const tracker = liveOf(run, { alone: journey.order });
  expect([order(tracker, theirs), tracker.eventsOf(journey.order).size]).toEqual([journey.order, 1]);
  tracker.add(journey.deliver('a'));
  expect([order(tracker, theirs), tracker.of(journey.order).map(({ key }) => key)]).toEqual([undefined, ['evt_d2']]);
  expect(tracker.add(run.deliver('a', { order: 'co_9y' }))).toBeUndefined();
});

test('A delivery that names no order is attributed to the journey in the exclusive section', () => {
  const run = aRun(nameless);
  const [one, other] = [run.journey(), run.journey()];
  const delivery = run.deliver('a');
  expect(order(liveOf(run, { alone: one.order }), delivery)).toBe(one.order);
  expect(order(liveOf(run), delivery)).toBeUndefined();
  const both = run.deliver('a', { json: { a: one.order, b: other.order } });
  expect(order(liveOf(run, { alone: other.order }), both)).toBe(other.order);
  expect(order(liveOf(run, { alone: 'a third' }), both)).toBeUndefined();
});

test('The delivery tracker says that such a delivery does not name its order', () => {
  const run = aRun(nameless);
  const delivery = run.deliver('a');
  const tracker = liveOf(run, { alone: run.journey().order });
  expect([tracker.knows(delivery), tracker.names(delivery)]).toEqual([true, false]);
});

const find = (run: RunBuilder, refused: Delivery, options = {}) =>
  liveOf(run, options).redeliveryOf(refused, run.evidence.journeys[0]?.order ?? '')?.id;

test('Of redeliveries, the delivery tracker finds a later delivery of the same event', () => {
  const run = aRun(({ id, type, order, attempt }) => ({ body: { id, type, attempt, data: { order_id: order } } }));
  const journey = run.journey();
  const refused = journey.deliver('a');
  expect(find(run, refused)).toBeUndefined();
  journey.deliver('a');
  expect(find(run, refused)).toBeUndefined();
  const again = journey.redeliver(refused);
  expect(find(run, refused)).toBe(again.id);
  expect(find(run, again)).toBeUndefined();
});

test('The delivery tracker recognizes a redelivery by its body, whatever its id', () => {
  const run = aRun();
  const journey = run.journey();
  const json = { sent: 1, data: { order_id: journey.order } };
  const refused = journey.deliver('a', { json, headers: [['X-Id', '1']] });
  const again = journey.deliver('a', { json, headers: [['X-Id', '2']] });
  expect(find(run, refused, { interpretation: { ...INTERPRETATION, eventId: 'header:x-id' } })).toBe(again.id);
});

test('The tracker knows the types of webhooks that named no order while no journey was alone', () => {
  const run = aRun(nameless);
  const journey = run.journey();
  run.deliver('a');
  expect([liveOf(run).wasNameless('a'), liveOf(run).wasNameless('b')]).toEqual([true, false]);
  expect(liveOf(run, { alone: journey.order }).wasNameless('a')).toBe(false);
  const foreign = aRun();
  foreign.journey().deliver('a');
  foreign.deliver('a', { order: 'co_9z' });
  expect(liveOf(foreign).wasNameless('a')).toBe(false);
});
