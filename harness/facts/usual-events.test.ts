import { expect, test } from 'vitest';
import { webhooks } from './testing/webhooks.ts';
import { UsualEvents } from './usual-events.ts';

/** What is usual where each step sends events of these types. */
function usualOf(...shown: Parameters<typeof webhooks>): UsualEvents {
  const usual = new UsualEvents();
  usual.learn(webhooks(...shown));
  return usual;
}

test('A step may cause an event if the type belongs to the step or to no step', () => {
  const usual = usualOf({ expire: ['order.updated', 'quote.expired'], fail: ['order.updated', 'order.failed'] });
  expect(
    ['order.updated', 'order.failed', 'quote.expired', 'never.seen'].map(type => usual.mayBeOf('fail', type)),
  ).toEqual([true, true, false, true]);
  expect(usual.mayBeOf('fail', undefined)).toBe(true);
});

test('A type that several steps send may be of any step, also of one that was not seen yet', () => {
  expect(usualOf({ deposit_detected: ['order.updated'] }).mayBeOf('expire', 'order.updated')).toBe(false);
  const usual = usualOf({ deposit_detected: ['order.updated'], deposit_confirmed: ['order.updated'] });
  expect(usual.mayBeOf('expire', 'order.updated')).toBe(true);
});

test('A type of events about no order belongs to no step', () => {
  const usual = new UsualEvents();
  usual.learn({ ...webhooks({}), unrelated: new Set(['customer.updated']) });
  expect(usual.mayBeOf('fail', 'customer.updated')).toBe(false);
});

test('A step is expected to cause as many events as usual', () => {
  expect(new UsualEvents().count('fail')).toBe(1);
  const usual = usualOf({ fail: ['a', 'b', 'c'] });
  expect(usual.count('fail')).toBe(3);
});

test.each([
  ['A step that was never seen', {}, [], false],
  ['A step whose every event names its order', { fail: ['order.failed'] }, [], true],
  ['A step that sent nothing', { fail: [], expire: ['order.expired'] }, [], true],
  ['A step that sent nothing, while events of another name none', { fail: [], expire: ['x'] }, ['x'], false],
  ['A step with an event that names no order', { fail: ['order.failed', 'x'] }, ['x'], false],
])('%s can be taken beside other journeys, or not', (_, types, nameless, isFree) => {
  expect(usualOf(types, nameless).nameOrder('fail')).toBe(isFree);
});

test('A step whose event named no order in parallel with other journeys is taken alone from then on', () => {
  const usual = new UsualEvents(type => type === 'order.failed');
  usual.learn(webhooks({ fail: ['order.failed'] }));
  expect(usual.nameOrder('fail')).toBe(false);
});

test.each([
  ['twice', 2, ['order.failed'], false],
  ['three times', 3, ['order.failed'], true],
  ['three times, but the events of another step name no order', 3, [], false],
])('A step that was always refused can be taken beside others: %s', (_, times, named, isFree) => {
  const usual = new UsualEvents();
  const types = { fail: ['order.failed'] };
  const nameless = types.fail.filter(type => !named.includes(type));
  usual.learn({ ...webhooks(types, nameless), refused: new Map([['disburse', times]]) });
  expect(usual.nameOrder('disburse')).toBe(isFree);
});
