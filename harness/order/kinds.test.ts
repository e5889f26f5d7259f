import { expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import { aRun, type RunBuilder } from '../testing/evidence.ts';
import { addOrders, defectsOf, drive, explained } from './testing/orders.ts';

const STATES = ['detected', 'confirmed', 'failed', 'expired'];
const TYPES = ['deposit_detected', 'deposit_confirmed', 'failed', 'expired'].map(word => `collection.${word}`);

/** A run in which several steps share a type with different states. @param stateOf the nth type; -1 for the credit */
const sharing = (stateOf: (nth: number) => string | number, member = 'status') =>
  aRun(({ id, type, order }) => {
    const nth = TYPES.indexOf(type);
    return { body: { id, type: nth < 0 ? type : 'order.updated', data: { order_id: order, [member]: stateOf(nth) } } };
  });

const SOUND = Array.from({ length: 3 }, () => ['path', 'fail', 'expire']).flat();
const kindsOf = (run: RunBuilder) =>
  new Set(explained(run).explanations.flatMap(({ trace }) => trace.events.map(({ type }) => type)));

test('A state may be a number, even if most orders ended by themselves before their steps', () => {
  const ended = '+expired deposit_detected=?missed deposit_confirmed=?missed disburse=?missed';
  const numbered = sharing(nth => nth, 'stage');
  const run = addOrders(numbered, ...SOUND, `8 * ${ended}`);
  expect([...kindsOf(run)].toSorted()).toEqual([COMPLETED, ...STATES.map((_, nth) => `order.updated (${nth})`)]);
});

test('A type is one kind if its state is that at the time of delivery, which fits no step', () => {
  let count = 0;
  const changing = sharing(() => `s${count++ % 5}`);
  expect(defectsOf(addOrders(changing, ...SOUND))).toBe('');
});

test.each([
  ['its step sends it again in a state that another step led to', 'fail deposit_detected', 'fail deposit_detected'],
  ['it arrives late, after the credit of a few orders', 'disburse=deposit_detected', 'disburse'],
])('A type is one kind if %s', (_, early, later) => {
  let status = 'detected';
  const run = aRun(({ id, type, order }) => ({ body: { id, type, data: { order_id: order, status } } }));
  for (const rest of [early, early, later, later, '', '']) {
    status = 'detected';
    const journey = run.journey();
    drive(run, journey, 'deposit_detected');
    status = 'ended';
    drive(run, journey, rest);
  }
  expect(kindsOf(run)).toContain('collection.deposit_detected');
});
