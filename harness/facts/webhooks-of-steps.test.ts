import { expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import { View } from '../evidence/view.ts';
import { addOrders } from '../order/testing/orders.ts';
import { aRun, INTERPRETATION } from '../testing/evidence.ts';
import { webhooks } from './testing/webhooks.ts';
import { UsualEvents, webhooksOfSteps } from './webhooks-of-steps.ts';

/** What orders show, each a line. Events of the types in `nameless` name no order. */
function shown(lines: readonly string[], nameless: readonly string[] = []) {
  const run = aRun(({ id, type, order }) => ({
    body: { id, type, data: nameless.includes(type) ? {} : { order_id: order } },
  }));
  const { steps, ...others } = webhooksOfSteps(new View(addOrders(run, ...lines).evidence, INTERPRETATION));
  const inWords = [...steps].map(([step, own]) => {
    const types = [...own.types.union(own.nameless)].map(type => (own.nameless.has(type) ? `(${type})` : type));
    return `${step} ${own.count}: ${types.join()}`;
  });
  return { ...others, steps: inWords };
}

test.each([
  [
    'counts each event of a step once, however often it is delivered',
    ['alone: deposit_detected deposit_confirmed=a.a,a.b disburse=a.c,credit,a.d'],
    [],
    [
      'deposit_detected 1: collection.deposit_detected',
      'deposit_confirmed 2: a.a,a.b',
      `disburse 3: a.c,${COMPLETED},a.d`,
    ],
  ],
  [
    'tells the types that name no order',
    ['alone: deposit_detected deposit_confirmed disburse=a.c,credit'],
    [COMPLETED],
    [
      'deposit_detected 1: collection.deposit_detected',
      'deposit_confirmed 1: collection.deposit_confirmed',
      `disburse 2: a.c,(${COMPLETED})`,
    ],
  ],
  ['shows nothing of a step that is refused, or has no answer', ['alone: expire!409', 'alone: fail!timeout'], [], []],
  ['shows that a silent step sends nothing', ['alone: expire='], [], ['expire 0: ']],
  [
    'gives a late webhook to the step that sends it',
    ['2 * alone: expire=order.closing,order.closed', 'alone: expire=order.closing deposit_detected= +order.closed'],
    ['order.closing'],
    ['expire 2: (order.closing),order.closed', 'deposit_detected 0: '],
  ],
  [
    'attributes a type to each of several steps if none of them sends an event that names its order',
    ['alone: deposit_detected=order.moved', 'alone: fail=order.moved'],
    ['order.moved'],
    ['deposit_detected 0: (order.moved)', 'fail 0: (order.moved)'],
  ],
  [
    'takes a type that comes after several steps with events of their own for that of none',
    ['2 * alone: deposit_detected=deposit_detected,customer.updated', '2 * alone: fail=failed,customer.updated'],
    ['customer.updated'],
    ['deposit_detected 1: collection.deposit_detected', 'fail 1: collection.failed'],
  ],
])('What orders show of steps %s', (_, lines, nameless, steps) => {
  expect(shown(lines, nameless).steps).toEqual(steps);
});

test('A type that comes before any step, and names no order, belongs to no step', () => {
  const { steps, unrelated } = shown(['alone: +customer.updated fail=failed,customer.updated'], ['customer.updated']);
  expect([steps, unrelated]).toEqual([['fail 1: collection.failed'], new Set(['customer.updated'])]);
});

test('Refusals are counted by step', () => {
  expect(shown(['3 * deposit_detected!409 fail', 'expire!409']).refused).toEqual(
    new Map([
      ['deposit_detected', 3],
      ['expire', 1],
    ]),
  );
});

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
