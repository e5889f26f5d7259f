import { expect, test } from 'vitest';
import { UsualEvents } from './usual-events.ts';

test('An event may be of a step if its type is the step’s own, or no step’s', () => {
  const usual = new UsualEvents();
  usual.learn('expire', { events: 2, types: ['order.updated', 'quote.expired'] });
  usual.learn('fail', { events: 2, types: ['order.updated', 'order.failed'] });
  expect(
    ['order.updated', 'order.failed', 'quote.expired', 'never.seen'].map(type => usual.mayBeOf('fail', type)),
  ).toEqual([true, true, false, true]);
  expect(usual.mayBeOf('fail', undefined)).toBe(true);
});

test('A step is expected to cause as many events as it ever did, until fewer come', () => {
  const usual = new UsualEvents();
  expect(usual.count('fail')).toBe(1);
  usual.learn('fail', { events: 3, types: [] });
  usual.learn('fail', { events: 2, types: [] });
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

test('The types of a step are those that it ever caused', () => {
  const usual = new UsualEvents();
  usual.learn('fail', { events: 1, types: ['order.failed'] });
  usual.learn('fail', { events: 1, types: ['order.updated'] });
  usual.learn('expire', { events: 1, types: ['order.updated'] });
  expect(usual.typesOf('fail')).toEqual(['order.failed', 'order.updated']);
  expect(usual.typesOf('disburse')).toEqual([]);
});
